// SPDX-License-Identifier: BSD-2-Clause
// Tests that built-in functions which consist of several operations agree with plain double
// arithmetic.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "tests/oracle/color_reference.h"
#include "tests/oracle/rendered.h"

namespace tonelift::builtins_reference_test {
namespace {

using namespace plain;
using namespace rendered;

TEST(BuiltinsReference, WindowsFollowTheirDefinitions) {
    expect_image("blur_box(v, 2)", [](const Image& v, const Image&) { return box(v, 2); });
    expect_image("local_mean(v, 5)", [](const Image& v, const Image&) { return box(v, 5); });
    expect_image("erode(v, 1)", [](const Image& v, const Image&) { return smallest(v, 1); });
    expect_image("dilate(v, 3)", [](const Image& v, const Image&) { return largest(v, 3); });
    expect_image("open(v, 1)",
                 [](const Image& v, const Image&) { return largest(smallest(v, 1), 1); });
    expect_image("close(v, 2)",
                 [](const Image& v, const Image&) { return smallest(largest(v, 2), 2); });
    expect_image("max_min(v, 2)", [](const Image& v, const Image&) {
        return difference(largest(v, 2), smallest(v, 2));
    });
    expect_image("local_variance(v, 2)", [](const Image& v, const Image&) {
        return difference(box(product(v, v), 2), product(box(v, 2), box(v, 2)));
    });
    expect_image("median(v, 1)", [](const Image& v, const Image&) {
        return map([&](int x, int y) {
            auto near = neighbors(v, x, y, 1);
            std::nth_element(near.begin(), near.begin() + 4, near.end());
            return near[4];
        });
    });
}

TEST(BuiltinsReference, WeightsFollowTheirDefinitions) {
    expect_image("blur_gauss(v, 1.3)",
                 [](const Image& v, const Image&) { return gauss(v, 1.3, 4); });
    expect_image("unsharp(v, 0.8, 0.7)", [](const Image& v, const Image&) {
        return combine(v, gauss(v, 0.8, 3), [](double a, double b) { return a + 0.7 * (a - b); });
    });
    expect_image("laplacian(v)", [](const Image& v, const Image&) {
        return map([&](int x, int y) {
            return v.at(x - 1, y) + v.at(x + 1, y) + v.at(x, y - 1) + v.at(x, y + 1) -
                   4 * v.at(x, y);
        });
    });
    expect_image("gradient(v)", [](const Image& v, const Image&) {
        return map([&](int x, int y) {
            double dx = 0;
            double dy = 0;
            for (int i = -1; i <= 1; ++i) {
                const double weight = i == 0 ? 0.25 : 0.125;
                dx += weight * (v.at(x + 1, y + i) - v.at(x - 1, y + i));
                dy += weight * (v.at(x + i, y + 1) - v.at(x + i, y - 1));
            }
            return std::hypot(dx, dy);
        });
    });
    expect_image("convolve(v, 0.1, 0, 0, 0, 0.2, 0, 0.3, 0, -0.4)",
                 [](const Image& v, const Image&) {
                     return map([&](int x, int y) {
                         return 0.1 * v.at(x - 1, y - 1) + 0.2 * v.at(x, y) +
                                0.3 * v.at(x - 1, y + 1) - 0.4 * v.at(x + 1, y + 1);
                     });
                 });
    expect_image("offset(v, 3, -2)", [](const Image& v, const Image&) {
        return map([&](int x, int y) { return v.at(x + 3, y - 2); });
    });
    expect_image("offset(v, 0, 4)", [](const Image& v, const Image&) {
        return map([&](int x, int y) { return v.at(x, y + 4); });
    });
}

// Applies AMD's contrast adaptive sharpening (CAS) as AMD has published it.
Image sharpened(const Image& v, double sharpness, int r) {
    return map([&](int x, int y) {
        const double here = v.at(x, y);
        const double four[] = {v.at(x, y - r), v.at(x - r, y), v.at(x + r, y), v.at(x, y + r)};
        double low = here, high = here, sum = 0;
        for (const double tap : four) {
            low = std::min(low, tap);
            high = std::max(high, tap);
            sum += tap;
        }
        double lowest = low, highest = high;
        for (const double tap :
             {v.at(x - r, y - r), v.at(x + r, y - r), v.at(x - r, y + r), v.at(x + r, y + r)}) {
            lowest = std::min(lowest, tap);
            highest = std::max(highest, tap);
        }
        const double peak = std::max(high + highest, 1e-6);
        const double room = std::min(low + lowest, 2 - peak) / peak;
        const double weight = -std::sqrt(std::clamp(room, 0.0, 1.0)) / (8 - 3 * sharpness);
        return (sum * weight + here) / (1 + 4 * weight);
    });
}

TEST(BuiltinsReference, CasFollowsItsDefinition) {
    expect_image("cas(v, 0)", [](const Image& v, const Image&) { return sharpened(v, 0, 1); });
    expect_image("cas(v, 1)", [](const Image& v, const Image&) { return sharpened(v, 1, 1); });
    expect_image("cas(v, 0.5, 3)",
                 [](const Image& v, const Image&) { return sharpened(v, 0.5, 3); });
}

TEST(BuiltinsReference, EdgeAwareWindowsFollowTheirDefinitions) {
    expect_image("surface_blur(v, g, 2, 0.2)", [](const Image& v, const Image& g) {
        return weighted(v, g, 2,
                        [](int, int, double d) { return std::max(0.0, 1 - d / (2.5 * 0.2)); });
    });
    expect_image("bilateral(v, g, 1.1, 0.2)", [](const Image& v, const Image& g) {
        return weighted(v, g, 4, [](int dx, int dy, double d) {
            return std::exp(-(dx * dx + dy * dy) / (2 * 1.21)) * std::exp(-d * d / (2 * 0.04));
        });
    });
    expect_image(
        "guided(v, g, 2, 0.05)",
        [](const Image& v, const Image& g) {
            const Image covariance =
                difference(box(product(v, g), 2), product(box(v, 2), box(g, 2)));
            const Image variance = difference(box(product(g, g), 2), product(box(g, 2), box(g, 2)));
            const Image a =
                combine(covariance, variance, [](double c, double s) { return c / (s + 0.05); });
            const Image b = difference(box(v, 2), product(a, box(g, 2)));
            return combine(product(box(a, 2), g), box(b, 2), std::plus<double>());
        },
        4e-3);
}

uint32_t scrambled(uint32_t bits) {
    bits = (bits ^ (bits >> 16)) * 2146121005u;
    bits = (bits ^ (bits >> 15)) * 2221713035u;
    return bits ^ (bits >> 16);
}

std::array<int, 2> random_place(int x, int y, int iteration, int reach) {
    const uint32_t row = scrambled(static_cast<uint32_t>(y) * 2246822519u);
    const uint32_t bits = scrambled(row + static_cast<uint32_t>(x) * 2654435761u +
                                    static_cast<uint32_t>(iteration) * 3266489917u);
    const auto within = [&](uint32_t share) {
        return static_cast<int>(std::floor(share / 65536.0 * (2 * reach + 1))) - reach;
    };
    return {within(bits % 65536), within(bits / 65536)};
}

Image debanded(const Image& v, double threshold, int radius, int iterations) {
    return map([&](int x, int y) {
        double result = v.at(x, y);
        for (int i = 1; i <= iterations; ++i) {
            const auto [dx, dy] = random_place(x, y, i, i * radius);
            const double taps[] = {v.at(x + dx, y + dy), v.at(x - dy, y + dx), v.at(x - dx, y - dy),
                                   v.at(x + dy, y - dx)};
            double mean = 0, furthest = 0;
            for (const double tap : taps) {
                mean += tap / 4;
                furthest = std::max(furthest, std::fabs(tap - result));
            }
            const double share = std::clamp(2 - 2 * i * furthest / threshold, 0.0, 1.0);
            result += share * (mean - result);
        }
        return result;
    });
}

TEST(BuiltinsReference, DebandFollowsItsDefinition) {
    expect_image("deband(v, 1, 5)",
                 [](const Image& v, const Image&) { return debanded(v, 1, 5, 1); });
    expect_image(
        "deband(v, 1, 3, 4)", [](const Image& v, const Image&) { return debanded(v, 1, 3, 4); },
        4e-3);
}

TEST(BuiltinsReference, DebandSmoothsStepsAndKeepsEdges) {
    constexpr double step = 0.01;
    std::vector<TestPicture> frames;
    for (int i = 0; i < 2; ++i) {
        frames.emplace_back(make_picture("gbrpf32le", width, height, true));
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                const int level = x * 4 / width;
                frames.back().set_code(0, x, y, level < 3 ? 0.2 + step * level : 0.7);
            }
        }
    }
    const auto out =
        render("plane v = deband(saturate(input.r), 0.03, 6, 2); output color(v);", frames);
    const int edge = (3 * width + 3) / 4;
    int between = 0, differ = 0;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const double v = out[0][0].at(x, y);
            const double least = x < edge ? 0.2 : 0.7;
            const double most = x < edge ? 0.2 + 2 * step : 0.7;
            EXPECT_GE(v, least - 1e-4) << x;
            EXPECT_LE(v, most + 1e-4) << x;
            const double level = (v - 0.2) / step;
            if (x < edge && std::fabs(level - std::round(level)) > 0.1) ++between;
            if (std::fabs(v - out[1][0].at(x, y)) > 0.1 * step) ++differ;
        }
    }
    EXPECT_GT(between, width * height / 10);
    EXPECT_GT(differ, width * height / 20);
}

