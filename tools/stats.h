// SPDX-License-Identifier: BSD-2-Clause
//
// The commands `tonelift stats check` and `join`. They process statistics files of a film or of its
// pieces (docs/reference/statistics.md).
#pragma once

#include <string>
#include <vector>

namespace tonelift {

// Returns a summary, such as "film.stats: complete, 1440 frames, from 0 to 59958333".
std::string check_stats(const std::string& path);

// Joins the files in order, and throws Error (io) at a gap.
std::string join_stats(const std::vector<std::string>& paths);

}  // namespace tonelift
