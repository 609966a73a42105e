// SPDX-License-Identifier: BSD-2-Clause
//
// Draws charts of a film: the light of its frames, and the curves of its dynamic metadata.
#pragma once

#include <string>

#include "tools/plot.h"

namespace tonelift {

// Draws a chart for each shot of the film. For a film with more than twelve shots, draws charts of
// twelve shots that are evenly distributed over the film.
PlotPanel curve_plot(const std::string& path, const std::string& preset);

// Plots the statistics file of a film like plot_stats(). If `preset` is not empty, the charts of
// curve_plot() are drawn below the plot.
std::string film_plot(const std::string& path, const std::string& preset);

}  // namespace tonelift
