// SPDX-License-Identifier: BSD-2-Clause
// Tests that tone curves rise without jumps for any range, and follow the published formulas.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/oracle/frame_functions.h"
#include "tests/support/repeats.h"

namespace tonelift::curves_test {
namespace {

using Table = std::vector<float>;

constexpr CurveKind kinds[] = {CurveKind::spline,   CurveKind::bt2390,   CurveKind::bt2446a,
                               CurveKind::adaptive, CurveKind::reinhard, CurveKind::hable,
                               CurveKind::mobius,   CurveKind::linear,   CurveKind::clip};

double pq(double nits) {
    const double y = std::pow(nits / 10000, 0.1593017578125);
    return std::pow((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y), 78.84375);
}

double nits(double v) {
    const double p = std::pow(v, 1 / 78.84375);
    const double ratio = std::max(p - 0.8359375, 0.0) / (18.8515625 - 18.6875 * p);
    return 10000 * std::pow(ratio, 1 / 0.1593017578125);
}

std::vector<uint32_t> bell(double center, double width) {
    std::vector<uint32_t> bins(histogram_bins);
    for (int i = 0; i < histogram_bins; ++i) {
        const double d = (i / 1024.0 - center) / width;
        bins[static_cast<std::size_t>(i)] = static_cast<uint32_t>(10000 * std::exp(-d * d / 2));
    }
    return bins;
}

CurveArguments range(CurveKind kind, double black, double white, double target_black,
                     double target_white) {
    return {kind,
            static_cast<float>(pq(black)),
            static_cast<float>(pq(white)),
            static_cast<float>(pq(target_black)),
            static_cast<float>(pq(target_white)),
            0,
            0,
            {}};
}

Table table_of(const CurveArguments& arguments) {
    Table table(curve_entries, -1.0f);
    fill_curve(arguments, table);
    return table;
}

float at(const Table& table, double v) {
    const double x = v * (curve_entries - 1);
    const auto i = static_cast<std::size_t>(std::min(x, curve_entries - 2.0));
    return static_cast<float>(table[i] + (x - static_cast<double>(i)) * (table[i + 1] - table[i]));
}

std::string describe(const CurveArguments& a) {
    return "curve " + std::to_string(static_cast<int>(a.kind)) + " from [" +
           std::to_string(a.source_black) + ", " + std::to_string(a.source_white) + "] to [" +
           std::to_string(a.target_black) + ", " + std::to_string(a.target_white) + "], median " +
           std::to_string(a.source_median) + " to " + std::to_string(a.target_middle);
}

template <typename Check>
void for_all_ranges(const Check& check) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<uint32_t> histograms[] = {
        {}, std::vector<uint32_t>(histogram_bins), bell(0.33, 0.09), bell(0.7, 0.001)};
    const float p0 = static_cast<float>(pq(0.1)), p1 = static_cast<float>(pq(203));
    constexpr int step = is_instrumented ? 7 : 1;
    int number = 0;
    for (const CurveKind kind : kinds) {
        const bool anchors = kind == CurveKind::spline || kind == CurveKind::adaptive;
        for (const auto& histogram : histograms) {
            if (kind != CurveKind::adaptive && !histogram.empty()) continue;
            for (const float black : {0.0f, 0.05f, 0.6f, nan}) {
                for (const float white : {-1.0f, p0, p1, 0.75f, 1.0f, nan}) {
                    for (const float target_black : {0.0f, 0.06f, 1.0f, nan}) {
                        for (const float target_white : {0.0f, p0, p1, 1.0f, nan}) {
                            for (const float median : {0.0f, 0.001f, 0.35f, 1.0f, nan}) {
                                if ((median != 0 && !anchors) || number++ % step != 0) continue;
                                check(CurveArguments{kind, black, white, target_black, target_white,
                                                     median, 0.4f, histogram});
                            }
                        }
                    }
                }
            }
        }
    }
}

std::string fault_of(const Table& table, float limit) {
    float last = 0;
    for (const float value : table) {
        if (!(value >= last && value <= limit)) {
            return std::to_string(value) + " after " + std::to_string(last);
        }
        last = value;
    }
    return "";
}

TEST(Curve, IsMonotoneBetweenZeroAndTheTargetsWhiteForEveryRange) {
    for_all_ranges([](const CurveArguments& arguments) {
        const bool known = arguments.target_white >= 0.01f;
        const float limit = known ? arguments.target_white + 1e-6f : 1.0f;
        ASSERT_EQ(fault_of(table_of(arguments), std::min(limit, 1.0f)), "") << describe(arguments);
    });
}

TEST(Curve, MapsBlackToBlackAndWhiteToWhite) {
    for (const CurveKind kind : kinds) {
        for (const double white : {400.0, 1000.0, 4000.0, 10000.0}) {
            for (const double black : {0.0, 0.001, 0.05}) {
                const CurveArguments arguments = range(kind, black, white, 0.1, 203);
                const Table table = table_of(arguments);
                EXPECT_NEAR(at(table, pq(black)), pq(0.1), 2e-3) << describe(arguments);
                EXPECT_NEAR(at(table, pq(white)), pq(203), 2e-3) << describe(arguments);
                EXPECT_NEAR(table.back(), pq(203), 1e-5) << describe(arguments);
            }
        }
    }
}

TEST(Curve, IsTheIdentityForASourceThatFits) {
    for (const CurveKind kind : kinds) {
        for (const double white : {1.0, 100.0, 203.0}) {
            CurveArguments arguments = range(kind, 0.01, white, 0.1, 203);
            const std::vector<uint32_t> histogram = bell(0.3, 0.1);
            arguments.histogram = histogram;
            const Table table = table_of(arguments);
            for (int i = 0; i < curve_entries; ++i) {
                const float v = static_cast<float>(i) / (curve_entries - 1);
                ASSERT_EQ(table[static_cast<std::size_t>(i)], std::min(v, arguments.target_white));
            }
        }
    }
}

// When the white of the source begins to exceed the white of the target, the picture must not jump.
TEST(Curve, IsContinuousInTheRange) {
    const std::vector<uint32_t> histogram = bell(0.33, 0.09);
    for (const CurveKind kind : kinds) {
        for (const bool anchored : {false, true}) {
            Table last;
            for (double white = 0.5; white < (is_instrumented ? 0.56 : 0.8); white += 0.001) {
                CurveArguments arguments = range(kind, 0.01, 203, 0.1, 203);
                arguments.source_white = static_cast<float>(white);
                arguments.histogram = histogram;
                if (anchored) {
                    arguments.source_median = static_cast<float>(pq(10));
                    arguments.target_middle = static_cast<float>(pq(33));
                }
                const Table table = table_of(arguments);
                for (std::size_t i = 0; i < last.size(); ++i) {
                    ASSERT_NEAR(table[i], last[i], 0.004) << i << " " << describe(arguments);
                }
                last = table;
            }
        }
    }
}

double largest_corner(const Table& table, double black, double white) {
    const double step = 1.0 / (curve_entries - 1);
    double corner = 0;
    for (int i = 1; i + 1 < curve_entries; ++i) {
        const double v = i * step;
        if (v < black + 2 * step || v > white - 2 * step) continue;
        const auto k = static_cast<std::size_t>(i);
        const double bend = (table[k + 1] - 2.0 * table[k] + table[k - 1]) / step;
        corner = std::max(corner, std::abs(bend));
    }
    return corner;
}

TEST(Curve, SmoothKindsHaveNoCorners) {
    const std::vector<uint32_t> histogram = bell(0.33, 0.09);
    for (const CurveKind kind : kinds) {
        if (kind == CurveKind::clip || kind == CurveKind::bt2446a) continue;
        for (const double white : {400.0, 1000.0, 4000.0, 10000.0}) {
            for (const bool anchored : {false, true}) {
                CurveArguments arguments = range(kind, 0.005, white, 0.02, 203);
                arguments.histogram = histogram;
                if (anchored) {
                    arguments.source_median = static_cast<float>(pq(10));
                    arguments.target_middle = static_cast<float>(pq(33));
                }
                const Table table = table_of(arguments);
                EXPECT_LT(largest_corner(table, pq(0.02), pq(white)), 0.1) << describe(arguments);
            }
        }
    }
}

// Maps the PQ code `e` by ITU-R BT.2390-8, section 5.4.1, in double precision.
double bt2390(double e, double source_black, double source_white, double target_black,
              double target_white) {
    const double span = source_white - source_black;
    const double minimum = (target_black - source_black) / span;
    const double maximum = (target_white - source_black) / span;
    const double knee = 1.5 * maximum - 0.5;
    const double e1 = (e - source_black) / span;
    double e2 = e1;
    if (e1 >= knee) {
        const double t = (e1 - knee) / (1 - knee), t2 = t * t, t3 = t2 * t;
        e2 = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) +
             (-2 * t3 + 3 * t2) * maximum;
    }
    const double e3 = e2 + minimum * std::pow(1 - e2, 4);
    return e3 * span + source_black;
}