TEST(BuiltinsReference, RecurrencesFollowTheirDefinitions) {
    expect_image("recursive_edge(v, g, 6, 0.3, 3)",
                 [](const Image& v, const Image& g) { return domain_transform(v, g, 6, 0.3, 3); });
    expect_image("recursive_edge(v, v, 2, 0.05, 1)",
                 [](const Image& v, const Image&) { return domain_transform(v, v, 2, 0.05, 1); });
    expect_image("recursive_bilateral(v, g, 5, 0.2)", [](const Image& v, const Image& g) {
        const auto recursion = [](std::vector<double>& line, const std::vector<double>& guide) {
            const auto weight = [&](size_t k) {
                return std::exp(-std::sqrt(2) / 5 - std::fabs(guide[k] - guide[k - 1]) / 0.2);
            };
            for (size_t k = 1; k < line.size(); ++k) line[k] += weight(k) * (line[k - 1] - line[k]);
            for (size_t k = line.size() - 1; k > 0; --k)
                line[k - 1] += weight(k) * (line[k] - line[k - 1]);
        };
        return along(along(v, g, true, recursion), g, false, recursion);
    });
    expect_image("global_smooth(v, g, 8, 0.3, 2)", [](const Image& v, const Image& g) {
        return weighted_least_squares(v, g, 8, 0.3, 2);
    });
    expect_image(
        "recursive_gauss(v, 2)", [](const Image& v, const Image&) { return gauss(v, 2, 12); },
        0.02);
}

