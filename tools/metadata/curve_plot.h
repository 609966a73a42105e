// SPDX-License-Identifier: BSD-2-Clause
//
// Plots the dynamic metadata of the shots of a film: curves and light.
#pragma once

#include <string>

#include "tools/plot.h"

namespace tonelift {

// Makes a chart for each shot. Of more than twelve shots, twelve evenly spread shots have charts.
// Throws the errors of measured_film().
PlotPanel curve_plot(const std::string& path, const std::string& preset);

// Plots a statistics file, with the metadata for a preset below. preset: "" for a plot without
// metadata.
std::string film_plot(const std::string& path, const std::string& preset);

}  // namespace tonelift
