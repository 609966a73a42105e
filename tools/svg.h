// SPDX-License-Identifier: BSD-2-Clause
//
// Writes SVG elements as text. Coordinates are in pixels.
#pragma once

#include <string>

namespace tonelift {

std::string place(double value);
std::string label(double x, double y, const std::string& text, const char* anchor);
std::string line(double x0, double y0, double x1, double y1, const std::string& color,
                 double stroke = 1);
std::string legend_entry(double* x, const std::string& name, const char* color);

}  // namespace tonelift
