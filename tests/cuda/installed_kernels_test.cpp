// SPDX-License-Identifier: BSD-2-Clause
// Tests kernels that are installed with the library.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "kernels/cuda/driver/device.h"
#include "kernels/executor.h"
#include "kernels/gpu/module_cache.h"
#include "tests/cuda/load_double.h"
#include "tests/support/api_stream.h"
#include "tests/support/environment.h"
#include "tests/support/stream_plan.h"
#include "tools/kernels/plan_texts.h"

namespace tonelift::installed_kernels_test {
namespace {

namespace fs = std::filesystem;

constexpr int frames = 2;

class InstalledKernels : public testing::Test {
  protected:
    InstalledKernels()
        : plan_(stream_plan(default_options(), hdr10_video(TONELIFT_FORMAT_P010, 67, 35),
                            TONELIFT_FORMAT_NV12)) {
        user_files_.set("off");
        variable_.set(folder_);
    }
    void SetUp() override { fs::remove_all(folder_); }
    void TearDown() override { fs::remove_all(folder_); }

    // Stores the machine code of all kernels. For the driver's test double, this is their PTX.
    void install(const std::string& architecture) const {
        const ModuleCache files(folder_);
        DeviceLimits limits = open_cuda_device({})->limits();
        for (const bool may_wait : {true, false}) {
            limits.blocks_may_wait = may_wait;
            for (const PlanText& kernel : plan_texts(plan_, limits, frames, true))
                files.store(cuda::kernel_key(kernel.text, architecture), kernel.text.ptx);
        }
    }

    KernelOrigins start() const {
        const int before = driver_double().compilations;
        const auto executor = make_cuda_executor(plan_, open_cuda_device({}), frames);
        const KernelOrigins origins = executor->kernel_origins();
        EXPECT_EQ(driver_double().compilations - before, origins.compiled);
        EXPECT_EQ(origins.stored, 0);
        return origins;
    }

    std::vector<fs::path> files() const {
        std::vector<fs::path> all;
        for (const auto& entry : fs::directory_iterator(folder_)) all.push_back(entry.path());
        return all;
    }

    const std::string folder_ = testing::TempDir() + "installed_kernels";

  private:
    EnvironmentVariable user_files_{"TONELIFT_KERNEL_CACHE"};
    EnvironmentVariable variable_{"TONELIFT_INSTALLED_KERNELS"};
    const Plan plan_;
};

TEST_F(InstalledKernels, StartWithoutTheCompiler) {
    const int all = start().compiled;
    install("sm_90");
    const KernelOrigins origins = start();
    EXPECT_EQ(origins.compiled, 0);
    EXPECT_EQ(origins.installed, all);
    EXPECT_GT(all, 5);
}

TEST_F(InstalledKernels, OfAnotherArchitectureAreIgnored) {
    install("sm_80");
    EXPECT_EQ(start().installed, 0);
    driver_double().compute_major = 8;
    EXPECT_EQ(start().compiled, 0);
}

TEST_F(InstalledKernels, AreUsedWithEveryVersionOfTheDriver) {
    install("sm_90");
    driver_double().version += 1000;
    EXPECT_EQ(start().compiled, 0);
}

TEST_F(InstalledKernels, DamagedAndForeignFilesAreCompiledInstead) {
    install("sm_90");
    for (const fs::path& file : files()) fs::resize_file(file, fs::file_size(file) - 1);
    EXPECT_EQ(start().installed, 0);
    install("sm_90");
    const fs::path foreign = fs::path(folder_) / "foreign";
    fs::copy_file(files().front(), foreign);
    for (const fs::path& file : files()) {
        if (file != foreign) fs::copy_file(foreign, file, fs::copy_options::overwrite_existing);
    }
    EXPECT_LE(start().installed, 1);  // the file that was copied
}

TEST_F(InstalledKernels, ThatTheDriverRefusesAreCompiledInstead) {
    install("sm_90");
    driver_double().loads_refused = 1;
    EXPECT_EQ(start().compiled, 1);
}

TEST_F(InstalledKernels, FoldersWritableByOthersAreIgnored) {
    install("sm_90");
    for (const auto writer : {fs::perms::group_write, fs::perms::others_write}) {
        fs::permissions(folder_, fs::perms::owner_all | writer);
        EXPECT_EQ(start().installed, 0);
    }
    fs::permissions(folder_, fs::perms::owner_all);
    EXPECT_EQ(start().compiled, 0);
}

TEST_F(InstalledKernels, FilesWritableByOthersAreIgnored) {
    install("sm_90");
    for (const fs::path& file : files())
        fs::permissions(file, fs::perms::others_write, fs::perm_options::add);
    EXPECT_EQ(start().installed, 0);
}

TEST_F(InstalledKernels, AreNotWritten) {
    const ModuleCache owned(folder_);
    const ModuleCache files_of_library = ModuleCache::installed(folder_);
    const std::string key = ModuleCache::key("text", "compiler");
    files_of_library.store(key, "code");
    EXPECT_EQ(files_of_library.find(key), "");
    owned.store(key, "code");
    files_of_library.limit();
    EXPECT_EQ(files_of_library.find(key), "code");
    EXPECT_EQ(ModuleCache::installed("").find(key), "");
}

TEST_F(InstalledKernels, TheEnvironmentSetsTheFolder) {
    EnvironmentVariable variable("TONELIFT_INSTALLED_KERNELS");
    variable.set("/kernels");
    EXPECT_EQ(ModuleCache::installed_folder(), "/kernels");
    for (const char* off : {"off", "", "not/absolute"}) {
        variable.set(off);
        EXPECT_EQ(ModuleCache::installed_folder(), "");
    }
}

TEST_F(InstalledKernels, AreFoundBesideTheLibraryAndItsPrograms) {
    EnvironmentVariable variable("TONELIFT_INSTALLED_KERNELS");
    variable.unset();
    EXPECT_EQ(ModuleCache::installed_folder(), "");
    const fs::path beside = fs::canonical("/proc/self/exe").parent_path();
    for (const fs::path& libraries : {beside.parent_path() / "lib", beside}) {
        fs::create_directories(libraries / "tonelift/kernels");
        EXPECT_EQ(ModuleCache::installed_folder(), libraries / "tonelift/kernels");
        fs::remove_all(libraries / "tonelift");
    }
    std::error_code has_other_files;
    fs::remove(beside.parent_path() / "lib", has_other_files);
}

}  // namespace
}  // namespace tonelift::installed_kernels_test
