// SPDX-License-Identifier: BSD-2-Clause
// Tests that every row in the table of built-in functions is complete, and that a call made from
// its signature compiles.
#include "core/language/builtins.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "kernels/evaluate.h"
#include "tests/support/builtin_calls.h"
#include "tests/support/scripts.h"

namespace tonelift::builtins_test {
namespace {

using test::argument_for;
using test::errors_of;

constexpr const char* wanted =
    "abs sign min max clamp saturate mix step smoothstep linearstep floor ceil round trunc fract "
    "mod "
    "sqrt rsqrt cbrt exp exp2 log log2 log10 pow sin cos tan asin acos atan atan2 tanh hypot "
    "select "
    "luminance luma max_rgb min_rgb lightness chroma hue saturation vibrance colorfulness "
    "hue_rotate "
    "white_balance "
    "levels curve tone_curve relight gamut_map skin_likelihood pq_encode pq_decode hlg_encode "
    "hlg_decode srgb_encode srgb_decode bt1886_encode bt1886_decode to_ictcp from_ictcp to_oklab "
    "from_oklab to_hsv from_hsv to_primaries dither grain blur_box blur_gauss convolve unsharp "
    "gradient laplacian erode dilate open close max_min local_mean local_variance median "
    "surface_blur guided offset deband gather recursive_gauss recursive_edge recursive_bilateral "
    "global_smooth cumulative_sum integral rescale scale downsample upsample joint_upsample "
    "transpose flip mean sum minimum maximum variance percentile log_mean entropy smooth "
    "scene_change time previous x y width height source_peak target_peak scene_peak "
    "source_is_hdr target_is_hdr source_is_absolute input";

TEST(Builtins, EveryNameOfTheLanguageHasARow) {
    std::istringstream names(wanted);
    std::string name;
    int count = 0;
    for (; names >> name; ++count) EXPECT_NE(find_builtin(name), nullptr) << name;
    EXPECT_GE(count, 93);
    EXPECT_GE(builtins().size(), 93u);
}

TEST(Builtins, RowsAreCompleteAndUnique) {
    std::set<std::string_view> names;
    for (const Builtin& builtin : builtins()) {
        EXPECT_TRUE(names.insert(builtin.name).second) << builtin.name;
        for (const char* text : {builtin.signature, builtin.formula, builtin.range, builtin.source})
            EXPECT_NE(*text, '\0') << builtin.name;
        EXPECT_EQ(find_builtin(builtin.name), &builtin);
        EXPECT_EQ(builtin.lower != nullptr, builtin.lowering == Lowering::own) << builtin.name;
    }
    EXPECT_EQ(find_builtin("no such thing"), nullptr);
}

TEST(Builtins, RangesOfArgumentsContainTheirDefaults) {
    for (const Builtin& builtin : builtins()) {
        for (const BuiltinParameter& parameter : builtin.parameters) {
            if (!parameter.limited) continue;
            EXPECT_LT(parameter.low, parameter.high) << builtin.signature;
            EXPECT_TRUE(parameter.constant) << builtin.signature;
            if (!parameter.optional) continue;
            EXPECT_GE(parameter.default_value, parameter.low) << builtin.signature;
            EXPECT_LE(parameter.default_value, parameter.high) << builtin.signature;
        }
    }
}

TEST(Builtins, PointBuiltinsFitTheirOperations) {
    for (const Builtin& builtin : builtins()) {
        if (builtin.lowering != Lowering::point) continue;
        int inputs = 0;
        for (const BuiltinParameter& parameter : builtin.parameters)
            inputs += parameter.kind == Kind::color ? 3 : 1;
        const OperationInfo& info = operation_info(builtin.op);
        EXPECT_STREQ(info.name, builtin.name);
        EXPECT_EQ(inputs, info.inputs) << builtin.signature;
        EXPECT_EQ(builtin.result == Kind::color ? 3 : 1, info.outputs) << builtin.signature;
    }
}

TEST(Builtins, EveryBuiltinCompiles) {
    for (const Builtin& builtin : builtins()) {
        const std::string text = test::script_showing(builtin);
        EXPECT_EQ(errors_of(text), "") << text;
    }
}

TEST(Builtins, AnyAcceptsFloatsPlanesAndColors) {
    for (const Builtin& builtin : builtins()) {
        if (builtin.result != Kind::any || builtin.lowering != Lowering::point) continue;
        for (const char* argument : {"0.5", "lightness(input)", "input"}) {
            std::string text = std::string(builtin.name) + "(";
            for (size_t i = 0; i < builtin.parameters.size(); ++i)
                text += (i > 0 ? ", " : "") + std::string(argument);
            const std::string type = *argument == '0'   ? "float"
                                     : *argument == 'l' ? "plane"
                                                        : "color";
            EXPECT_EQ(errors_of(type + " result = " + text + "); output input;"), "") << text;
        }
    }
}

TEST(Builtins, TooManyAndTooFewArgumentsAreErrors) {
    for (const Builtin& builtin : builtins()) {
        if (!builtin.callable) continue;
        const std::string name = builtin.name;
        if (builtin.required() > 0) {
            EXPECT_NE(errors_of("color r = " + name + "(); output input;").find("; allowed is "),
                      std::string::npos)
                << name;
        }
        if (builtin.parameters.empty() || !builtin.parameters.back().repeated) {
            std::string text = name + "(1";
            for (size_t i = 0; i < builtin.parameters.size(); ++i) text += ", 1";
            EXPECT_NE(errors_of("color r = " + text + "); output input;").find("; allowed is "),
                      std::string::npos)
                << name;
        }
    }
}

TEST(Builtins, ConstantArgumentsOutsideTheirRangesAreErrors) {
    for (const Builtin& builtin : builtins()) {
        for (size_t wrong = 0; wrong < builtin.parameters.size(); ++wrong) {
            const BuiltinParameter& parameter = builtin.parameters[wrong];
            if (!parameter.limited) continue;
            std::string text = std::string(builtin.name) + "(";
            for (size_t i = 0; i < builtin.parameters.size(); ++i) {
                const std::string value = i == wrong ? number_text(2.0 * parameter.high + 1)
                                                     : argument_for(builtin.parameters[i], 0);
                text += (i > 0 ? ", " : "") + value;
            }
            const std::string errors =
                errors_of(test::functions + ("color r = " + text + "); output input;"));
            EXPECT_NE(errors.find("; allowed is "), std::string::npos) << text << '\n' << errors;
        }
    }
}

}  // namespace
}  // namespace tonelift::builtins_test
