// SPDX-License-Identifier: BSD-2-Clause
// Tests how scripts become graphs of operations: values, unrolled loops, inlined functions, and
// filters.
#include "core/language/script.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/common/limits.h"
#include "tests/support/scripts.h"

namespace tonelift::script_test {
namespace {

using test::Built;
using test::constant_of;
using test::errors_of;

int count_cores(const Graph& graph) {
    int count = 0;
    for (size_t i = 0; i < graph.size(); ++i)
        count += graph.at(static_cast<NodeId>(i)).kind == NodeKind::core;
    return count;
}

TEST(Script, OperatorsBindAsInC) {
    EXPECT_EQ(constant_of("1 + 2 * 3"), 7);
    EXPECT_EQ(constant_of("(1 + 2) * 3"), 9);
    EXPECT_EQ(constant_of("10 - 4 - 3"), 3);
    EXPECT_EQ(constant_of("-2 * -3"), 6);
    EXPECT_EQ(constant_of("7 / 2"), 3.5f);
    EXPECT_EQ(constant_of("7 % 4 + 1"), 4);
    EXPECT_EQ(constant_of("1 < 2 == 2 > 1"), 1);
    EXPECT_EQ(constant_of("1 > 2 || 3 >= 3 && 1 <= 0"), 0);
    EXPECT_EQ(constant_of("!(1 > 2) && 4 != 5"), 1);
    EXPECT_EQ(constant_of("1 > 2 ? 10 : 2 > 1 ? 20 : 30"), 20);
    EXPECT_EQ(constant_of("true ? 1 : 2"), 1);
    EXPECT_EQ(constant_of("- - 3 + + 2"), 5);
}

TEST(Script, ValuesAboveZeroAreTrue) {
    EXPECT_EQ(constant_of("0.5 && 2"), 1);
    EXPECT_EQ(constant_of("-1 || 0"), 0);
    EXPECT_EQ(constant_of("!(-3)"), 1);
    EXPECT_EQ(constant_of("!0.1"), 0);
}

TEST(Script, LoopsAreUnrolled) {
    const Built built(
        "float a = 0; for (int i = 0; i < 5; i++) a += i;\n"
        "float b = 1; for (int i = 4; i > 0; --i) { b *= i; }\n"
        "float c = 0; for (int i = 0; i < 10; i += 3) for (int k = 0; k < i; k = k + 1) c++;\n"
        "output input;");
    EXPECT_EQ(built.variable("a").value, 10);
    EXPECT_EQ(built.variable("b").value, 24);
    EXPECT_EQ(built.variable("c").value, 18);
}

TEST(Script, FunctionsAreInlined) {
    const Built built(
        "float square(float a) { return a * a; }\n"
        "float power(float a, int n) { float p = 1; for (int i = 0; i < n; i++) p *= a; return p; "
        "}\n"
        "float first_above(float limit) {\n"
        "  for (int i = 0; i < 100; i++) { if (square(i) > limit) return i; }\n"
        "  return -1;\n"
        "}\n"
        "float a = square(3) + power(2, 10);\n"
        "float b = first_above(50);\n"
        "output input;");
    EXPECT_EQ(built.variable("a").value, 1033);
    EXPECT_EQ(built.variable("b").value, 8);
}

TEST(Script, FunctionsReadEarlierVariables) {
    const Built built(
        "param float gain = 3 in [0, 10]; float base = 2;\n"
        "float f(float base) { return base + 1; }\n"
        "float g(float a) { return a + base; }\n"
        "base = 5; float a = f(1); float b = g(1); output input;");
    EXPECT_EQ(built.variable("a").value, 2);
    EXPECT_EQ(built.variable("b").value, 6);
}

TEST(Script, VariablesAndFunctionsMayShareNames) {
    const Built built(
        "plane v = lightness(input); float mean = mean(v); float percentile = percentile(v, 0.5);\n"
        "output saturation(input, mean + percentile);");
    EXPECT_EQ(built.variable("mean").frame_op, FrameOp::mean);
}

TEST(Script, VariablesHideBuiltinNames) {
    const Built built(
        "float f() { return width; } float before = width; float width = 3; float a = f();\n"
        "float b = width; plane y = luminance(input); plane c = 2 * y;\n"
        "plane d = 2 * luminance(input); output input;");
    EXPECT_NE(built.variable("before").value, 3);
    EXPECT_EQ(built.variable("a").value, built.variable("before").value);
    EXPECT_EQ(built.variable("b").value, 3);
    EXPECT_EQ(&built.variable("c"), &built.variable("d"));
}

TEST(Script, UserFunctionsWinOverBuiltins) {
    const Built built(
        "float min(float a, float b) { return 42; } float a = min(1, 2); output input;");
    EXPECT_EQ(built.variable("a").value, 42);
}

TEST(Script, BranchesAreTakenAtPlanTime) {
    const char* text =
        "param bool quick = false; param int n = 2 in [0, 9];\n"
        "plane v = lightness(input);\n"
        "if (!quick && n > 0) v = local_mean(v, n); else if (n == 0) v = 1; else v = median(v, "
        "1);\n"
        "output color(v);";
    EXPECT_EQ(count_cores(Built(text).graph), 1);
    EXPECT_EQ(count_cores(Built(text, {0, 0}).graph), 0);
    const Built built(text, {1, 5});
    EXPECT_EQ(std::get<Stencil>(built.variable("v").core).kind, StencilKind::median);
    EXPECT_TRUE(built.script.structural[0]);
    EXPECT_TRUE(built.script.structural[1]);
}

TEST(Script, ConstantConditionsEvaluateOnlyOneSide) {
    EXPECT_EQ(errors_of("int r = 0; plane v = r > 0 ? erode(x, r) : x; output color(v);"), "");
    EXPECT_EQ(errors_of("int r = 0; plane v = r > 0 && mean(erode(x, r)) > 1; output color(v);"),
              "");
}

TEST(Script, OnlyParamsThatShapeTheGraphAreStructural) {
    const Built built(
        "param float gain = 1 in [0, 4]; param float radius = 3 in [1, 9];\n"
        "param int times = 2 in [1, 4]; param bool flag = true;\n"
        "plane v = lightness(input) * gain;\n"
        "v = local_mean(v, round(radius * 0.5) + 1);\n"
        "for (int i = 0; i < times; i++) v = mix(v, 1, flag);\n"
        "output color(v);");
    const std::vector<bool> expected = {false, true, true, false};
    EXPECT_EQ(built.script.structural, expected);
    ASSERT_EQ(built.script.params.size(), 4u);
    EXPECT_EQ(built.script.params[1].name, "radius");
}

TEST(Script, ParamsAreDescribed) {
    const Built built(
        "param float gain = 1.5 in [-1, 4] \"how \\\"much\\\"\";\n"
        "param int n = -2 in [-3, 4]; param bool flag = true \"yes or no\"; output input;");
    const auto& params = built.script.params;
    EXPECT_EQ(params[0].help, "how \"much\"");
    EXPECT_EQ(params[0].low, -1);
    EXPECT_EQ(params[0].default_value, 1.5f);
    EXPECT_EQ(params[1].kind, ParamKind::whole);
    EXPECT_EQ(params[1].default_value, -2);
    EXPECT_EQ(params[2].kind, ParamKind::boolean);
    EXPECT_EQ(params[2].high, 1);
}

TEST(Script, TypesPromoteByComponent) {
    const Built built(
        "color c = input * 2 + lightness(input); color d = max(c, 0.5);\n"
        "color e = 1; e.g = x; e.b *= 3; plane v = 1; output mix(c, d, e);");
    const Value& c = built.script.variables.at("c");
    EXPECT_EQ(c.components, 3);
    EXPECT_NE(c.node[0], c.node[1]);
    const Value& e = built.script.variables.at("e");
    EXPECT_EQ(built.graph.at(e.node[0]).value, 1);
    EXPECT_EQ(built.graph.at(e.node[1]).kind, NodeKind::coordinate);
    EXPECT_EQ(built.graph.at(e.node[2]).value, 3);
    EXPECT_EQ(built.script.output.components, 3);
}

TEST(Script, EqualExpressionsAreOneNode) {
    const Built built(
        "plane a = lightness(input) + 1; plane b = lightness(input) + 1; output input;");
    EXPECT_EQ(built.script.variables.at("a").node, built.script.variables.at("b").node);
}

TEST(Script, DomainTransformFollowsThePaper) {
    const Built built(
        "plane v = lightness(input); plane b = recursive_edge(v, v, 30, 0.1, 2); output color(b);");
    std::vector<Scan> scans;
    for (NodeId id = built.script.variables.at("b").node[0];
         built.graph.at(id).kind == NodeKind::core; id = built.graph.at(id).operands[0])
        scans.insert(scans.begin(), std::get<Scan>(built.graph.at(id).core));
    ASSERT_EQ(scans.size(), 4u);
    EXPECT_EQ(scans[0].axis, Axis::y);
    EXPECT_EQ(scans[1].axis, Axis::x);
    double variance = 0;
    for (const size_t i : {0u, 2u}) {
        EXPECT_FLOAT_EQ(scans[i].edge, 300);
        const double sigma = std::sqrt(2.0) * 1.4426950408889634 / scans[i].rate;
        variance += sigma * sigma;
    }
    EXPECT_NEAR(std::sqrt(variance), 30, 1e-4);
    EXPECT_NEAR(scans[0].rate * 2, scans[2].rate, 1e-6);
}

TEST(Script, GlobalSmoothingFollowsThePaper) {
    const Built built(
        "plane v = lightness(input); plane b = global_smooth(v, v, 100, 0.1, 3); output color(b);");
    double sum = 0;
    for (NodeId id = built.script.variables.at("b").node[0];
         built.graph.at(id).kind == NodeKind::core; id = built.graph.at(id).operands[0]) {
        const Scan& scan = std::get<Scan>(built.graph.at(id).core);
        if (scan.axis == Axis::x) sum += scan.lambda;
    }
    EXPECT_NEAR(sum, 50, 1e-3);
}

TEST(Script, GaussianWeightsSumToOne) {
    for (const char* sigma : {"0", "0.01", "0.5", "3", "21.3"}) {
        const Built built(std::string("plane b = blur_gauss(x, ") + sigma + "); output color(b);");
        const Stencil& stencil = std::get<Stencil>(built.variable("b").core);
        double sum = 0;
        for (const float weight : stencil.weights_x) sum += weight;
        EXPECT_NEAR(sum, 1, 1e-6) << sigma;
        EXPECT_EQ(stencil.weights_x.size(), 2u * static_cast<size_t>(stencil.radius_x) + 1);
        EXPECT_LE(stencil.radius_x, 64);
    }
}

std::string convolution(int side, const std::function<double(int x, int y)>& weight) {
    std::string text = "plane v = convolve(x";
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) text += ", " + std::to_string(weight(x, y));
    }
    return text + "); output color(v);";
}

