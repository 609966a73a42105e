// SPDX-License-Identifier: BSD-2-Clause
//
// The commands `tonelift stats check` and `tonelift stats join`. They process the statistics files
// of a film or of its pieces (docs/reference/statistics.md).
#pragma once

#include <string>
#include <vector>

namespace tonelift {

// Reads a statistics file and returns a summary of the file, such as "film.stats: complete, 1440
// frames, from 0 to 59958333". The last two numbers are timestamps.
std::string check_stats(const std::string& path);

// Joins statistics files in the given order, and returns the text of the joined file. Throws Error
// (io) if frames are missing between two files.
std::string join_stats(const std::vector<std::string>& paths);

}  // namespace tonelift
