// SPDX-License-Identifier: BSD-2-Clause
//
// What a stream has to do with its stats_file, by the option `stats`: it takes the statistics of
// its frames from there, or leaves them there.
#pragma once

#include <tonelift/tonelift.h>

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/runtime/log.h"
#include "core/runtime/stats_file.h"
#include "kernels/executor.h"

namespace tonelift {

// The values of the option `stats`.
enum class StatsMode { automatic, write, read };

// Throws Error (argument) where stats asks for a file and there is none.
void check_stats_options(const tonelift_options& options);

// Light of the film whose statistics are there and read by these options.
std::optional<LightLevel> light_of_film(const tonelift_options& options);

// Every function throws Error (io).
class StreamStats {
  public:
    // automatic: reads a complete file, else writes.
    StreamStats(const std::string& path, StatsMode mode, Log log);
    // Says so where the file stays partial.
    ~StreamStats();
    StreamStats(const StreamStats&) = delete;
    StreamStats& operator=(const StreamStats&) = delete;

    // What the next frames are measured of and with. Where the file has nothing like it, and is to
    // be read, that is an error; with `automatic`, for frames in mid-stream, only a warning.
    void use(const StatsSection& section);

    // Before frames are run: what is to be replayed, and what recorded.
    void prepare(std::span<const tonelift_frame> frames, Batch& batch);
    // After: batch.record goes into the file.
    void record(std::span<const tonelift_frame> frames, const Batch& batch);
    void add_light(const LightLevel& light);

    bool is_writing() const { return writer_ != nullptr; }
    // Whether all frames so far had their statistics from the file.
    bool is_replaying() const { return reader_ && !told_; }
    // Of the film as far as the file knows it.
    LightLevel light() const;
    [[noreturn]] void fail(const std::string& what) const;

    // A frame is lost: what was written stays partial, and nothing is written any more.
    void interrupt() { take_writer(); }
    // The stream has ended; what comes after is measured and not recorded.
    void finish();

  private:
    void measure_on(const std::string& why);
    void warn_of_replaced_lines(int64_t first);
    std::unique_ptr<StatsWriter> take_writer();

    std::string path_;
    StatsMode mode_;
    Log log_;
    std::optional<StatsSection> section_;
    bool reads_;
    bool told_ = false;  // that frames have no line
    std::optional<StatsReader> reader_;
    std::unique_ptr<StatsWriter> writer_;
    LightLevel light_;  // of what is written and done with
};

}  // namespace tonelift
