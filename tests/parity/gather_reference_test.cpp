// SPDX-License-Identifier: BSD-2-Clause
// Tests that gather() in scripts agrees with the same sums in plain double arithmetic.
#include "tests/oracle/rendered.h"
#include "tests/support/repeats.h"

namespace tonelift::gather_reference_test {
namespace {

using namespace plain;
using namespace rendered;

using Term = std::function<double(int x, int y, int dx, int dy)>;

double sum_of(int radius, int x, int y, const Term& term) {
    double sum = 0;
    for (int dy = -radius; dy <= radius; ++dy) {
        for (int dx = -radius; dx <= radius; ++dx) sum += term(x, y, dx, dy);
    }
    return sum;
}

Image mean_of_terms(int radius, const Term& value, const Term& weight) {
    return map(
        [&](int x, int y) { return sum_of(radius, x, y, value) / sum_of(radius, x, y, weight); });
}

constexpr const char* bilateral_functions =
    "color near(plane there, plane here, float dx, float dy) {\n"
    "    plane apart = there - here;\n"
    "    plane w = exp(-(dx * dx + dy * dy) / 18 - apart * apart / 0.08);\n"
    "    return color(w * there, w, 0);\n"
    "}\n"
    "plane mean_of(color sum, plane here) { return sum.r / sum.g; }";

TEST(GatherReference, BilateralFollowsItsDefinitionAtEveryRadius) {
    for (const int radius : {1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 30, 64}) {
        if (is_instrumented && radius > 16) continue;
        expect_image(
            "gather(v, " + std::to_string(radius) + ", near, mean_of)",
            [&](const Image& v, const Image&) {
                return weighted(v, v, radius, [](int dx, int dy, double d) {
                    return std::exp(-(dx * dx + dy * dy) / 18.0 - d * d / 0.08);
                });
            },
            1e-5, bilateral_functions);
    }
}

TEST(GatherReference, DirectionalGatherFollowsItsDefinition) {
    expect_image(
        "gather(v, 4, near, mean_of)",
        [](const Image& v, const Image& g) {
            const double level = mean_of(v.values);
            const auto weight = [&](int x, int y, int dx, int dy) {
                const double across = dx * g.at(x, y) - dy * (1 - g.at(x, y));
                return std::exp(-across * across) * (v.at(x + dx, y + dy) > level ? 2 : 1);
            };
            return mean_of_terms(
                4,
                [&](int x, int y, int dx, int dy) {
                    return weight(x, y, dx, dy) * v.at(x + dx, y + dy);
                },
                weight);
        },
        1e-5,
        "float level = mean(v);\n"
        "color near(plane there, plane here, float dx, float dy) {\n"
        "    plane across = dx * g - dy * (1 - g);\n"
        "    plane w = exp(-across * across) * (there > level ? 2 : 1);\n"
        "    return color(w * there, w, w);\n"
        "}\n"
        "plane mean_of(color sum, plane here) { return sum.r / sum.b; }");
}

TEST(GatherReference, GatherOfColorsFollowsItsDefinition) {
    std::vector<TestPicture> frames = random_frames(1);
    const auto out = render(
        "color near(color there, color here, float dx, float dy) {\n"
        "    return there * (1 + luminance(abs(there - here)));\n"
        "}\n"
        "color last(color sum, color here) { return sum / 25 - here; }\n"
        "output gather(input, 2, near, last);",
        frames)[0];
    const Image in[] = {component(frames[0], 0), component(frames[0], 1), component(frames[0], 2)};
    for (int c = 0; c < 3; ++c) {
        const Image wanted = map([&](int x, int y) {
            const double sum = sum_of(2, x, y, [&](int px, int py, int dx, int dy) {
                const auto apart = [&](int k) {
                    return std::fabs(in[k].at(px + dx, py + dy) - in[k].at(px, py));
                };
                const double light = 0.2627 * apart(0) + 0.6780 * apart(1) + 0.0593 * apart(2);
                return in[c].at(px + dx, py + dy) * (1 + light);
            });
            return sum / 25 - in[c].at(x, y);
        });
        EXPECT_LE(worst_difference(wanted, out[static_cast<size_t>(c)]), 1e-4) << c;
    }
}

TEST(GatherReference, TermsNeedNotReadANeighbor) {
    const std::string functions =
        "plane own(plane there, plane here, float dx, float dy) { return here; }\n"
        "plane one(plane there, plane here, float dx, float dy) { return 1; }\n"
        "plane far(plane there, plane here, float dx, float dy) { return hypot(dx, dy); }\n"
        "plane part(plane sum, plane here) { return sum / 100; }\n"
        "plane none(plane sum, plane here) { return 1 - here; }";
    const auto constant = [](double value) {
        return [=](const Image&, const Image&) { return map([=](int, int) { return value; }); };
    };
    double distance = 0;
    for (int dy = -3; dy <= 3; ++dy) {
        for (int dx = -3; dx <= 3; ++dx) distance += std::hypot(dx, dy);
    }
    expect_image(
        "gather(v, 1, own, part)",
        [](const Image& v, const Image&) {
            return map([&](int x, int y) { return 0.09 * v.at(x, y); });
        },
        1e-6, functions);
    expect_image("gather(v, 2, one, part)", constant(0.25), 1e-6, functions);
    expect_image("gather(v, 3, far, part)", constant(distance / 100), 1e-5, functions);
    expect_image("gather(0.5, 3, far, part)", constant(distance / 100), 1e-5, functions);
    expect_image("gather(0.5, 3, far, none)", constant(0.5), 1e-6, functions);
}

TEST(GatherReference, CombinesWithOtherOperations) {
    const std::string functions =
        "plane same(plane there, plane here, float dx, float dy) { return there; }\n"
        "plane ninth(plane sum, plane here) { return saturate(sum / 9); }\n"
        "plane bent(plane there, plane here, float dx, float dy) {\n"
        "    return curve(there, 0, 0, 0.5, 0.5, 1, 1);\n"
        "}";
    const auto twice = [](const Image& v, const Image&) { return box(box(v, 1), 1); };
    expect_image("gather(gather(v, 1, same, ninth), 1, same, ninth)", twice, 1e-4, functions);
    expect_image(
        "gather(v, 1, bent, ninth)", [](const Image& v, const Image&) { return box(v, 1); }, 1e-4,
        functions);
    expect_image(
        "mean(gather(v, 1, same, ninth))",
        [](const Image& v, const Image&) {
            const double mean = mean_of(box(v, 1).values);
            return map([=](int, int) { return mean; });
        },
        1e-4, functions);
    expect_image(
        "upsample(gather(downsample(v, 64), 1, same, ninth))",
        [](const Image& v, const Image&) {
            const double mean = mean_of(v.values);
            return map([=](int, int) { return mean; });
        },
        1e-4, functions);
}

}  // namespace
}  // namespace tonelift::gather_reference_test
