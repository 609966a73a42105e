// SPDX-License-Identifier: BSD-2-Clause
//
// The statistics of a stream in a file: the temporal states after each frame, keyed by the frame's
// timestamp. The file is written in one pass over a film and read in later passes, so that pieces
// of the film get the same result as a single run.
//
//   tonelift-stats 2
//   section
//   script 9ae16a3b2f90404f mixed.tl
//   size 1920x1080
//   ...
//   columns timestamp time scene_change:1 smooth:1:black smooth:1:white
//   0 0 1p+0 1.a3p-3 1.28p-1
//   41708 41708333 0p+0 1.a31p-3 1.28p-1
//   light 734.2 101.75
//   end 2
//
// A section begins with the conditions of its lines (stats_text.h). When the size or the options
// of a stream change, a new section begins. A line contains the timestamp, the time in nanoseconds
// ("-": unknown) and the states as hexadecimal floats, which are exact and independent of the
// locale. light: MaxCLL and MaxFALL of the output picture, if it is HDR10. end: the number of
// lines; a file without that line is incomplete. While the file is written, its name is PATH.part.
// If the stream is interrupted, it keeps this name and ends with
//
//   partial TOKEN LINES LAST MAXCLL MAXFALL
//
// TOKEN identifies the process that wrote it, and LAST is the greatest timestamp. A later filter of
// the same process, for the rest of the stream, continues the file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/color/describe.h"
#include "core/runtime/film_shots.h"
#include "core/runtime/replaced_file.h"
#include "core/runtime/stats_text.h"

namespace tonelift {

// All functions below throw Error (io) with the path and the reason in the message.

constexpr const char* measure_again = "; measure the film again, with stats=measure or stats=write";

// Returns whether a complete statistics file exists. Throws if the path is something else, except
// an empty file.
bool has_stats(const std::string& path);

// Returns the light level of the film from its complete file, or nothing if the file is absent or
// has no light level.
std::optional<LightLevel> light_of_stats(const std::string& path);

// Throws the error for a file without a matching section. `differs` has the differences of the most
// similar section; it is empty for a file without sections.
[[noreturn]] void refuse_stats(const std::string& path, const std::vector<std::string>& differs);

// Reads a complete file. Only the lines of sections that match a given section are read.
class StatsReader {
  public:
    // Throws for a file without a matching section. The error describes how the most similar
    // section differs.
    StatsReader(const std::string& path, const StatsSection& section);

    // Replaces the states of frames by those of their shots.
    void expose_shots(const ShotColumns& columns);
    bool exposes_shots() const { return shots_ != nullptr; }

    // Finds the states of a frame. They are valid until the next call. Returns nothing if the file
    // has no line for the frame. Throws if the line has another time.
    std::optional<std::span<const float>> find(const StatsFrame& frame) const;
    const LightLevel& light() const { return light_; }
    // Returns the first matching section, including its notes and its columns of light.
    const StatsSection& section() const { return section_; }
    // Returns the range of timestamps as text, such as "from 0 to 41708".
    std::string extent() const;
    [[noreturn]] void fail(const std::string& what) const;

  private:
    struct Line {
        StatsFrame frame;
        size_t first;  // index of the first state in values_
    };
    void take(const StatsLines& lines, const std::vector<size_t>& columns);
    void sort_lines();
    std::span<const float> states_of(const Line& line) const;

    std::string path_;
    size_t states_;
    StatsSection section_;
    std::vector<Line> lines_;  // sorted by timestamp
    std::vector<float> values_;
    std::unique_ptr<FilmShots> shots_;  // null: each frame has its own states
    LightLevel light_;
};

class StatsWriter {
  public:
    // Throws if the path is another kind of file, which is never replaced.
    explicit StatsWriter(const std::string& path);
    // Marks an incomplete file as partial.
    ~StatsWriter();
    StatsWriter(const StatsWriter&) = delete;
    StatsWriter& operator=(const StatsWriter&) = delete;

    // Starts a section for the lines that follow.
    void begin(StatsSection section) noexcept;
    // Returns whether a frame with this timestamp was written, or whether another filter wrote a
    // later frame.
    bool has(int64_t timestamp) const;
    // Writes the states of a processed frame for which has() is false.
    void write(const StatsFrame& frame, std::span<const float> states);
    void add_light(const LightLevel& light);
    const LightLevel& light() const { return light_; }
    bool has_lines() const { return started_; }
    // Returns how many lines of an interrupted filter of this process were discarded. They are
    // discarded if this filter's first timestamp does not follow them.
    size_t replaced_lines() const { return replaced_; }
    // Completes the file at the end of the stream, and gives it its final name. After this or after
    // an error, nothing may be written.
    void finish();
    // Removes the file.
    void give_up();

  private:
    void take_over(int64_t first);
    void put_frame(const StatsFrame& frame, std::span<const float> states);
    template <typename Work>
    void guarded(const Work& work);

    ReplacedFile file_;
    bool done_ = false;     // whether the file is complete or removed
    bool started_ = false;  // whether the first line is written
    bool begun_ = false;    // whether the header of section_ is written
    StatsSection section_;
    std::string line_;
    std::vector<float> states_;  // states of the current line
    size_t count_ = 0;
    size_t replaced_ = 0;
    std::optional<int64_t> before_;    // last timestamp of the previous filter
    std::vector<int64_t> timestamps_;  // timestamps of this filter, ascending
    LightLevel light_;
};

// A whole statistics file in memory, of a film or of a piece of a film that was measured
// separately.
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

    // A range of frames, by their timestamps.
    struct Seam {
        int64_t from;
        int64_t to;  // timestamp of the last frame
    };

    // Returns the frames that must be measured again before append() can append `next`, or nothing.
    // There are two reasons to measure again. Both pieces contain the last frame of this piece, but
    // with different statistics. Or the lead-in of `next` was brighter than the film so far, so its
    // maxima are too large. The frames begin at the last cut of this piece. They end at the first
    // cut in `next`, where statistics restart. After a brighter lead-in, they end with `next`.
    // Throws Error (io) if `next` has no line for the last frame of this piece.
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

// Finds the first column of a kind in a section. If `name` is not empty, the column must also have
// this name.
std::optional<size_t> find_column(const StatsSection& section, StateKind kind,
                                  const std::string& name = {});

}  // namespace tonelift
