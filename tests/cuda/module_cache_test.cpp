// SPDX-License-Identifier: BSD-2-Clause
// Tests the cache of compiled kernels in files.
#include "kernels/gpu/module_cache.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "kernels/executor.h"
#include "tests/cuda/load_double.h"
#include "tests/support/api_stream.h"
#include "tests/support/environment.h"
#include "tests/support/limited_files.h"
#include "tests/support/stream_plan.h"

namespace tonelift::cuda::module_cache_test {
namespace {

namespace fs = std::filesystem;

class ModuleCacheTest : public testing::Test {
  protected:
    void SetUp() override { fs::remove_all(folder_); }
    void TearDown() override { fs::remove_all(folder_); }

    std::vector<fs::path> files() const {
        std::vector<fs::path> all;
        if (!fs::exists(folder_)) return all;
        for (const auto& entry : fs::directory_iterator(folder_)) all.push_back(entry.path());
        return all;
    }
    fs::path only_file() const {
        EXPECT_EQ(files().size(), 1u);
        return files().at(0);
    }

    const std::string folder_ = testing::TempDir() + "kernels/of/tonelift";
    const std::string key_ = ModuleCache::key("text", "compiler");
    const std::string code_ = std::string(
                                  "\x7f"
                                  "ELF\0\0\xff",
                                  7) +
                              std::string(5000, '\1');
};

TEST_F(ModuleCacheTest, FindsStoredModules) {
    const ModuleCache cache(folder_);
    EXPECT_EQ(cache.find(key_), "");
    cache.store(key_, code_);
    EXPECT_EQ(cache.find(key_), code_);
    EXPECT_EQ(ModuleCache(folder_).find(key_), code_);
    EXPECT_EQ(cache.find(ModuleCache::key("text", "other compiler")), "");
    EXPECT_EQ(files().size(), 1u);
}

TEST_F(ModuleCacheTest, KeysDependOnEveryByteAndItsPosition) {
    std::set<std::string> keys = {ModuleCache::key("", ""), ModuleCache::key("ab", ""),
                                  ModuleCache::key("a", "b"), ModuleCache::key("", "ab")};
    const std::string text(100, 'x');
    for (size_t i = 0; i < text.size(); ++i) {
        std::string changed = text;
        changed[i] = 'y';
        keys.insert(ModuleCache::key(changed, ""));
        keys.insert(ModuleCache::key(text.substr(i), ""));
    }
    EXPECT_EQ(keys.size(), 4u + 2 * text.size());
    for (const std::string& key : keys) EXPECT_EQ(key.size(), 32u);
}

TEST_F(ModuleCacheTest, DamagedFilesAreNotFoundAndAreReplaced) {
    const ModuleCache cache(folder_);
    cache.store(key_, code_);
    std::string good;
    {
        std::ifstream stream(only_file(), std::ios::binary);
        good.assign(std::istreambuf_iterator<char>(stream), {});
    }
    for (size_t i = 0; i < good.size(); i += i < 64 ? 1 : 500) {
        std::string bad = good;
        bad[i] = static_cast<char>(bad[i] ^ 4);
        std::ofstream(only_file(), std::ios::binary) << bad;
        EXPECT_EQ(cache.find(key_), "") << "byte " << i;
        std::ofstream(only_file(), std::ios::binary) << good.substr(0, i);
        EXPECT_EQ(cache.find(key_), "") << "cut to " << i;
    }
    std::ofstream(only_file(), std::ios::binary) << good << "more";
    EXPECT_EQ(cache.find(key_), "");
    cache.store(key_, code_);
    EXPECT_EQ(cache.find(key_), code_);
}

TEST_F(ModuleCacheTest, AFileUnderAnotherNameIsNotFound) {
    const ModuleCache cache(folder_);
    cache.store(key_, code_);
    const std::string other = ModuleCache::key("other text", "compiler");
    fs::rename(only_file(), only_file().parent_path() / (other + ".kernel"));
    EXPECT_EQ(cache.find(other), "");
}

TEST_F(ModuleCacheTest, AFullDiskLeavesNoPartialFile) {
    const ModuleCache cache(folder_);
    {
        const LimitedFiles full_disk(1000);
        cache.store(key_, code_);
    }
    EXPECT_TRUE(files().empty());
    EXPECT_EQ(cache.find(key_), "");
}

TEST_F(ModuleCacheTest, FoldersWritableByOthersAreNotUsed) {
    fs::create_directories(folder_);
    fs::permissions(folder_, fs::perms::all);
    ModuleCache(folder_).store(key_, code_);
    EXPECT_TRUE(files().empty());
    fs::permissions(folder_, fs::perms::owner_all);
    ModuleCache(folder_).store(key_, code_);
    EXPECT_EQ(files().size(), 1u);
    ModuleCache("/proc/tonelift").store(key_, code_);
    ModuleCache("").store(key_, code_);
    EXPECT_EQ(ModuleCache("").find(key_), "");
}

TEST_F(ModuleCacheTest, WritersAndReadersDoNotDisturbEachOther) {
    const auto work = [&] {
        const ModuleCache cache(folder_, 2 * code_.size());
        for (int i = 0; i < 200; ++i) {
            cache.store(key_, code_);
            const std::string found = cache.find(key_);
            EXPECT_TRUE(found.empty() || found == code_);
            if (i % 20 == 0) cache.limit();
        }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(ModuleCache(folder_).find(key_), code_);
    EXPECT_EQ(files().size(), 1u);
}

TEST_F(ModuleCacheTest, TheLeastRecentlyUsedFilesAreRemovedFirst) {
    const ModuleCache cache(folder_, 3 * (code_.size() + 100));
    std::vector<std::string> keys;
    for (int i = 0; i < 5; ++i) {
        keys.push_back(ModuleCache::key(std::to_string(i), ""));
        cache.store(keys.back(), code_);
        fs::last_write_time(fs::path(folder_) / (keys.back() + ".kernel"),
                            fs::file_time_type::clock::now() - std::chrono::minutes(60 - i));
    }
    EXPECT_EQ(cache.find(keys[1]), code_);
    cache.limit();
    for (int i = 0; i < 5; ++i)
        EXPECT_EQ(cache.find(keys[static_cast<size_t>(i)]) == code_, i == 1 || i > 2) << i;
}

TEST_F(ModuleCacheTest, UnfinishedFilesAreRemovedAfterAnHour) {
    const ModuleCache cache(folder_);
    for (const char* name : {".new_old", ".new_young", "of_the_user"})
        std::ofstream(fs::path(folder_) / name) << name;
    for (const char* name : {".new_old", "of_the_user"})
        fs::last_write_time(fs::path(folder_) / name,
                            fs::file_time_type::clock::now() - std::chrono::hours(2));
    cache.limit();
    EXPECT_FALSE(fs::exists(fs::path(folder_) / ".new_old"));
    EXPECT_TRUE(fs::exists(fs::path(folder_) / ".new_young"));
    EXPECT_TRUE(fs::exists(fs::path(folder_) / "of_the_user"));
}

TEST_F(ModuleCacheTest, TheEnvironmentSetsTheFolder) {
    EnvironmentVariable own("TONELIFT_KERNEL_CACHE"), caches("XDG_CACHE_HOME"), home("HOME");
    own.unset();
    caches.set("/caches");
    home.set("/home/me");
    EXPECT_EQ(ModuleCache::usual_folder(), "/caches/tonelift");
    caches.set("not/absolute");
    EXPECT_EQ(ModuleCache::usual_folder(), "/home/me/.cache/tonelift");
    caches.unset();
    EXPECT_EQ(ModuleCache::usual_folder(), "/home/me/.cache/tonelift");
    home.unset();
    EXPECT_EQ(ModuleCache::usual_folder(), "");
    own.set("/elsewhere");
    EXPECT_EQ(ModuleCache::usual_folder(), "/elsewhere");
    home.set("/home/me");
    for (const char* nowhere : {"off", "", "not/absolute"}) {
        own.set(nowhere);
        EXPECT_EQ(ModuleCache::usual_folder(), "") << nowhere;
    }
}

class CachedExecutor : public ModuleCacheTest {
  protected:
    CachedExecutor() { cache_.set(folder_); }

    static int compilations(const char* preset = "natural") {
        tonelift_options options = default_options();
        options.preset = preset;
        const Plan plan =
            stream_plan(options, hdr10_video(TONELIFT_FORMAT_P010, 67, 35), TONELIFT_FORMAT_NV12);
        const int before = driver_double().compilations;
        make_cuda_executor(plan, open_cuda_device({}), 2);
        EXPECT_EQ(driver_double().live_linkers, 0);
        EXPECT_EQ(driver_double().live_modules, 0);
        return driver_double().compilations - before;
    }

  private:
    EnvironmentVariable cache_{"TONELIFT_KERNEL_CACHE"};
};

TEST_F(CachedExecutor, CompilesEachKernelOnce) {
    const int first = compilations();
    EXPECT_GT(first, 5);
    EXPECT_EQ(files().size(), static_cast<size_t>(first));
    EXPECT_EQ(compilations(), 0);
    const int others = compilations("faithful");
    EXPECT_GT(others, 0);
    EXPECT_EQ(files().size(), static_cast<size_t>(first + others));
}

TEST_F(CachedExecutor, CompilesAgainForAnotherDriverOrDevice) {
    const int first = compilations();
    driver_double().compute_major = 8;
    EXPECT_EQ(compilations(), first);
    EXPECT_EQ(compilations(), 0);
    driver_double().compute_major = 9;
    EXPECT_EQ(compilations(), 0);
}

TEST_F(CachedExecutor, CompilesAgainIfTheDriverRefusesTheFile) {
    compilations();
    driver_double().loads_refused = 1;
    EXPECT_EQ(compilations(), 1);
    EXPECT_EQ(compilations(), 0);
}

TEST_F(CachedExecutor, CompilesAgainIfTheFileIsDamaged) {
    const int first = compilations();
    fs::resize_file(files().at(0), 10);
    EXPECT_EQ(compilations(), 1);
    EXPECT_EQ(files().size(), static_cast<size_t>(first));
}

TEST_F(CachedExecutor, StoresNothingIfTheCacheIsOff) {
    EnvironmentVariable cache("TONELIFT_KERNEL_CACHE");
    cache.set("off");
    const int first = compilations();
    EXPECT_EQ(compilations(), first);
    EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace tonelift::cuda::module_cache_test