TEST(BuiltinsReference, RecurrencesReadTheirGuide) {
    expect_image(
        "recursive_edge(v, blur_box(g, 1), 6, 0.3, 3)",
        [](const Image& v, const Image& g) { return domain_transform(v, box(g, 1), 6, 0.3, 3); });
    expect_image("global_smooth(v, blur_box(g, 1), 8, 0.3, 2)", [](const Image& v, const Image& g) {
        return weighted_least_squares(v, box(g, 1), 8, 0.3, 2);
    });
}

TEST(BuiltinsReference, SumsFollowTheirDefinitions) {
    const auto running = [](std::vector<double>& line, const std::vector<double>&) {
        for (size_t k = 1; k < line.size(); ++k) line[k] += line[k - 1];
    };
    expect_image(
        "cumulative_sum(v, 0)",
        [&](const Image& v, const Image&) { return along(v, v, false, running); }, 0.02);
    expect_image(
        "cumulative_sum(v, 1)",
        [&](const Image& v, const Image&) { return along(v, v, true, running); }, 0.02);
    expect_image(
        "integral(v)",
        [&](const Image& v, const Image&) {
            return along(along(v, v, false, running), v, true, running);
        },
        0.3);
}

TEST(BuiltinsReference, SumsCountNanAsZeroAndInfinitiesAs65504) {
    std::vector<TestPicture> frames = random_frames(1);
    frames[0].fill_constant(0, 0.25);
    constexpr double pixels = width * height, infinity = std::numeric_limits<double>::infinity();
    for (const auto& [wrong, counted] :
         {std::pair{std::nan(""), 0.0}, {infinity, 65504.0}, {-infinity, -65504.0}}) {
        frames[0].set_code(0, 5, 5, wrong);
        const auto out =
            render("plane v = input.r; output color(sum(v), mean(v), variance(v));", frames)[0];
        const double sum = 0.25 * (pixels - 1) + counted, mean = sum / pixels;
        const double squares = (0.0625 * (pixels - 1) + counted * counted) / pixels;
        EXPECT_NEAR(out[0].at(0, 0), sum, 1e-5 * std::abs(sum)) << wrong;
        EXPECT_NEAR(out[1].at(0, 0), mean, 1e-5 * std::abs(mean)) << wrong;
        EXPECT_NEAR(out[2].at(0, 0), squares - mean * mean, 1e-4 * squares) << wrong;
    }
}

