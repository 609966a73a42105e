// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift stats plot`: the light of a film over time, as a drawing.
#pragma once

#include <string>

namespace tonelift {

// An SVG of the columns `white`, `median` and `black` of a statistics file, as luminances over
// time, and of the cuts. Throws Error (io) for a file that has none of them, or no times.
std::string plot_stats(const std::string& path);

}  // namespace tonelift
