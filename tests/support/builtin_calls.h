// SPDX-License-Identifier: BSD-2-Clause
// Generates a call of each built-in function from its signature.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "core/common/text.h"
#include "core/language/builtins.h"

namespace tonelift::test {

constexpr const char* functions =
    "color neighbor(color there, color here, float dx, float dy) {\n"
    "    plane w = exp(-(dx * dx + dy * dy) / 8 - max_rgb(abs(there - here)));\n"
    "    return w * there;\n"
    "}\n"
    "color pixel(color sum, color here) { return 0.04 * sum + 0.2 * saturate(here); }\n";

inline std::string argument_for(const BuiltinParameter& parameter, int index) {
    if (parameter.kind == Kind::function) return parameter.name;
    if (parameter.optional) return number_text(parameter.default_value);
    if (parameter.constant) {
        const double middle = parameter.limited ? std::min(2.0f, parameter.high) : 0.25;
        const double value = parameter.limited ? std::max<double>(parameter.low, middle) : middle;
        return number_text(parameter.name == "to" ? 1 : value);
    }
    // Each argument gets a different value, because functions such as min() have no effect on equal
    // arguments.
    const std::string number = "0." + std::to_string(index + 1);
    switch (parameter.kind) {
        case Kind::plane:
            return index < 2 ? "lightness(input)" : "0.8 * lightness(input) + 0.05";
        case Kind::color:
        case Kind::any:
        case Kind::image:
            return index == 0 ? "input" : "0.4 * input + " + number;
        default:
            return number;
    }
}

inline const char* special_call(std::string_view name) {
    constexpr const char* calls[][2] = {
        {"convolve", "convolve(input, 0, 1, 0, 1, 4, 1, 0, 1, 0)"},
        {"curve", "curve(input, 0, 0, 0.5, 0.6, 1, 1)"},
        {"hue", "hue(input) * saturate(50 * chroma(input))"},
        {"upsample", "upsample(downsample(input, 2))"},
        {"joint_upsample",
         "joint_upsample(downsample(input, 2), downsample(lightness(input), 2), lightness(input), "
         "0.01, 2)"},
        {"cumulative_sum", "cumulative_sum(lightness(input) / width, 0)"},
        {"integral", "integral(lightness(input) / (width * height))"},
    };
    for (const auto& call : calls) {
        if (name == call[0]) return call[1];
    }
    return nullptr;
}

inline std::string call_of(const Builtin& builtin) {
    if (!builtin.callable) return builtin.name;
    if (const char* special = special_call(builtin.name)) return special;
    std::string text = std::string(builtin.name) + "(";
    for (size_t i = 0; i < builtin.parameters.size(); ++i)
        text += (i > 0 ? ", " : "") + argument_for(builtin.parameters[i], static_cast<int>(i));
    return text + ")";
}

inline std::string type_of_result(const Builtin& builtin) {
    if (builtin.result >= Kind::color) return "color";
    return builtin.result == Kind::plane ? "plane" : "float";
}

inline std::string script_showing(const Builtin& builtin) {
    const std::string type = type_of_result(builtin);
    const std::string call = call_of(builtin);
    const bool resized = builtin.category == Category::resample;
    const bool large = builtin.category >= Category::reduce && type != "color";
    const std::string shown = type == "color" ? "result"
                              : large         ? "color(0.06 * log2(1 + abs(result)))"
                                              : "color(result)";
    const bool given = std::any_of(
        builtin.parameters.begin(), builtin.parameters.end(),
        [](const BuiltinParameter& parameter) { return parameter.kind == Kind::function; });
    return (given ? functions : "") + type +
           " result = " + (resized ? "scale(" + call + ", width, height)" : call) +
           "; output bt1886_decode(saturate(0.25 + 0.5 * " + shown + "));";
}

}  // namespace tonelift::test
