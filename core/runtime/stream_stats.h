// SPDX-License-Identifier: BSD-2-Clause
// The stats_file of a stream. The option `stats` selects whether statistics are read or written.
#pragma once

#include <tonelift/tonelift.h>

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/common/log.h"
#include "core/runtime/stats_file.h"
#include "kernels/batch.h"

namespace tonelift {

enum class StatsMode { automatic, write, read, measure };

inline bool measures(const tonelift_options& options) {
    return static_cast<StatsMode>(options.stats) == StatsMode::measure;
}

bool writes_statistics(const tonelift_options& options);

// Throws Error (argument) if the option `stats` needs a stats_file and none is given.
void check_stats_options(const tonelift_options& options);

// Returns the light level of the film if the options read an existing statistics file, else
// nothing.
std::optional<LightLevel> light_of_film(const tonelift_options& options);

struct StatsChange {
    std::optional<StatsSection> section;
    StatsSection written;
    std::optional<StatsReader> reader;
    std::vector<std::string> warnings;
};

// All functions that can fail throw Error (io).
class StreamStats {
  public:
    // Opens the file. In mode `automatic`, reads the file if it is complete, else writes it.
    StreamStats(const std::string& path, StatsMode mode, Log log);
    // Logs a message if a file was written and stays incomplete.
    ~StreamStats();
    StreamStats(const StreamStats&) = delete;
    StreamStats& operator=(const StreamStats&) = delete;

    // Prepares the change to another section. All work that can fail happens in this function, so
    // that begin() cannot fail.
    StatsChange change_to(const StatsSection& section, const ShotColumns* shots) const;
    // Prepares the change to frames that pass through unchanged and are not measured.
    StatsChange change_to_unmeasured() const;
    void begin(StatsChange change) noexcept;

    // Fills batch.replay with the statistics of the frames, if the file is read. Must be called
    // before the frames are processed.
    void prepare(std::span<const tonelift_frame> frames, Batch& batch);
    // Writes the statistics of the frames to the file. Must be called after the frames were
    // processed.
    void record(std::span<const tonelift_frame> frames, const Batch& batch);
    void add_light(const LightLevel& light);

    bool is_writing() const { return writer_ != nullptr; }
    // Returns whether the file is read and contained the statistics of all frames so far.
    bool is_replaying() const { return reader_ && !logged_; }
    LightLevel light() const;
    [[noreturn]] void fail(const std::string& what) const;

    // Ends the recording after a frame failed. The file stays incomplete.
    void interrupt() { take_writer(); }
    // Ends the recording and completes the file. Later frames are measured but not recorded. Logs a
    // warning if an existing file is kept.
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
    bool logged_ = false;
    std::optional<StatsReader> reader_;
    std::unique_ptr<StatsWriter> writer_;
    LightLevel light_;
};

}  // namespace tonelift