TEST(Script, SeparableConvolutionsAreSplitIntoTwoLines) {
    const double across[] = {0.1, -0.2, 0.5, 1.0, 0.25, 0, 0.125, 3, 1, 0.5, 0.2};
    for (const int side : {3, 5, 7, 9, 11}) {
        const auto product = [&](int x, int y) { return across[x] * across[10 - y]; };
        const Built built(convolution(side, product));
        const Stencil& stencil = std::get<Stencil>(built.variable("v").core);
        if (side < 7) {
            EXPECT_EQ(stencil.kind, StencilKind::convolve) << side;
            continue;
        }
        EXPECT_EQ(stencil.kind, StencilKind::convolve_separable) << side;
        ASSERT_EQ(stencil.weights_x.size(), static_cast<size_t>(side));
        ASSERT_EQ(stencil.weights_y.size(), static_cast<size_t>(side));
        for (int y = 0; y < side; ++y) {
            for (int x = 0; x < side; ++x) {
                EXPECT_NEAR(stencil.weights_x[static_cast<size_t>(x)] *
                                stencil.weights_y[static_cast<size_t>(y)],
                            product(x, y), 1e-6)
                    << side << ", " << x << ", " << y;
            }
        }
    }
}

TEST(Script, OtherConvolutionsAreNotSplit) {
    const auto kind = [](const std::string& text) {
        const Built built(text);
        return std::get<Stencil>(built.variable("v").core).kind;
    };
    const auto disk = [](int x, int y) { return std::hypot(x - 3, y - 3) < 3.5 ? 0.5 : 0.0; };
    const auto nearly = [](int x, int y) { return 1 + 1e-5 * (x == 6 && y == 0); };
    EXPECT_EQ(kind(convolution(7, disk)), StencilKind::convolve);
    EXPECT_EQ(kind(convolution(7, nearly)), StencilKind::convolve);
    EXPECT_EQ(kind(convolution(7, [](int, int) { return 0.0; })), StencilKind::convolve);
    EXPECT_EQ(kind(convolution(7, [](int, int) { return -1.0; })), StencilKind::convolve_separable);
}