TEST(BuiltinsReference, ResamplingFollowsItsDefinition) {
    expect_image("upsample(downsample(v, 64))", [](const Image& v, const Image&) {
        const double mean = mean_of(v.values);
        return map([&](int, int) { return mean; });
    });
    expect_image(
        "upsample(scale(x / width, 19, 21))",
        [](const Image&, const Image&) {
            return map([](int x, int) {
                const double cell = 37.0 / 19;
                return std::clamp(x + 0.5, cell / 2, 37 - cell / 2) / 37;
            });
        },
        0.02);
    expect_image("flip(v, 0)", [](const Image& v, const Image&) {
        return map([&](int x, int y) { return v.at(width - 1 - x, y); });
    });
    expect_image("flip(blur_box(v, 1), 1)", [](const Image& v, const Image&) {
        return map([&](int x, int y) { return box(v, 1).at(x, height - 1 - y); });
    });
    expect_image("transpose(blur_box(transpose(v), 2))",
                 [](const Image& v, const Image&) { return box(v, 2); });
    expect_image("joint_upsample(downsample(g, 1), g, g, 0.1)",
                 [](const Image&, const Image& g) { return g; });
}

void expect_number(const std::string& expression,
                   const std::function<double(const Image&)>& expected,
                   double allowed = tolerance) {
    expect_image(
        expression,
        [&](const Image& v, const Image&) {
            const double value = expected(v);
            return map([&](int, int) { return value; });
        },
        allowed);
}

TEST(BuiltinsReference, ReductionsFollowTheirDefinitions) {
    constexpr double pixels = width * height;
    const auto sum = [](const Image& v, const std::function<double(double)>& f) {
        double total = 0;
        for (const double value : v.values) total += f(value);
        return total;
    };
    const auto mean = [&](const Image& v) { return mean_of(v.values); };
    const auto maximum = [](const Image& v) {
        return *std::max_element(v.values.begin(), v.values.end());
    };
    const auto variance = [&](const Image& v) {
        return sum(v, [](double a) { return a * a; }) / pixels - mean(v) * mean(v);
    };
    expect_number("mean(v)", mean, 1e-5);
    expect_number(
        "sum(v)", [&](const Image& v) { return mean(v) * pixels; }, 1e-2);
    expect_number(
        "minimum(v)",
        [](const Image& v) { return *std::min_element(v.values.begin(), v.values.end()); }, 1e-6);
    expect_number("maximum(v)", maximum, 1e-6);
    expect_number("variance(v)", variance, 1e-5);
    expect_number(
        "log_mean(v)",
        [&](const Image& v) {
            return std::exp(sum(v, [](double a) { return std::log(std::max(a, 1e-6)); }) / pixels);
        },
        1e-4);
    expect_number("sum(v * 70000) / (70000 * width * height)", mean, 1e-5);
    expect_number("maximum(g * 0 + v * 70000) / 70000", maximum, 1e-6);
    expect_number("variance(v * 70000) / 70000 / 70000", variance, 1e-5);
    for (const double share : {0.0, 0.1, 0.5, 0.998, 1.0}) {
        expect_number(
            "percentile(v, " + std::to_string(share) + ")",
            [&](const Image& v) {
                std::vector<double> sorted = v.values;
                std::sort(sorted.begin(), sorted.end());
                return sorted[static_cast<size_t>(std::min(share * pixels, pixels - 1))];
            },
            3e-3);
    }
    expect_number(
        "entropy(v)",
        [&](const Image& v) {
            std::vector<double> bins(1024);
            for (const double value : v.values)
                ++bins[static_cast<size_t>(std::min(1023.0, value * 1024))];
            double bits = 0;
            for (const double bin : bins) {
                if (bin > 0) bits -= bin / pixels * std::log2(bin / pixels);
            }
            return bits;
        },
        1e-2);
}

TEST(BuiltinsReference, CoordinatesAndFrameConstantsFollowTheirDefinitions) {
    expect_image("x / 64", [](const Image&, const Image&) {
        return map([](int x, int) { return (x + 0.5) / 64; });
    });
    expect_image("y / 64", [](const Image&, const Image&) {
        return map([](int, int y) { return (y + 0.5) / 64; });
    });
    expect_number("source_peak / target_peak", [](const Image&) { return 1000.0 / 203; });
    expect_number("width + height", [](const Image&) { return width + height; });
}

TEST(BuiltinsReference, DitherStaysWithinOneStep) {
    std::vector<TestPicture> frames = random_frames(1);
    const Image out = render("output dither(saturate(input), 4);", frames)[0][0];
    const Image in = component(frames[0], 0);
    for (size_t i = 0; i < in.values.size(); ++i) {
        EXPECT_LE(std::fabs(out.values[i] - in.values[i]), 1.001 / 15);
        EXPECT_NEAR(out.values[i] * 15, std::round(out.values[i] * 15), 1e-4);
    }
}

