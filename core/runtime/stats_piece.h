// SPDX-License-Identifier: BSD-2-Clause
//
// A whole statistics file in memory. It describes a film, or a separately measured piece of a film.
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
        int64_t to;  // timestamp of the last frame
    };

    // Returns the frames to measure again so that `next`, which was measured separately, can
    // continue this piece; nothing if no frame must be measured again. There are two causes. Either
    // the last frame of this piece has different statistics in `next`. Or the lead-in of `next` was
    // brighter than the film so far, which spoils the maxima. The frames begin at the last cut of
    // this piece. They end at the first cut in `next`, where statistics restart, or, after a
    // brighter lead-in, with the end of `next`. Throws Error (io) if `next` has no line for the
    // last frame of this piece.
    std::optional<Seam> seam_to_mend(const StatsPiece& next) const;
    // Appends the lines of `next` after the last frame of this piece. Requires that seam_to_mend()
    // returns nothing.
    void append(const StatsPiece& next);
    // Returns the text of the file.
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

// Finds the first column of a kind in a section. If `name` is not empty, the column must have this
// name.
std::optional<size_t> find_column(const StatsSection& section, StateKind kind,
                                  const std::string& name = {});

}  // namespace tonelift
