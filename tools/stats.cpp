// SPDX-License-Identifier: BSD-2-Clause
#include "tools/stats.h"

#include <algorithm>

#include "core/runtime/stats_file.h"

namespace tonelift {

std::string check_stats(const std::string& path) {
    StatsLines lines(path);
    std::vector<int64_t> timestamps;
    for (auto item = lines.next(); item != StatsLines::Item::end; item = lines.next()) {
        if (item == StatsLines::Item::frame) timestamps.push_back(lines.frame().timestamp);
    }
    if (timestamps.empty()) refuse_stats(path, {});
    std::ranges::sort(timestamps);
    check_unique(path, timestamps);
    return path + ": complete, " + std::to_string(timestamps.size()) + " frames, from " +
           std::to_string(timestamps.front()) + " to " + std::to_string(timestamps.back());
}

std::string join_stats(const std::vector<std::string>& paths) {
    StatsPiece film(paths.at(0));
    for (size_t i = 1; i < paths.size(); ++i) {
        const StatsPiece next(paths[i]);
        if (const auto seam = film.seam_to_mend(next))
            fail_for_stats(next.path(), "does not continue from the timestamp " +
                                            std::to_string(film.lines().back().frame.timestamp) +
                                            "; measure the film again from " +
                                            std::to_string(seam->from) + " to " +
                                            std::to_string(seam->to) +
                                            ", and join that piece before it");
        film.append(next);
    }
    return film.text();
}

}  // namespace tonelift
