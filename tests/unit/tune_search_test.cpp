// SPDX-License-Identifier: BSD-2-Clause
// Tests how `tonelift tune` searches for the best setting, with known costs of all settings.
#include "tools/tune/tune_search.h"

#include <gtest/gtest.h>

namespace tonelift::tune_search_test {
namespace {

struct Costs {
    double operator()(const Tuning& tuning) const {
        return (tuning.output_blocks == 5 ? 0.9 : 1.0) * (tuning.point_rows == 16 ? 0.95 : 1.0) *
               (tuning.point_blocks == 2 ? 0.99 : 1.0) *
               (tuning.launch_megapixels == 128 ? 0.8 : 1.0);
    }
};

struct Searched {
    Tuning found;
    size_t compared = 0;
};

Searched searched(size_t most, bool delays = false) {
    Searched result;
    const auto compare = [&](const Tuning& candidate, const Tuning& best) {
        ++result.compared;
        return Costs()(candidate) / Costs()(best);
    };
    result.found = find_fastest(
        {"cuda", delays}, {compare, [&] { return result.compared < most; }, [](size_t, size_t) {}});
    return result;
}

TEST(TuneSearch, FindsImprovementsBeyondNoise) {
    const Searched all = searched(100000);
    Tuning expected;
    expected.output_blocks = 5;
    expected.point_rows = 16;
    EXPECT_EQ(all.found, expected) << "point_blocks gains 1 % only";
    size_t values = 0;
    for (const TuningNumber& number : tuning_numbers())
        values += number.machine == "cuda" && !number.delays ? number.values.size() - 1 : 0;
    EXPECT_EQ(all.compared, 2 * values) << "a second round finds nothing";
}

TEST(TuneSearch, ChangesTheDelayOnlyOnRequest) {
    EXPECT_EQ(searched(100000).found.launch_megapixels, Tuning().launch_megapixels);
    EXPECT_EQ(searched(100000, true).found.launch_megapixels, 128);
}

TEST(TuneSearch, StopsAtItsLimitOfComparisons) {
    const Searched some = searched(11);
    EXPECT_EQ(some.compared, 11u);
    EXPECT_EQ(some.found.point_rows, 16);
    EXPECT_EQ(some.found.output_blocks, Tuning().output_blocks);
}

}  // namespace
}  // namespace tonelift::tune_search_test