TEST(Script, CurvesGoThroughTheirPoints) {
    for (const auto& [at, value] : std::vector<std::pair<std::string, float>>{
             {"-1", 0.1f}, {"0", 0.1f}, {"0.25", 0.2f}, {"0.5", 0.7f}, {"1", 0.9f}, {"2", 0.9f}}) {
        EXPECT_NEAR(constant_of("curve(" + at + ", 0, 0.1, 0.25, 0.2, 0.5, 0.7, 1, 0.9)"), value,
                    1e-6)
            << at;
    }
}

TEST(Script, CurvesThroughRisingPointsAreMonotone) {
    float before = -1;
    for (int i = 0; i <= 100; ++i) {
        const std::string at = std::to_string(i * 0.01);
        const float value =
            constant_of("curve(" + at + ", 0, 0, 0.1, 0.5, 0.2, 0.5, 0.9, 0.55, 1, 1)");
        EXPECT_GE(value, before - 1e-6f) << at;
        before = value;
    }
}

TEST(Script, ResamplingSetsTheSizeOfPlanes) {
    const Built built(
        "plane v = lightness(input); plane low = downsample(v, 7); plane l = low * 2;\n"
        "plane up = upsample(l); plane joint = joint_upsample(l, low, v); plane half = rescale(v, "
        "0.5);\n"
        "plane odd = scale(v, 1000, 10); output color(up + joint);",
        {}, 645, 361);
    EXPECT_EQ(built.variable("low").width, 93);
    EXPECT_EQ(built.variable("low").height, 52);
    EXPECT_EQ(built.variable("l").width, 93);
    EXPECT_EQ(built.variable("up").width, 645);
    EXPECT_EQ(built.variable("joint").operands.size(), 3u);
    EXPECT_EQ(built.variable("half").width, 323);
    EXPECT_EQ(built.variable("odd").width, 1000);
    EXPECT_EQ(built.variable("odd").height, 10);
}

