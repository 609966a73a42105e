// SPDX-License-Identifier: BSD-2-Clause
//
// The commands `tonelift stats check` and `tonelift stats join`: statistics files of a film that
// was measured in pieces (docs/statistics.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/color/describe.h"
#include "core/runtime/stats_section.h"

namespace tonelift {

// A statistics file as text.
class StatsPiece {
  public:
    struct Line {
        int64_t timestamp;
        size_t section;
        std::string text;  // the whole line
    };
    // The lines between "section" and the first frame, the last of them the columns.
    struct Section {
        std::vector<std::string> header;
        std::vector<StateKind> states;
    };

    // Throws Error (io) if the file is no complete statistics file, or its timestamps do not rise.
    explicit StatsPiece(const std::string& path);

    const std::string& path() const { return path_; }
    const std::vector<Line>& lines() const { return lines_; }
    const std::vector<Section>& sections() const { return sections_; }

    // The frame from which `next`, measured separately, must be measured again, because its line of
    // the last frame here differs; nothing if it continues this piece. Throws Error (io) if it has
    // no line of that frame.
    std::optional<int64_t> seam_to_mend(const StatsPiece& next) const;
    // Appends the lines of `next` after the last one here. There must be no seam to mend.
    void append(const StatsPiece& next);
    // The text of the file.
    std::string text() const;

  private:
    size_t read_section(const std::vector<std::string>& file, size_t at);
    void read_line(const std::string& line);
    const Line& line_of(int64_t timestamp) const;
    bool agrees(const Line& line, const StatsPiece& other, const Line& other_line) const;
    int64_t last_cut() const;

    std::string path_;
    std::vector<Section> sections_;
    std::vector<Line> lines_;
    LightLevel light_;
};

// A summary: "film.stats: complete, 1440 frames, from 0 to 59958333".
std::string check_stats(const std::string& path);

// The file of the whole film from those of its pieces, in their order. Throws Error (io) that names
// the piece that must be measured again, and the frame.
std::string join_stats(const std::vector<std::string>& paths);

}  // namespace tonelift
