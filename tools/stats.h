// SPDX-License-Identifier: BSD-2-Clause
//
// The commands `tonelift stats check`, `join` and `plot`: statistics files of a film, whole or
// measured in pieces (docs/reference/statistics.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/runtime/stats_lines.h"

namespace tonelift {

// All that a statistics file holds.
class StatsPiece {
  public:
    struct Line {
        StatsFrame frame;
        size_t section;  // index in sections()
        std::vector<float> states;
    };

    // Throws Error (io) if the file is no complete statistics file, or its timestamps do not rise.
    explicit StatsPiece(const std::string& path);

    const std::string& path() const { return path_; }
    const std::vector<Line>& lines() const { return lines_; }
    const std::vector<StatsSection>& sections() const { return sections_; }

    // The frame from which `next`, measured separately, must be measured again: its line of the
    // last frame here differs, or its lead-in, whose statistics are not those of the film, was
    // brighter than the film so far. Nothing if it continues this piece. Throws Error (io) if it
    // has no line of that frame.
    std::optional<int64_t> seam_to_mend(const StatsPiece& next) const;
    // Appends the lines of `next` after the last one here. There must be no seam to mend.
    void append(const StatsPiece& next);
    // The text of the file.
    std::string text() const;

  private:
    const Line& line_of(int64_t timestamp) const;
    bool continues(const Line& line, const StatsPiece& other, const Line& other_line) const;
    int64_t last_cut() const;

    std::string path_;
    std::vector<StatsSection> sections_;
    std::vector<Line> lines_;
    LightLevel light_;
};

// The first state of a kind and, unless it is empty, of a name in a section's lines.
std::optional<size_t> find_column(const StatsSection& section, StateKind kind,
                                  const std::string& name = {});

// A summary: "film.stats: complete, 1440 frames, from 0 to 59958333".
std::string check_stats(const std::string& path);

// The file of the whole film from those of its pieces, in their order. Throws Error (io) that names
// the piece that must be measured again, and the frame.
std::string join_stats(const std::vector<std::string>& paths);

}  // namespace tonelift
