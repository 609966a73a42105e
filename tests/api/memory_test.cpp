// SPDX-License-Identifier: BSD-2-Clause
// Tests that the memory of a process does not grow with the number of filters or with the number of
// option changes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <limits>

#include "tests/support/api_stream.h"

namespace tonelift::memory_test {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__linux__)
constexpr bool can_measure = false;  // sanitizers keep freed memory for a while
#else
constexpr bool can_measure = true;
#endif
constexpr int iterations = 1000, warm_up = 100, part = 300;
constexpr long most_kib = 150;

long resident_kib() {
    constexpr long kib_per_page = 4;
    long size = 0, resident = 0;
    std::FILE* file = std::fopen("/proc/self/statm", "r");
    if (file == nullptr) return 0;
    if (std::fscanf(file, "%ld %ld", &size, &resident) != 2) resident = 0;
    std::fclose(file);
    return resident * kib_per_page;
}

class Memory : public testing::Test {
  protected:
    void SetUp() override {
        if (!can_measure) GTEST_SKIP() << "memory cannot be measured here";
        options_.device = "cpu";
    }

    void process(tonelift_filter* filter) {
        const tonelift_frame input = frame_of(from_, time_);
        tonelift_frame output = frame_of(to_, time_);
        time_ += 0.04;
        ASSERT_EQ(tonelift_filter_process(filter, &input, &output, 1), TONELIFT_OK);
    }

    // Calls turn() many times, and divides the calls after a warm-up into parts. Returns the
    // smallest growth of memory in a part, in KiB. A leak makes memory grow in every part.
    template <typename Turn>
    long least_growth(const Turn& turn) {
        long least = std::numeric_limits<long>::max(), before = 0;
        for (int i = 0; i <= iterations && !HasFatalFailure(); ++i) {
            if (i >= warm_up && (i - warm_up) % part == 0) {
                const long now = resident_kib();
                if (i > warm_up) least = std::min(least, now - before);
                before = now;
            }
            turn(i);
        }
        EXPECT_GT(before, 0);
        return least;
    }

    tonelift_options options_ = default_options();
    const tonelift_video in_ = hdr10_video(TONELIFT_FORMAT_P010, 64, 36);
    TestPicture from_ = picture_for(in_), to_ = picture_for(output_of(options_, in_));
    double time_ = 0;
};

TEST_F(Memory, DoesNotGrowWithFilters) {
    const long growth = least_growth([&](int i) {
        options_.threads = i % 4;
        const FilterHandle filter = make_filter(options_, in_, output_of(options_, in_));
        ASSERT_NE(filter, nullptr);
        process(filter.get());
    });
    EXPECT_LT(growth, most_kib);
}

TEST_F(Memory, DoesNotGrowWithOptionChanges) {
    const FilterHandle filter = make_filter(options_, in_, output_of(options_, in_));
    ASSERT_NE(filter, nullptr);
    const long growth = least_growth([&](int i) {
        options_.show = i % 2;
        ASSERT_EQ(tonelift_filter_set_options(filter.get(), &options_), TONELIFT_OK);
        process(filter.get());
    });
    EXPECT_LT(growth, most_kib);
}

}  // namespace
}  // namespace tonelift::memory_test
