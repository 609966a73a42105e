// SPDX-License-Identifier: BSD-2-Clause
//
// Elements of drawings in SVG.
#pragma once

#include <string>

namespace tonelift {

// A coordinate in pixels as text. One decimal place is precise enough.
std::string place(double value);
// anchor: start, middle or end.
std::string label(double x, double y, const std::string& text, const char* anchor);
std::string line(double x0, double y0, double x1, double y1, const std::string& color,
                 double stroke = 1);
// An entry of the legend at *x, which moves behind it.
std::string legend_entry(double* x, const std::string& name, const char* color);

}  // namespace tonelift
