// SPDX-License-Identifier: BSD-2-Clause
#include "tools/svg.h"

#include <cstdio>

#include "core/common/text.h"

namespace tonelift {
namespace {

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : printable(text)) {
        if (c == '<')
            result += "&lt;";
        else if (c == '&')
            result += "&amp;";
        else
            result += c;
    }
    return result;
}

}  // namespace

std::string place(double value) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.1f", value);
    return text;
}

std::string label(double x, double y, const std::string& text, const char* anchor) {
    return "<text x=\"" + place(x) + "\" y=\"" + place(y) + "\" text-anchor=\"" + anchor + "\">" +
           escaped(text) + "</text>\n";
}

std::string line(double x0, double y0, double x1, double y1, const std::string& color,
                 double stroke) {
    return "<path d=\"M" + place(x0) + " " + place(y0) + "L" + place(x1) + " " + place(y1) +
           "\" stroke=\"" + color + "\" stroke-width=\"" + place(stroke) + "\"/>\n";
}

std::string legend_entry(double* x, const std::string& name, const char* color) {
    const std::string entry = line(*x, 22, *x + 24, 22, color, 2) + "<g fill=\"#111827\">" +
                              label(*x + 30, 26, name, "start") + "</g>\n";
    *x += 60 + 8 * static_cast<double>(name.size());
    return entry;
}

}  // namespace tonelift