TEST(BuiltinsReference, GrainHasTheRequestedAmount) {
    std::vector<TestPicture> frames = random_frames(1);
    const Image out = render("output color(0.5 + grain(0.1));", frames)[0][0];
    double variance = 0;
    for (const double value : out.values) variance += (value - 0.5) * (value - 0.5);
    EXPECT_NEAR(mean_of(out.values), 0.5, 0.02);
    EXPECT_NEAR(std::sqrt(variance / (width * height)), 0.1, 0.02);
}

TEST(BuiltinsReference, GrainIsNewInEveryFrame) {
    std::vector<TestPicture> frames = random_frames(3);
    const auto out = render("output color(0.5 + grain(0.1));", frames);
    for (size_t i = 1; i < out.size(); ++i) {
        double product = 0;
        for (size_t k = 0; k < out[0][0].values.size(); ++k)
            product += (out[i - 1][0].values[k] - 0.5) * (out[i][0].values[k] - 0.5);
        EXPECT_NEAR(product / (width * height * 0.01), 0, 0.15) << "correlation to frame " << i - 1;
    }
}

TEST(BuiltinsReference, PrimariesFollowTheirMatrix) {
    std::vector<TestPicture> frames = random_frames(1);
    const auto out = render("output to_primaries(input, 1);", frames)[0];
    const reference::Mat3 matrix =
        reference::convert_primaries(reference::bt2020, reference::bt709);
    const reference::Vec3 in = {component(frames[0], 0).at(5, 7), component(frames[0], 1).at(5, 7),
                                component(frames[0], 2).at(5, 7)};
    const reference::Vec3 wanted = reference::product(matrix, in);
    for (size_t c = 0; c < 3; ++c) EXPECT_NEAR(out[c].at(5, 7), wanted[c], 1e-5);
}

TEST(BuiltinsReference, ColorfulnessScalesOklab) {
    std::vector<TestPicture> frames = random_frames(1);
    const auto out = render("output colorfulness(input, 1.5);", frames)[0];
    reference::Vec3 lab =
        reference::rgb_to_oklab({component(frames[0], 0).at(5, 7), component(frames[0], 1).at(5, 7),
                                 component(frames[0], 2).at(5, 7)});
    lab = {lab[0], 1.5 * lab[1], 1.5 * lab[2]};
    const reference::Vec3 wanted = reference::oklab_to_rgb(lab);
    for (size_t c = 0; c < 3; ++c) EXPECT_NEAR(out[c].at(5, 7), wanted[c], 1e-5);
}

TEST(BuiltinsReference, UniformsOverTimeFollowTheirDefinitions) {
    std::vector<TestPicture> frames = random_frames(4);
    for (size_t i = 0; i < frames.size(); ++i) {
        for (int c = 0; c < 3; ++c) frames[i].fill_constant(c, 0.5 + 0.01 * static_cast<double>(i));
    }
    const auto out = render(
        "plane v = input.r; float m = mean(v);\n"
        "output color(previous(m), smooth(m, 0.5), time);",
        frames);
    double state = 0.5;
    for (size_t i = 0; i < frames.size(); ++i) {
        const double value = 0.5 + 0.01 * static_cast<double>(i);
        state += (1 - std::exp(-0.25 / 0.5)) * (value - state);
        EXPECT_NEAR(out[i][0].at(3, 3), i == 0 ? 0.5 : value - 0.01, 1e-5) << i;
        EXPECT_NEAR(out[i][1].at(3, 3), state, 1e-5) << i;
        EXPECT_NEAR(out[i][2].at(3, 3), 0.25 * static_cast<double>(i), 1e-6) << i;
    }
}

TEST(BuiltinsReference, CutsAreDetectedAndRestartSmoothing) {
    std::vector<TestPicture> frames = random_frames(3);
    for (size_t i = 0; i < frames.size(); ++i) {
        for (int c = 0; c < 3; ++c) frames[i].fill_constant(c, i < 2 ? 0.01 : 0.9);
    }
    const auto out = render("output color(scene_change(), smooth(mean(input.r), 10), 0);", frames);
    EXPECT_NEAR(out[1][0].at(0, 0), 0, 1e-6);
    EXPECT_NEAR(out[2][0].at(0, 0), 1, 1e-6);
    EXPECT_NEAR(out[2][1].at(0, 0), 0.9, 1e-5);
}

}  // namespace
}  // namespace tonelift::builtins_reference_test
