// SPDX-License-Identifier: BSD-2-Clause
//
// The content of a statistics file as a whole: of a film, or of a piece of it that was measured
// separately.
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

    // The frames to measure again before `next`, which was measured separately, can continue this
    // piece. There are two causes: the line of `next` for the last frame here differs, or the
    // lead-in of `next`, whose statistics are not those of the film, was brighter than the film so
    // far. The frames begin at the last cut here. They end at the first cut in `next`, where
    // statistics restart, or after a brighter lead-in with the end of `next`. Nothing if `next`
    // continues this piece. Throws Error (io) if `next` has no line for the last frame.
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

}  // namespace tonelift
