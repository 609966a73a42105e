// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/stream_stats.h"

#include "core/common/options.h"
#include "core/common/text.h"
#include "kernels/error.h"

namespace tonelift {

bool writes_statistics(const tonelift_options& options) {
    if (!is_given(options.stats_file)) return false;
    const auto mode = static_cast<StatsMode>(options.stats);
    if (mode == StatsMode::automatic) return !has_stats(options.stats_file);
    return mode != StatsMode::read;
}

void check_stats_options(const tonelift_options& options) {
    const auto mode = static_cast<StatsMode>(options.stats);
    if (mode == StatsMode::automatic || is_given(options.stats_file)) return;
    static constexpr const char* names[] = {"auto", "write", "read", "measure"};
    throw Error(Failure::argument, std::string("stats=") + names[options.stats] +
                                       " needs a file; name it with stats_file");
}

std::optional<LightLevel> light_of_film(const tonelift_options& options) {
    const bool writes =
        static_cast<StatsMode>(options.stats) == StatsMode::write || measures(options);
    if (writes || !is_given(options.stats_file)) return std::nullopt;
    return light_of_stats(options.stats_file);
}

StreamStats::StreamStats(const std::string& path, StatsMode mode, Log log)
    : path_(path),
      mode_(mode),
      log_(log),
      reads_(mode == StatsMode::read || (mode == StatsMode::automatic && has_stats(path))) {
    if (!reads_) writer_ = std::make_unique<StatsWriter>(path);
}

StreamStats::~StreamStats() {
    if (!writer_ || !writer_->has_lines()) return;
    try {
        log_.info("stats_file " + quote(path_) + " is not complete, because the stream did " +
                  "not end; the statistics so far are in " + quote(ReplacedFile::part_of(path_)));
    } catch (const std::bad_alloc&) {
        log_.info("a stats_file is not complete");
    }
}

void StreamStats::fail(const std::string& what) const {
    throw Error(Failure::io, "stats_file " + quote(path_) + " " + what);
}

std::string StreamStats::loss_text(const std::string& why) const {
    const bool light = reader_ && reader_->light().max_cll > 0;
    return why + "; from there on the film is measured, and the file is unchanged" +
           (light ? "; MaxCLL and MaxFALL are those of the covered part" : "");
}

void StreamStats::measure_on(const std::string& why) {
    if (!logged_) log_.warning(loss_text(why));
    logged_ = true;
}

// Adds a warning if the file was measured on another kind of machine. Its statistics are still
// used.
void StreamStats::compare_machines(const StatsSection& here, StatsChange& change) const {
    const std::string& measured = change.reader->section().fields.front().note;
    const std::string& runs = here.fields.front().note;
    if (measured.empty() || measured == runs) return;
    change.warnings.push_back(
        "stats_file " + quote(path_) + " was measured with " + measured + ", and this runs with " +
        runs + ": the last bits of the picture may differ from those of a single run");
}

void StreamStats::find_reader(const StatsSection& section, const ShotColumns* shots,
                              StatsChange& change) const {
    try {
        change.reader.emplace(path_, section);
        compare_machines(section, change);
        if (shots != nullptr) change.reader->expose_shots(*shots);
    } catch (const Error& error) {
        if (mode_ == StatsMode::read || shots != nullptr || !section_) throw;
        if (!logged_) change.warnings.push_back(loss_text(error.what()));
    }
}

StatsChange StreamStats::change_to(const StatsSection& section, const ShotColumns* shots) const {
    StatsChange change;
    if (section_ == section) return change;
    if (reads_) find_reader(section, shots, change);
    change.section = change.written = section;
    return change;
}

StatsChange StreamStats::change_to_unmeasured() const {
    StatsChange change;
    if (writer_ && !logged_)
        change.warnings.push_back("stats_file " + quote(path_) +
                                  " gets no lines for frames that pass through unchanged");
    return change;
}

void StreamStats::begin(StatsChange change) noexcept {
    for (const std::string& warning : change.warnings) log_.warning(warning);
    if (!change.section) {
        logged_ = logged_ || !change.warnings.empty();
        return;
    }
    section_ = std::move(change.section);
    if (writer_) writer_->begin(std::move(change.written));
    logged_ = logged_ || (reads_ && !change.reader);
    reader_ = std::move(change.reader);
}

void StreamStats::prepare(std::span<const tonelift_frame> frames, Batch& batch) {
    batch.record.resize(writer_ ? frames.size() : 0);
    batch.replay.resize(reader_ ? frames.size() : 0);
    for (size_t i = 0; i < batch.replay.size(); ++i) {
        const auto states = reader_->find(key_of(frames[i]));
        if (states) {
            batch.replay[i].states.assign(states->begin(), states->end());
            continue;
        }
        const std::string lacks = lacks_line(frames[i].timestamp, reader_->extent());
        if (reader_->exposes_shots()) fail(lacks + measure_again);
        if (mode_ == StatsMode::read) fail(lacks);
        batch.replay[i].states.clear();
        measure_on("stats_file " + quote(path_) + " " + lacks);
    }
}

// Warns if the lines of an interrupted stream were discarded. They are discarded if the new stream
// begins at their last frame or before it.
void StreamStats::warn_of_replaced_lines(int64_t first) {
    if (writer_->replaced_lines() == 0) return;
    log_.warning("stats_file " + quote(path_) + " restarts with the timestamp " +
                 std::to_string(first) + ", and the " + std::to_string(writer_->replaced_lines()) +
                 " lines of the interrupted stream are discarded");
}

// In the mode `automatic`, a repeated timestamp ends the recording and removes the file.
void StreamStats::record(std::span<const tonelift_frame> frames, const Batch& batch) {
    for (size_t i = 0; i < frames.size() && writer_; ++i) {
        const StatsFrame frame = key_of(frames[i]);
        if (mode_ == StatsMode::automatic && writer_->has(frame.timestamp)) {
            log_.warning("stats_file " + quote(path_) + " is not written: the timestamp " +
                         std::to_string(frame.timestamp) + " is repeated");
            take_writer()->give_up();
        } else {
            const bool first = !writer_->has_lines();
            writer_->write(frame, batch.record[i].states);
            if (first) warn_of_replaced_lines(frame.timestamp);
        }
    }
}

void StreamStats::add_light(const LightLevel& light) {
    if (writer_) writer_->add_light(light);
}

LightLevel StreamStats::light() const {
    if (writer_) return writer_->light();
    return reader_ ? reader_->light() : light_;
}

std::unique_ptr<StatsWriter> StreamStats::take_writer() {
    if (writer_) light_ = writer_->light();
    return std::move(writer_);
}

void StreamStats::finish() {
    const auto writer = take_writer();
    const char* kept = writer ? writer->finish() : nullptr;
    if (kept != nullptr) log_.warning("stats_file " + quote(path_) + " is not written: " + kept);
}

}  // namespace tonelift
