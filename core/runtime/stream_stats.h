// SPDX-License-Identifier: BSD-2-Clause
//
// The stats_file of a stream: reads the statistics of frames from the file, or writes them, as the
// option `stats` selects.
#pragma once

#include <tonelift/tonelift.h>

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/runtime/log.h"
#include "core/runtime/stats_file.h"
#include "kernels/batch.h"

namespace tonelift {

// The values of the option `stats`.
enum class StatsMode { automatic, write, read, measure };

// Returns whether these options only measure and pass the picture through.
inline bool measures(const tonelift_options& options) {
    return static_cast<StatsMode>(options.stats) == StatsMode::measure;
}

// Returns whether these options write a stats_file.
bool writes_statistics(const tonelift_options& options);

// Throws Error (argument) if the option stats needs a stats_file and none is given.
void check_stats_options(const tonelift_options& options);

// Returns the light level of the film, if the options read an existing statistics file.
std::optional<LightLevel> light_of_film(const tonelift_options& options);

// A prepared change to another section of the file, for begin(). Empty if the section stays the
// same.
struct StatsChange {
    std::optional<StatsSection> section;
    StatsSection written;               // the section with all columns, for the writer
    std::optional<StatsReader> reader;  // nothing if the file has no such section
    std::vector<std::string> warnings;
};

// The statistics of a stream. Every function that is not noexcept throws Error (io).
class StreamStats {
  public:
    // Opens the file. Mode automatic reads a complete file, and writes otherwise.
    StreamStats(const std::string& path, StatsMode mode, Log log);
    // Logs a message if the file stays partial.
    ~StreamStats();
    StreamStats(const StreamStats&) = delete;
    StreamStats& operator=(const StreamStats&) = delete;

    // Starts a section for the next frames, in two steps. This first step does everything that can
    // fail, and has no effect on the stream. If the file is read, a missing section is an error;
    // with `automatic` in mid-stream it is a warning. If `shots` is given, statistics are read per
    // shot, and a missing section is always an error. If it is null, they are read per frame.
    StatsChange change_to(const StatsSection& section, const ShotColumns* shots) const;
    void begin(StatsChange change) noexcept;

    // Sets the states that the batch replays or records. Call it before frames are processed.
    void prepare(std::span<const tonelift_frame> frames, Batch& batch);
    // Writes batch.record to the file. Call it after frames are processed.
    void record(std::span<const tonelift_frame> frames, const Batch& batch);
    void add_light(const LightLevel& light);

    bool is_writing() const { return writer_ != nullptr; }
    // Returns whether the file has had statistics for all frames so far.
    bool is_replaying() const { return reader_ && !logged_; }
    // Returns the light level of the film from the file; unknown if the file has none.
    LightLevel light() const;
    [[noreturn]] void fail(const std::string& what) const;

    // Ends the recording after a frame failed. The file stays partial.
    void interrupt() { take_writer(); }
    // Ends the recording. Later frames are measured but not recorded.
    void finish();

  private:
    void measure_on(const std::string& why);
    std::string loss_text(const std::string& why) const;
    void find_reader(const StatsSection& section, const ShotColumns* shots,
                     StatsChange& change) const;
    void compare_machines(const StatsSection& here, StatsChange& change) const;
    void warn_of_replaced_lines(int64_t first);
    std::unique_ptr<StatsWriter> take_writer();

    std::string path_;
    StatsMode mode_;
    Log log_;
    std::optional<StatsSection> section_;
    bool reads_;
    bool logged_ = false;  // whether missing lines or sections were logged
    std::optional<StatsReader> reader_;
    std::unique_ptr<StatsWriter> writer_;
    LightLevel light_;  // light level of the finished sections
};

}  // namespace tonelift