TEST(Script, DownsampleByTwoOrFourReadsTheReducedInput) {
    Graph graph(640, 360);
    const BuildContext context = test::context_with_reduced_input(graph);
    const Script script = build_script(
        parse_script(
            {"t",
             "color half = downsample(input, 2); color quarter = downsample(input, 4);\n"
             "color third = downsample(input, 3);\n"
             "color twice = downsample(2 * input, 2); plane red = downsample(input.r, 2);\n"
             "output upsample(half + twice) + upsample(quarter) + upsample(third) + "
             "upsample(red);"}),
        graph, context);
    EXPECT_EQ(script.variables.at("half").node, context.reduced_input.at(2).node);
    EXPECT_EQ(script.variables.at("quarter").node, context.reduced_input.at(4).node);
    EXPECT_EQ(script.input_reduction, 4);
    for (const char* name : {"third", "twice", "red"})
        EXPECT_EQ(graph.at(script.variables.at(name).node[0]).kind, NodeKind::core) << name;
}

TEST(Script, JointUpsampleOfANumberIsTheNumber) {
    const Built built(
        "plane v = lightness(input); plane low = downsample(v, 2);\n"
        "color joint = joint_upsample(color(0.25, low, 0.5), low, v); output joint;");
    const auto& nodes = built.script.output.node;
    EXPECT_EQ(built.graph.at(nodes[0]).kind, NodeKind::constant);
    EXPECT_EQ(built.graph.at(nodes[1]).width, built.graph.width());
}

