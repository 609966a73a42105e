// SPDX-License-Identifier: BSD-2-Clause
// Helpers for tests of statistics files. Each test has its own folder.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "core/runtime/stats_file.h"
#include "kernels/error.h"
#include "tests/support/text_file.h"

namespace tonelift {

namespace fs = std::filesystem;

inline StatsSection section(size_t states, const std::string& size = "64x36") {
    return {{{"script", "0123456789abcdef", "mixed.tl"}, {"size", size}},
            std::vector<StatsColumn>(states, StateKind::smooth)};
}

inline const std::string section_header =
    "tonelift-stats 2\nsection\nscript 0123456789abcdef mixed.tl\nsize 64x36\n";
inline std::string file_of(const std::string& lines, const std::string& columns = " smooth:2") {
    return section_header + "columns timestamp time" + columns + "\n" + lines;
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

class StatsFileTest : public ::testing::Test {
  protected:
    void SetUp() override {
        const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::path(::testing::TempDir()) / (std::string("tonelift_stats_") + info->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        path_ = (folder_ / "film.stats").string();
        part_ = path_ + ".part";
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string text() const { return text_of_file(path_); }
    void put(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
    void put_part(const std::string& text) const { std::ofstream(part_, std::ios::binary) << text; }
    size_t files() const {
        return static_cast<size_t>(
            std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }

    void write_frames(std::initializer_list<int64_t> timestamps) const {
        StatsWriter out(path_);
        out.begin(section(1));
        for (const int64_t t : timestamps) out.write({t, t * 1000}, state(t));
        out.finish();
    }
    static std::vector<float> state(int64_t t) { return {static_cast<float>(t % 100)}; }

    std::string failure_of(const std::function<void()>& work) const {
        try {
            work();
        } catch (const Error& error) {
            EXPECT_EQ(error.failure(), Failure::io);
            EXPECT_TRUE(contains(error.what(), path_)) << error.what();
            return error.what();
        }
        return "";
    }
    std::string failure_to_read(const StatsSection& wanted = section(2)) const {
        return failure_of([&] { StatsReader(path_, wanted); });
    }
    std::string failure_to_write() const {
        return failure_of([&] { StatsWriter writer(path_); });
    }
    void expect_refused(const std::string& kind) const {
        EXPECT_TRUE(contains(failure_to_read(), kind)) << failure_to_read();
        EXPECT_TRUE(contains(failure_to_write(), kind)) << failure_to_write();
        EXPECT_TRUE(contains(failure_of([&] { has_stats(path_); }), kind));
        EXPECT_TRUE(contains(failure_of([&] { light_of_stats(path_); }), kind));
        EXPECT_EQ(files(), 1u);
    }

    fs::path folder_;
    std::string path_, part_;
};

}  // namespace tonelift
