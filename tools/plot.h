// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift stats plot`: the light of a film over time, as a plot.
#pragma once

#include <string>

namespace tonelift {

// An SVG with the columns `white`, `median` and `black` of a statistics file, as luminances over
// time, and with the cuts. Throws Error (io) for a file that has none of them, or no times.
std::string plot_stats(const std::string& path);

}  // namespace tonelift
