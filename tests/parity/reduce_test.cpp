// SPDX-License-Identifier: BSD-2-Clause
// Tests that the fast versions of reductions agree with the plain version, with every instruction
// set.
#include "kernels/reduce/reduce.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "tests/oracle/plain.h"
#include "tests/support/targets.h"
#include "tests/support/tolerances.h"

namespace tonelift::reduce_test {
namespace {

constexpr unsigned seed = 99;
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr int lengths[] = {0,  1,  2,  3,  7,  8,  9,    15,   16,   17,
                           31, 32, 33, 63, 64, 65, 1919, 1920, 20011};
constexpr ReductionKind kinds[] = {ReductionKind::sum, ReductionKind::sum_of_squares,
                                   ReductionKind::minimum, ReductionKind::maximum,
                                   ReductionKind::sum_of_logs};

std::vector<float> random_values(int n, float low, float high) {
    std::mt19937 random(seed + static_cast<unsigned>(n));
    std::uniform_real_distribution<float> values(low, high);
    std::vector<float> result(static_cast<size_t>(n));
    for (float& v : result) v = values(random);
    return result;
}

TEST(ReduceParity, RowsAgreeWithTheDefinition) {
    for_each_target([] {
        for (ReductionKind kind : kinds) {
            for (int n : lengths) {
                for (float low : {0.0f, -3.0f}) {
                    const std::vector<float> values = random_values(n, low, 5.0f);
                    const double expected = reduce_row_plain(kind, values.data(), n);
                    const double got = reduce_row(kind, values.data(), n);
                    if (std::isinf(expected)) {
                        EXPECT_EQ(got, expected) << n;
                    } else {
                        const Tolerance allowed = tolerance(kind);
                        const double magnitudes = 25.0 * n;
                        EXPECT_NEAR(got, expected, allowed.absolute + allowed.relative * magnitudes)
                            << n;
                    }
                }
            }
        }
    });
}

TEST(ReduceParity, BitsAreEqualOnEveryMachine) {
    std::map<std::pair<int, int>, double> first;
    for_each_target([&] {
        for (ReductionKind kind : kinds) {
            for (int n : lengths) {
                const std::vector<float> values = random_values(n, -1.0f, 7.0f);
                const double got = reduce_row(kind, values.data(), n);
                const auto [at, added] = first.try_emplace({static_cast<int>(kind), n}, got);
                EXPECT_EQ(at->second, got) << "kind " << static_cast<int>(kind) << " of " << n;
            }
        }
    });
}

TEST(ReduceParity, ExtremesIgnoreNan) {
    for_each_target([] {
        const std::vector<float> values = {nan, 3.0f, nan, -2.0f, 7.0f, nan};
        const int n = static_cast<int>(values.size());
        EXPECT_EQ(reduce_row(ReductionKind::minimum, values.data(), n), -2.0);
        EXPECT_EQ(reduce_row(ReductionKind::maximum, values.data(), n), 7.0);
        EXPECT_EQ(reduce_row(ReductionKind::minimum, values.data(), 1), infinity);
    });
}

TEST(ReduceParity, LogarithmsAcceptHostileValues) {
    for_each_target([] {
        const std::vector<float> values = {0.0f,     -1.0f,    nan,    -infinity,
                                           infinity, 65504.0f, 1e-45f, 1e-6f};
        for (int n = 0; n <= static_cast<int>(values.size()); ++n) {
            const double expected = reduce_row_plain(ReductionKind::sum_of_logs, values.data(), n);
            EXPECT_NEAR(reduce_row(ReductionKind::sum_of_logs, values.data(), n), expected, 1e-10);
        }
        const std::vector<float> large(40000, 65504.0f);
        EXPECT_NEAR(reduce_row(ReductionKind::sum_of_logs, large.data(), 40000),
                    40000 * std::log(65504.0), 1e-7);
    });
}

TEST(ReduceParity, RowsAreCombinedInOrder) {
    const std::vector<double> rows = {1.0, 1e100, 3.0, -1e100};
    EXPECT_EQ(reduce_rows(ReductionKind::sum, rows), 0.0);
    EXPECT_EQ(reduce_rows(ReductionKind::minimum, rows), -1e100);
    EXPECT_EQ(reduce_rows(ReductionKind::maximum, rows), 1e100);
}

std::vector<uint32_t> histogram_of(const std::vector<float>& values, bool unit_range) {
    std::vector<uint32_t> partial(histogram_partial_size);
    std::vector<uint32_t> bins(histogram_bins);
    histogram_add(partial, values.data(), static_cast<int>(values.size()), unit_range);
    histogram_fold(partial);
    histogram_take(partial, 0, histogram_bins, bins);
    return bins;
}

std::vector<float> hostile_values(int n) {
    std::vector<float> values = random_values(n, -0.2f, 1.2f);
    std::mt19937 random(seed);
    constexpr float odd[] = {nan,  -nan,        infinity, -infinity, 0.0f,  -0.0f,
                             1.0f, 0.99999994f, 65504.0f, -65504.0f, 1e-45f};
    for (float& v : values) {
        if (random() % 3 == 0) v = odd[random() % std::size(odd)];
        if (random() % 5 == 0) v = std::bit_cast<float>(static_cast<uint32_t>(random()));
    }
    return values;
}

TEST(Histogram, CountsTheSamplesOfEachBin) {
    for_each_target([] {
        for (bool unit_range : {true, false}) {
            for (int n : lengths) {
                const std::vector<float> values = hostile_values(n);
                std::vector<uint32_t> expected(histogram_bins);
                for (float v : values)
                    ++expected[static_cast<size_t>(histogram_bin(v, unit_range))];
                EXPECT_EQ(histogram_of(values, unit_range), expected) << n;
            }
        }
    });
}

TEST(Histogram, BinsBeginAtTheirLimits) {
    for (bool unit_range : {true, false}) {
        for (int bin = 0; bin < histogram_bins; ++bin) {
            const float start = histogram_bin_start(bin, unit_range);
            EXPECT_TRUE(std::isfinite(start));
            EXPECT_GE(start, histogram_bin_start(std::max(bin - 1, 0), unit_range));
            if (std::abs(start) < std::numeric_limits<float>::max() && start != 0.0f) {
                EXPECT_EQ(histogram_bin(std::nextafter(start, infinity), unit_range), bin) << start;
                EXPECT_LT(histogram_bin(std::nextafter(start, -infinity), unit_range), bin)
                    << start;
            }
        }
    }
}

TEST(Histogram, BinsAreMonotoneInTheValue) {
    std::vector<float> values = hostile_values(5000);
    std::erase_if(values, [](float v) { return std::isnan(v); });
    std::sort(values.begin(), values.end());
    for (bool unit_range : {true, false}) {
        for (size_t i = 1; i < values.size(); ++i) {
            EXPECT_LE(histogram_bin(values[i - 1], unit_range),
                      histogram_bin(values[i], unit_range));
        }
    }
}

}  // namespace
}  // namespace tonelift::reduce_test