TEST(Script, SmoothingAddsCutDetection) {
    EXPECT_EQ(Built("output input;").script.scene_change, no_node);
    const Built built("float m = smooth(mean(lightness(input)), 0.5); output input * m;");
    ASSERT_NE(built.script.scene_change, no_node);
    EXPECT_EQ(built.graph.at(built.script.scene_change).frame_op, FrameOp::scene_change);
}

// If a plane is smaller than the input, the histogram of its means is needed, too.
TEST(Script, CutDetectionReusesTheHistogramOfLightness) {
    const auto histograms = [](const char* of) {
        Graph graph(640, 360);
        const std::string text = std::string("plane v = lightness(input); float m = ") +
                                 "smooth(percentile(" + of + ", 0.5), 0.5); output input * m;";
        build_script(parse_script({"t", text}), graph, test::context_with_reduced_input(graph));
        int count = 0;
        for (NodeId id = 0; id < static_cast<NodeId>(graph.size()); ++id)
            count += graph.at(id).kind == NodeKind::reduce ? 1 : 0;
        return count;
    };
    EXPECT_EQ(histograms("v"), 1);
    EXPECT_EQ(histograms("downsample(v, 2)"), 2);
    EXPECT_EQ(histograms("lightness(downsample(input, 2))"), 2);
    EXPECT_EQ(histograms("lightness(downsample(input, 4))"), 2);
    EXPECT_EQ(histograms("downsample(v, 8)"), 2);
    EXPECT_EQ(histograms("saturate(input.r)"), 2);
}

TEST(Script, ToneCurvesUseTheKindOfTheContext) {
    for (const CurveKind kind : {CurveKind::spline, CurveKind::adaptive}) {
        Graph graph(64, 36);
        BuildContext context = test::context_of(graph);
        context.curve = kind;
        const Script script = build_script(
            parse_script({"t", "plane v = tone_curve(lightness(input), 0, 0.7); output color(v);"}),
            graph, context);
        const Node& lookup = graph.at(script.variables.at("v").node[0]);
        const Node& table = graph.at(lookup.operands[1]);
        EXPECT_EQ(table.curve, kind);
        EXPECT_EQ(table.operands.size(), kind == CurveKind::adaptive ? 8u : 6u);
    }
}

TEST(Script, ToneCurvesUseTheKindOfTheScriptIfTheContextHasNone) {
    const char* text =
        "param int c = 2 in [0, 8] \"c\"; plane v = lightness(input);\n"
        "plane w = tone_curve(v, 0, 0.7, 0, 0, 0.5, c); output color(w);";
    for (const bool given : {false, true}) {
        Graph graph(64, 36);
        BuildContext context = test::context_of(graph);
        if (given) context.curve = CurveKind::spline;
        const Script script = build_script(parse_script({"t", text}), graph, context);
        const Node& lookup = graph.at(script.variables.at("w").node[0]);
        EXPECT_EQ(graph.at(lookup.operands[1]).curve,
                  given ? CurveKind::spline : CurveKind::bt2446a);
    }
}

TEST(Script, NumbersBecomePlanesIfAFilterNeedsThem) {
    for (const char* number : {"0", "1", "-3", "0.5", "mean(x)", "time"}) {
        const Built built(std::string("plane n = ") + number +
                          "; plane e = erode(n, 3); plane r = recursive_edge(n, n, 4, 1, 1);\n"
                          "float m = mean(n) + percentile(n, 0.5); output color(e + r + m);");
        for (size_t i = 0; i < built.graph.size(); ++i) {
            const Node& node = built.graph.at(static_cast<NodeId>(i));
            if (node.kind != NodeKind::core && node.kind != NodeKind::reduce) continue;
            for (const NodeId operand : node.operands)
                EXPECT_EQ(built.graph.at(operand).type, NodeType::plane) << number;
        }
    }
}

TEST(Script, NoiseAndGuidesHaveTheSizeOfTheirPlane) {
    const Built built(
        "plane low = downsample(lightness(input), 2); plane half = 0.5;\n"
        "plane d = dither(low, 8); plane g = grain(low);\n"
        "plane e = recursive_edge(low, half, 4, 1, 1); output color(upsample(d + g + e));");
    for (const char* name : {"d", "g", "e"}) EXPECT_EQ(built.variable(name).width, 320) << name;
}