TEST(Curve, Bt2390FollowsTheReport) {
    for (const double white : {400.0, 1000.0, 4000.0, 10000.0}) {
        const CurveArguments arguments = range(CurveKind::bt2390, 0.005, white, 0.1, 203);
        const Table table = table_of(arguments);
        for (int i = 0; i < curve_entries; ++i) {
            const double v = i / (curve_entries - 1.0);
            if (v < pq(0.005) || v > pq(white)) continue;
            const double expected = bt2390(v, pq(0.005), pq(white), pq(0.1), pq(203));
            ASSERT_NEAR(table[static_cast<std::size_t>(i)], std::min(expected, pq(203)), 1e-5) << v;
        }
    }
}

// Maps the luminance `y` of gray by ITU-R BT.2446-1, method A. SDR white is 203 cd/m2.
double bt2446a(double y, double source_white) {
    const double luma = std::pow(y / source_white, 1 / 2.4);
    const double rho = 1 + 32 * std::pow(source_white / 10000, 1 / 2.4);
    const double p = std::log(1 + (rho - 1) * luma) / std::log(rho);
    double c = 0.5 * p + 0.5;
    if (p < 0.9909) c = -1.1510 * p * p + 2.7811 * p - 0.6302;
    if (p <= 0.7399) c = 1.0770 * p;
    const double target_rho = 1 + 32 * std::pow(100.0 / 10000, 1 / 2.4);
    const double mapped = (std::pow(target_rho, c) - 1) / (target_rho - 1);
    return 203 * std::pow(mapped, 2.4);
}

