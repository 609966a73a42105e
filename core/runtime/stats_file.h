// SPDX-License-Identifier: BSD-2-Clause
//
// The statistics of a stream in a file: the temporal states after each frame, keyed by the frame's
// timestamp. Written in one pass over a film and read in others, so that its chunks come out as one
// run would have made them.
//
//   tonelift-stats 2
//   section
//   script 9ae16a3b2f90404f mixed.tl
//   size 1920x1080
//   ...
//   columns timestamp time smooth:5 scene_change:1
//   0 0 1.a3p-3 1.28p-1 ...
//   41708 41708333 1.a31p-3 1.28p-1 ...
//   light 734.2 101.75
//   end 2
//
// A section begins with what its lines were measured of and with (stats_section.h): a stream whose
// size or options change goes on in another one. A line holds the timestamp, the time in
// nanoseconds ("-": unknown) and the states as hexadecimal floats, which come back bit for bit in
// any locale. light: MaxCLL and MaxFALL of the picture that came out, where it is HDR10. end: how
// many lines there are; a file without that line is not complete. While it is written, and when its
// stream was interrupted, the file is beside its place under the name PATH.part, and ends with
//
//   partial TOKEN LINES LAST MAXCLL MAXFALL
//
// TOKEN says which process wrote it and LAST is the greatest timestamp: a filter that the same
// process makes for the rest of the stream goes on there.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/color/describe.h"
#include "core/runtime/replaced_file.h"
#include "core/runtime/stats_section.h"

namespace tonelift {

// Every function below throws Error (io) with the path and the reason in its message.

// Whether a complete statistics file is there. An error where something else is, other than an
// empty file.
bool has_stats(const std::string& path);

// Of the film whose complete file this is; nothing where there is no such file or light level.
std::optional<LightLevel> light_of_stats(const std::string& path);

// A frame in a statistics file.
struct StatsFrame {
    int64_t timestamp = 0;
    std::optional<int64_t> nanoseconds = {};  // nothing: unknown
};

// The lines of all sections of a complete file that are like the one asked for.
class StatsReader {
  public:
    // A file without such a section is an error that says what the nearest one was measured with.
    StatsReader(const std::string& path, const StatsSection& section);

    // The states of a frame; nothing where there is no line for it. A line of another time is an
    // error.
    std::optional<std::span<const float>> find(const StatsFrame& frame) const;
    const LightLevel& light() const { return light_; }
    // "from 0 to 41708", of the timestamps.
    std::string extent() const;
    [[noreturn]] void fail(const std::string& what) const;

  private:
    struct Line {
        StatsFrame frame;
        size_t first;  // of its states in values_
    };
    void sort_lines();

    std::string path_;
    size_t states_;
    std::vector<Line> lines_;  // by timestamp
    std::vector<float> values_;
    LightLevel light_;

    friend class StatsParser;
};

class StatsWriter {
  public:
    // A file that is not one of ours is never replaced.
    explicit StatsWriter(const std::string& path);
    // Marks what is not complete as partial.
    ~StatsWriter();
    StatsWriter(const StatsWriter&) = delete;
    StatsWriter& operator=(const StatsWriter&) = delete;

    // What the lines from now on were measured with.
    void begin(const StatsSection& section);
    // Whether a frame of this timestamp, or one behind it that another filter wrote, came before.
    bool has(int64_t timestamp) const;
    // Of a frame that has been processed, which has() not come before.
    void write(const StatsFrame& frame, std::span<const float> states);
    void add_light(const LightLevel& light);
    const LightLevel& light() const { return light_; }
    bool has_lines() const { return started_; }
    // How many lines of a filter that this process interrupted are gone, because this one's first
    // timestamp is not behind them.
    size_t replaced_lines() const { return replaced_; }
    // The stream has ended: the file is complete and gets its name. Nothing may follow, nor after
    // an error.
    void finish();
    // Leaves no file.
    void give_up();

  private:
    void take_over(int64_t first);
    void put_header();
    void put_frame(const StatsFrame& frame, std::span<const float> states);
    template <typename Work>
    void guarded(const Work& work);

    ReplacedFile file_;
    bool done_ = false;     // complete, or given up
    bool started_ = false;  // there is a first line
    bool begun_ = false;    // the header of section_ is written
    StatsSection section_;
    std::string line_;
    size_t count_ = 0;
    size_t replaced_ = 0;
    std::optional<int64_t> before_;  // greatest timestamp of the filter that this one goes on from
    std::vector<int64_t> timestamps_;  // of this filter, ascending
    LightLevel light_;
};

}  // namespace tonelift