TEST(Script, OnePixelPicturesWork) {
    const std::string text =
        "plane v = lightness(input); plane b = recursive_edge(v, v, 0.03 * width, 0.08, 3);\n"
        "b = upsample(downsample(b, 8)); output relight(input, v, b);";
    EXPECT_EQ(errors_of(text, 1, 1), "");
    EXPECT_EQ(errors_of(text, 16384, 1), "");
}

TEST(ScriptBounds, DeepNestingIsAnError) {
    for (const int depth : {50, 99, 1000, 20000}) {
        const std::string open(static_cast<size_t>(depth), '(');
        const std::string close(static_cast<size_t>(depth), ')');
        const std::string errors = errors_of("float a = " + open + "1" + close + "; output input;");
        EXPECT_EQ(errors.empty(), depth < 99) << depth;
        errors_of("float a = " + std::string(static_cast<size_t>(depth), '-') + "1; output input;");
        errors_of(std::string(static_cast<size_t>(depth), '{') + "output input;");
        std::string ifs;
        for (int i = 0; i < depth / 4; ++i) ifs += "if(1)";
        errors_of(ifs + "output input;");
    }
}

TEST(ScriptBounds, LongSumsAreAnErrorNotACrash) {
    std::string text = "float a = 1";
    for (int i = 0; i < 20000; ++i) text += "+1";
    EXPECT_NE(errors_of(text + "; output input;"), "");
    std::string ternary = "float a = ";
    for (int i = 0; i < 5000; ++i) ternary += "1?1:";
    EXPECT_NE(errors_of(ternary + "1; output input;"), "");
}

TEST(ScriptBounds, FunctionsThatGrowExponentiallyAreRefused) {
    std::string text = "plane f0(plane a) { return a + x; }\n";
    for (int i = 1; i < 60; ++i) {
        const std::string before = "f" + std::to_string(i - 1);
        text += "plane f" + std::to_string(i) + "(plane a) { return " + before + "(" + before +
                "(a)); }\n";
    }
    EXPECT_NE(errors_of(text + "output color(f59(x));"), "");
}

TEST(ScriptBounds, SharedNumbersAreEvaluatedOnce) {
    std::string text = "param float p = 1 in [0, 1]; float a = p;\n";
    for (int i = 0; i < 100; ++i) text += "a = a * 0.25 + a * 0.25;\n";
    EXPECT_EQ(errors_of(text + "if (a > 3) a = 2; output input;"), "");
}

TEST(ScriptBounds, LongConstantChainsCompile) {
    EXPECT_EQ(errors_of("param float p = 1 in [0, 1]; float a = p;\n"
                        "for (int i = 0; i < 1000; i++) a = a * 0.5 + i;\n"
                        "if (a > 3) a = 2; output input;"),
              "");
}

TEST(ScriptBounds, TooManyFiltersAreAnError) {
    const std::string errors = errors_of(
        "plane v = x; for (int i = 0; i < 1000; i++) v = local_mean(v, 1); output color(v);");
    EXPECT_NE(errors.find("more than " + std::to_string(limits::passes) + " stencils"),
              std::string::npos)
        << errors;
}

TEST(ScriptBounds, TruncatedTextDoesNotCrash) {
    const std::string good =
        "param float s = 1 in [0, 2] \"help\";\nplane f(plane a, int n) { for (int i = 0; i < n; "
        "i++) "
        "a = local_mean(a, 1); return a; }\nplane v = f(lightness(input), 2);\n"
        "if (s > 0) { v *= s; } else v = x > 3 ? v : 1;\noutput relight(input, v, v.r);";
    for (size_t i = 0; i <= good.size(); ++i) {
        errors_of(good.substr(0, i));
        errors_of(good.substr(i));
        if (i < good.size()) {
            std::string changed = good;
            changed.erase(i, 1);
            errors_of(changed);
            for (const char c : {'(', ')', '{', '}', ';', '"', '\0', '\xff'}) {
                changed = good;
                changed[i] = c;
                errors_of(changed);
            }
        }
    }
}

}  // namespace
}  // namespace tonelift::script_test
