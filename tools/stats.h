// SPDX-License-Identifier: BSD-2-Clause
//
// The commands `tonelift stats check`, `join` and `plot`: statistics files of a film, complete or
// measured in pieces (docs/reference/statistics.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/runtime/stats_lines.h"

namespace tonelift {

// The content of a statistics file.
class StatsPiece {
  public:
    struct Line {
        StatsFrame frame;
        size_t section;  // index in sections()
        std::vector<float> states;
    };

    // Throws Error (io) if the file is not a complete statistics file, or its timestamps do not
    // increase.
    explicit StatsPiece(const std::string& path);

    const std::string& path() const { return path_; }
    const std::vector<Line>& lines() const { return lines_; }
    const std::vector<StatsSection>& sections() const { return sections_; }

    // Timestamps of frames.
    struct Seam {
        int64_t from;
        int64_t to;  // the last one
    };

    // Frames that must be measured again before `next`, measured separately, can go on: its line of
    // the last frame here differs, or its lead-in, whose statistics are not those of the film, was
    // brighter than the film so far. They begin at the last cut here, and end at the first one in
    // `next`, where its statistics begin anew, too; after a brighter lead-in they end with `next`.
    // Nothing if it continues this piece. Throws Error (io) if it has no line of that frame.
    std::optional<Seam> seam_to_mend(const StatsPiece& next) const;
    // Appends the lines of `next` that follow the last one here. seam_to_mend() must return
    // nothing.
    void append(const StatsPiece& next);
    // The text of the file.
    std::string text() const;

  private:
    const Line& line_of(int64_t timestamp) const;
    bool continues(const Line& line, const StatsPiece& other, const Line& other_line) const;
    bool hides(const Line& line, const Line& earlier) const;
    bool is_cut(const Line& line) const;
    int64_t last_cut() const;
    int64_t first_cut_after(int64_t timestamp) const;

    std::string path_;
    std::vector<StatsSection> sections_;
    std::vector<Line> lines_;
    LightLevel light_;
};

// The first state of a kind, and of a name unless that is empty, in the lines of a section.
std::optional<size_t> find_column(const StatsSection& section, StateKind kind,
                                  const std::string& name = {});

// A summary: "film.stats: complete, 1440 frames, from 0 to 59958333".
std::string check_stats(const std::string& path);

// The file of the whole film from those of its pieces, in their order. Throws Error (io) that names
// the piece that does not go on from the one before, and the frames that must be measured again.
std::string join_stats(const std::vector<std::string>& paths);

}  // namespace tonelift
