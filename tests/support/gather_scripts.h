// SPDX-License-Identifier: BSD-2-Clause
// Scripts that together use all features of gather().
#pragma once

#include <string>
#include <vector>

namespace tonelift::test {

inline std::vector<std::string> gather_scripts(int radius) {
    const std::string bilateral =
        "plane v = lightness(input);\n"
        "color neighbor(plane there, plane here, float dx, float dy) {\n"
        "    plane w = exp(-(dx * dx + dy * dy) / 18 - (there - here) * (there - here) / 0.02);\n"
        "    return color(w * there, w, 0);\n"
        "}\n"
        "plane pixel(color sum, plane here) { return saturate(sum.r / sum.g); }\n"
        "output relight(input, v, gather(v, " +
        std::to_string(radius) + ", neighbor, pixel));";
    const auto along = [&](const std::string& planes) {
        return "plane v = lightness(input); float m = mean(v); plane angle = 3 * v;\n"
               "color neighbor(color there, color here, float dx, float dy) {\n"
               "    plane w = curve(there.x, 0, 0.2, 0.3, 0.5, 1, 1) * (1 - 0.5 * m * here.y - 0.2 "
               "* there.y);\n"
               "    plane across = abs(dx * sin(angle) - dy * cos(angle));\n"
               "    w *= saturate(2 - across);\n"
               "    return color(w * there.x, w * there.z, w);\n"
               "}\n"
               "color pixel(color sum, color here) {\n"
               "    return color(sum.r / sum.b, sum.g / sum.b, here.x / maximum(v));\n"
               "}\n"
               "output bt1886_decode(saturate(gather(color(" +
               planes + "), " + std::to_string(radius) + ", neighbor, pixel)));";
    };
    return {bilateral, along("v, luma(input), 0"), along("v, luma(input), bt1886_encode(input.g)")};
}

}  // namespace tonelift::test