double reinhard(double x, double peak) { return x / (x + 1) * (peak + 1) / peak; }

double hable(double x, double peak) {
    const auto curve = [](double v) {
        return (v * (0.15 * v + 0.05) + 0.004) / (v * (0.15 * v + 0.5) + 0.06) - 0.02 / 0.3;
    };
    return curve(x) / curve(peak);
}

double mobius(double x, double peak) {
    constexpr double j = 0.3;
    if (x <= j) return x;
    const double a = -j * j * (peak - 1) / (j * j - 2 * j + peak);
    const double b = (j * j - 2 * j * peak + peak) / (peak - 1);
    return (b * b + 2 * b * j + j * j) / (b - a) * (x + a) / (x + b);
}

double formula(CurveKind kind, double y, double peak) {
    switch (kind) {
        case CurveKind::bt2446a:
            return bt2446a(y, peak);
        case CurveKind::reinhard:
            return 203 * reinhard(y / 203, peak / 203);
        case CurveKind::hable:
            return 203 * hable(y / 203, peak / 203);
        case CurveKind::mobius:
            return 203 * mobius(y / 203, peak / 203);
        case CurveKind::linear:
            return y * 203 / peak;
        default:
            return std::min(y, 203.0);
    }
}

TEST(Curve, FormulasInLinearLightAreThePublishedOnes) {
    for (const CurveKind kind : {CurveKind::bt2446a, CurveKind::reinhard, CurveKind::hable,
                                 CurveKind::mobius, CurveKind::linear, CurveKind::clip}) {
        for (const double white : {400.0, 1000.0, 4000.0, 10000.0}) {
            const Table table = table_of(range(kind, 0, white, 0, 203));
            for (int i = 0; i < curve_entries; ++i) {
                const double v = i / (curve_entries - 1.0);
                if (v > pq(white)) break;
                const double expected = pq(formula(kind, nits(v), white));
                ASSERT_NEAR(table[static_cast<std::size_t>(i)], expected, 2e-5)
                    << "curve " << static_cast<int>(kind) << " at " << nits(v) << " of " << white;
            }
        }
    }
}

