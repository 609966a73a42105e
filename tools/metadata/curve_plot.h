// SPDX-License-Identifier: BSD-2-Clause
//
// Plots the dynamic metadata of the shots of a film: curves and light.
#pragma once

#include <string>

#include "tools/plot.h"

namespace tonelift {

// One chart for each shot, or twelve evenly spread charts if there are more shots. Throws Error
// like measured_film().
PlotPanel curve_plot(const std::string& path, const std::string& preset);

// The plot of a statistics file, with the metadata for a preset below it; "": without.
std::string film_plot(const std::string& path, const std::string& preset);

}  // namespace tonelift
