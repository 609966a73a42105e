// SPDX-License-Identifier: BSD-2-Clause
// Tests that the operators of the script language follow docs/reference/language.md.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/oracle/rendered.h"

namespace tonelift::operators_reference_test {
namespace {

using namespace plain;
using namespace rendered;

bool is_true(double x) { return x > 0; }

struct Row {
    const char* expression;
    double (*of)(double a, double b);
};

constexpr Row rows[] = {
    {"a + b", [](double a, double b) { return a + b; }},
    {"a - b", [](double a, double b) { return a - b; }},
    {"a * b", [](double a, double b) { return a * b; }},
    {"a / b", [](double a, double b) { return b == 0 ? 0 : a / b; }},
    {"a % b", [](double a, double b) { return b == 0 ? 0 : a - b * std::floor(a / b); }},
    {"a < b", [](double a, double b) { return double(a < b); }},
    {"a <= b", [](double a, double b) { return double(a <= b); }},
    {"a > b", [](double a, double b) { return double(a > b); }},
    {"a >= b", [](double a, double b) { return double(a >= b); }},
    {"a == b", [](double a, double b) { return double(a == b); }},
    {"a != b", [](double a, double b) { return double(a != b); }},
    {"a && b", [](double a, double b) { return double(is_true(a) && is_true(b)); }},
    {"a || b", [](double a, double b) { return double(is_true(a) || is_true(b)); }},
    {"-a", [](double a, double) { return -a; }},
    {"!a", [](double a, double) { return double(!is_true(a)); }},
    {"a ? b : 5", [](double a, double b) { return is_true(a) ? b : 5; }},
    {"a - b * 2 + a % 3", [](double a, double b) { return a - b * 2 + a - 3 * std::floor(a / 3); }},
};

constexpr double numbers[] = {0, 1, -1, 0.5, -0.25, 2, 3, -3, 7, -8, 0.03125, 1000.5, -65504};
constexpr int count = static_cast<int>(std::size(numbers));

void expect_near(double actual, double expected, const Row& row, double a, double b) {
    EXPECT_NEAR(actual, expected, 3e-7 * std::max(1.0, std::fabs(expected)))
        << row.expression << " for a = " << a << ", b = " << b;
}

TEST(Operators, FollowTheDefinitionOnPlanes) {
    std::vector<TestPicture> frames = random_frames(1);
    const auto pair = [&](int i) {
        return std::array<double, 2>{numbers[i % count], numbers[i / count % count]};
    };
    for (int i = 0; i < width * height; ++i) {
        for (int c = 0; c < 2; ++c)
            frames[0].set_code(c, i % width, i / width, pair(i)[static_cast<size_t>(c)]);
    }
    for (const Row& row : rows) {
        const Image out = render(std::string("plane a = input.r; plane b = input.g;\n"
                                             "plane result = ") +
                                     row.expression + "; output color(result);",
                                 frames)[0][0];
        for (int i = 0; i < width * height; ++i) {
            const auto [a, b] = pair(i);
            expect_near(out.at(i % width, i / width), row.of(a, b), row, a, b);
        }
    }
}

TEST(Operators, FollowTheDefinitionOnUniforms) {
    std::vector<TestPicture> frames;
    for (int i = 0; i < count * count; ++i) {
        frames.emplace_back(make_picture("gbrpf32le", width, height, true));
        frames.back().fill_constant(0, numbers[i % count]);
        frames.back().fill_constant(1, numbers[i / count]);
    }
    for (const Row& row : rows) {
        const auto out = render(std::string("float a = minimum(input.r); float b = "
                                            "minimum(input.g);\nfloat result = ") +
                                    row.expression + "; output color(result);",
                                frames);
        for (int i = 0; i < count * count; ++i) {
            const double a = numbers[i % count], b = numbers[i / count];
            expect_near(out[static_cast<size_t>(i)][0].at(5, 7), row.of(a, b), row, a, b);
        }
    }
}

std::string number(double x) { return "(" + std::to_string(x) + ")"; }

TEST(Operators, FollowTheDefinitionOnConstants) {
    for (const Row& row : rows) {
        for (const double a : numbers) {
            for (const double b : numbers) {
                const test::Built built("float a = " + number(a) + "; float b = " + number(b) +
                                        "; float result = " + row.expression + "; output input;");
                const Node& node = built.variable("result");
                ASSERT_EQ(node.kind, NodeKind::constant) << row.expression;
                expect_near(node.value, row.of(a, b), row, a, b);
            }
        }
    }
}

TEST(Operators, FollowTheDefinitionInAssignments) {
    const test::Built built(
        "float a = 7; a += 3; float b = a; b -= 4; float c = b; c *= 2.5; float d = c; d /= 4;\n"
        "float e = -c; e %= 4; float f = e; f++; float g = f; --g; output input;");
    const double wanted[] = {10, 6, 15, 3.75, 1, 2, 1};
    const char* names = "abcdefg";
    for (size_t i = 0; i < std::size(wanted); ++i)
        EXPECT_EQ(built.variable(std::string(1, names[i])).value, wanted[i]) << names[i];
}

TEST(Operators, FollowTheDefinitionOnNanAndInfinity) {
    std::vector<TestPicture> frames = random_frames(1);
    const double nan = std::nan("");
    for (int c = 0; c < 2; ++c) frames[0].fill_constant(c, c == 0 ? nan : 1);
    const auto at = [&](const std::string& expression) {
        return render("plane a = input.r; plane b = input.g; plane result = " + expression +
                          "; output color(result);",
                      frames)[0][0]
            .at(3, 3);
    };
    for (const char* zero : {"a < b", "a > b", "a <= b", "a >= b", "a == b", "a == a", "!a",
                             "a && b", "sign(a)", "saturate(a)", "step(a, b)"}) {
        EXPECT_EQ(at(zero), 0) << zero;
    }
    EXPECT_EQ(at("a != b"), 1);
    EXPECT_EQ(at("a ? 3 : 5"), 5);
    EXPECT_EQ(at("select(a, 3, 5)"), 5);
    EXPECT_EQ(at("fract(a) >= 0"), 1);
    EXPECT_EQ(at("0 * a"), 0);
}

TEST(Operators, StepBetweenEqualNumbersBeginsAtTheNumber) {
    std::vector<TestPicture> frames = random_frames(1);
    for (const float edge : {0.0f, 1e-3f, 1.0f, -4.0f, 300.5f, -1000.5f, 4096.0f, 65504.0f}) {
        frames[0].fill_constant(0, edge);
        frames[0].set_code(0, 1, 0, std::nextafter(edge, -1e30f) - (edge == 0 ? 1e-6f : 0));
        frames[0].fill_constant(1, edge);
        const Image out = render(
            "float at = maximum(input.g); plane r = linearstep(at, at, input.r);"
            "output color(r);",
            frames)[0][0];
        EXPECT_EQ(out.at(0, 0), 1) << edge;
        EXPECT_EQ(out.at(1, 0), 0) << edge;
    }
}

TEST(Operators, LogicOfAConstantAndAColorIsAColor) {
    std::vector<TestPicture> frames = random_frames(1);
    const auto out =
        render("output color((true || input).g, (false && input).b, 1) + 0 * input;", frames)[0];
    EXPECT_EQ(out[0].at(3, 3), 1);
    EXPECT_EQ(out[1].at(3, 3), 0);
}

}  // namespace
}  // namespace tonelift::operators_reference_test
