// SPDX-License-Identifier: BSD-2-Clause
// The statistics file of a stream. For each frame, it has a line with the frame's timestamp and the
// values of all statistics after this frame. One run over a film writes the file, and later runs
// read it. Parts of the film then get the same result as in a single run.
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
// A section begins with the settings and the input of its lines (stats_text.h). When settings or
// input change, a new section begins. A line has the timestamp, the time in nanoseconds ("-":
// unknown) and the values. Values are hexadecimal floats, which are exact and independent of the
// locale. `light` is MaxCLL and MaxFALL of the output picture, if the output is HDR10. `end` is the
// number of lines with frames. A file without `end` is incomplete.
//
// Until it is complete, the file is named PATH.part. An interrupted stream leaves PATH.part with
// this last line:
//
//   partial TOKEN LINES LAST MAXCLL MAXFALL
//
// TOKEN identifies the process, and LAST is the greatest timestamp. A later filter of the same
// process continues the file with the rest of the stream.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/color/describe.h"
#include "core/common/replaced_file.h"
#include "core/runtime/film_shots.h"
#include "core/runtime/stats_text.h"

namespace tonelift {

// All functions below throw Error (io) with the path and the reason in the message.

constexpr const char* measure_again = "; measure the film again, with stats=measure or stats=write";

// Returns whether a complete statistics file exists at `path`. Throws if `path` names anything but
// a regular file.
bool has_stats(const std::string& path);

std::optional<LightLevel> light_of_stats(const std::string& path);

// Throws the error for a file without a matching section. `differs` lists the differences between
// the file's section and the stream.
[[noreturn]] void refuse_stats(const std::string& path, const std::vector<std::string>& differs);

// Throws if two frames have the same timestamp. `timestamps` are in ascending order.
void check_unique(const std::string& path, std::span<const int64_t> timestamps);

// Throws if the time of a frame differs from the time in the file.
void check_time(const std::string& path, const StatsFrame& there, const StatsFrame& here);

// Reads a statistics file. Skips sections that do not match the stream.
class StatsReader {
  public:
    // Throws for a file without a matching section.
    StatsReader(const std::string& path, const StatsSection& section);

    // Replaces the statistics of frames by the statistics of their shots.
    void expose_shots(const ShotColumns& columns);
    bool exposes_shots() const { return shots_ != nullptr; }

    // Returns the statistics of a frame, or nothing if the file lacks the frame. The result is
    // valid until the next call.
    std::optional<std::span<const float>> find(const StatsFrame& frame) const;
    const LightLevel& light() const { return light_; }
    const StatsSection& section() const { return section_; }
    // Returns the range of timestamps, such as "0 to 41708".
    std::string extent() const;
    [[noreturn]] void fail(const std::string& what) const;

  private:
    struct Line {
        StatsFrame frame;
        size_t first;
    };
    void take(const StatsLines& lines, const std::vector<size_t>& columns);
    void sort_lines();
    std::span<const float> states_of(const Line& line) const;

    std::string path_;
    size_t states_;
    StatsSection section_;
    std::vector<Line> lines_;
    std::vector<float> values_;
    std::unique_ptr<FilmShots> shots_;
    LightLevel light_;
};

class StatsWriter {
  public:
    // Throws if `path` names anything but a regular file.
    explicit StatsWriter(const std::string& path);
    // Writes the line `partial` at the end of an incomplete file.
    ~StatsWriter();
    StatsWriter(const StatsWriter&) = delete;
    StatsWriter& operator=(const StatsWriter&) = delete;

    void begin(StatsSection section) noexcept;
    bool has(int64_t timestamp) const;
    void write(const StatsFrame& frame, std::span<const float> states);
    void add_light(const LightLevel& light);
    const LightLevel& light() const { return light_; }
    bool has_lines() const { return started_; }
    // If the file of an interrupted filter was discarded, returns the number of its lines.
    // Otherwise returns 0.
    size_t replaced_lines() const { return replaced_; }
    // Completes the file. Returns the reason if an existing file is kept instead, else nullptr.
    // Nothing may be written after this call or after an error.
    const char* finish();
    void give_up();

  private:
    void take_over(int64_t first);
    bool is_beginning_of_longer() const;
    void put_frame(const StatsFrame& frame, std::span<const float> states);
    template <typename Work>
    void guarded(const Work& work);

    std::string path_;
    ReplacedFile file_;
    bool done_ = false;
    bool started_ = false;
    bool begun_ = false;
    StatsSection section_;
    std::string line_;
    std::vector<float> states_;
    size_t count_ = 0;
    size_t replaced_ = 0;
    std::optional<int64_t> before_;
    std::vector<int64_t> timestamps_;  // in ascending order
    LightLevel light_;
};

// A complete statistics file in memory, of a film or a part of a film.
class StatsPiece {
  public:
    struct Line {
        StatsFrame frame;
        size_t section;
        std::vector<float> states;
    };

    explicit StatsPiece(const std::string& path);

    const std::string& path() const { return path_; }
    const std::vector<Line>& lines() const { return lines_; }
    const std::vector<StatsSection>& sections() const { return sections_; }

    struct Seam {
        int64_t from;
        int64_t to;
    };

    // Returns the range of timestamps whose frames must be measured again before append(), or
    // nothing if `next` can be appended.
    std::optional<Seam> seam_to_mend(const StatsPiece& next) const;
    // Appends the frames of `next` that are later than all frames of this piece. Before this call,
    // seam_to_mend() must return nothing.
    void append(const StatsPiece& next);
    std::string text() const;

  private:
    const Line& line_of(int64_t timestamp) const;
    bool continues(const Line& line, const StatsPiece& other, const Line& other_line) const;
    bool hides(const Line& line, const Line& earlier) const;
    void raise_maxima(Line& line, const StatsSection& section, const Line& before) const;
    bool is_cut(const Line& line) const;
    int64_t last_cut() const;
    int64_t first_cut_after(int64_t timestamp) const;

    std::string path_;
    std::vector<StatsSection> sections_;
    std::vector<Line> lines_;
    LightLevel light_;
};

std::optional<size_t> find_column(const StatsSection& section, StateKind kind,
                                  const std::string& name = {});

}  // namespace tonelift