double mean_code(const Table& table, const std::vector<uint32_t>& histogram) {
    double sum = 0, samples = 0;
    for (std::size_t i = 0; i < histogram.size(); ++i) {
        const double light = nits(at(table, (static_cast<double>(i) + 0.5) / 1024)) / 203;
        sum += histogram[i] * std::pow(std::min(light, 1.0), 1 / 2.4);
        samples += histogram[i];
    }
    return sum / samples;
}

TEST(Curve, SplineHasTheBrightnessOfBt2390) {
    for (const double white : {300.0, 1000.0, 4000.0, 10000.0}) {
        for (const double middle : {0.2, 0.3, 0.4, 0.5}) {
            const std::vector<uint32_t> histogram = bell(middle, 0.1);
            const double reference =
                mean_code(table_of(range(CurveKind::bt2390, 0, white, 0, 203)), histogram);
            const double spline =
                mean_code(table_of(range(CurveKind::spline, 0, white, 0, 203)), histogram);
            EXPECT_NEAR(spline / reference, 1, 0.15) << white << " nits, middle " << middle;
        }
    }
}

TEST(Curve, SplineKeepsTheContrastOfTheMiddle) {
    for (const double white : {300.0, 1000.0, 4000.0}) {
        const Table table = table_of(range(CurveKind::spline, 0, white, 0, 203));
        const double slope = (at(table, pq(20)) - at(table, pq(5))) / (pq(20) - pq(5));
        EXPECT_NEAR(slope, 1, 0.1) << white;
    }
}

TEST(Curve, AnchorMovesTheMedianTowardTheMiddleWithinLimits) {
    const std::vector<uint32_t> histogram = bell(pq(8), 0.08);
    for (const CurveKind kind : {CurveKind::spline, CurveKind::adaptive}) {
        for (const double white : {100.0, 203.0, 1000.0, 4000.0}) {
            CurveArguments arguments = range(kind, 0.01, white, 0.05, 203);
            arguments.histogram = histogram;
            const float plain = at(table_of(arguments), pq(8));
            arguments.source_median = static_cast<float>(pq(8));
            arguments.target_middle = static_cast<float>(pq(33));
            const float brighter = at(table_of(arguments), pq(8));
            arguments.target_middle = static_cast<float>(pq(2));
            const float darker = at(table_of(arguments), pq(8));
            EXPECT_GT(brighter, plain + 0.02f) << describe(arguments);
            EXPECT_LE(brighter, pq(33) + 1e-3) << describe(arguments);
            EXPECT_LT(darker, brighter - 0.04f) << describe(arguments);
        }
    }
}

TEST(Curve, AnchorDoesNotTurnNightIntoDay) {
    const std::vector<uint32_t> histogram = bell(pq(0.2), 0.05);
    for (const CurveKind kind : {CurveKind::spline, CurveKind::adaptive}) {
        CurveArguments arguments = range(kind, 0.001, 20, 0.05, 203);
        arguments.histogram = histogram;
        arguments.source_median = static_cast<float>(pq(0.2));
        arguments.target_middle = static_cast<float>(pq(33));
        const Table table = table_of(arguments);
        EXPECT_LE(at(table, pq(20)), pq(20) + 0.065);
        for (double light = 0.25; light < 20; light *= 1.2) {
            EXPECT_LE(nits(at(table, pq(light))), 4 * light) << light << " cd/m2";
        }
    }
}

TEST(Curve, AdaptiveKeepsTheContrastOfFrequentTones) {
    const std::vector<uint32_t> histogram = bell(0.6, 0.04);
    CurveArguments arguments = range(CurveKind::adaptive, 0, 4000, 0, 203);
    arguments.histogram = histogram;
    const Table table = table_of(arguments);
    const double busy = at(table, 0.63) - at(table, 0.57);
    const double empty = at(table, 0.86) - at(table, 0.80);
    EXPECT_GT(busy, 1.5 * empty);
}

TEST(Curve, AdaptiveWithoutHistogramIsTheSpline) {
    CurveArguments arguments = range(CurveKind::adaptive, 0.01, 1000, 0.1, 203);
    const Table adaptive = table_of(arguments);
    arguments.kind = CurveKind::spline;
    EXPECT_EQ(adaptive, table_of(arguments));
}

}  // namespace
}  // namespace tonelift::curves_test
