// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/stats_file.h"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "core/common/scanner.h"
#include "core/common/text.h"

namespace tonelift {
namespace {

constexpr double time_tolerance = 1000;  // in nanoseconds; smaller differences are ignored

// Number of bytes at the end of a file that are searched for the mark of an incomplete file.
constexpr size_t mark_bytes = 256;

// Returns the path. Throws if the path names anything but a regular file.
const std::string& replaceable(const std::string& path) {
    has_stats(path);
    return path;
}

std::string process_token() {
    static const uint32_t random = std::random_device()();
    std::string token;
    append(token, random, 16);
    token += '.';
    append(token, getpid());
    return token;
}

// The last line of an incomplete file, whose stream was interrupted.
struct PartialMark {
    size_t count = 0;
    int64_t last = 0;
    LightLevel light;

    std::string line() const {
        std::string text(stats_text::partial);
        text += process_token() + ' ';
        append(text, count);
        text += ' ';
        append(text, last);
        text += ' ';
        append(text, light.max_cll);
        text += ' ';
        append(text, light.max_fall);
        return text + '\n';
    }
    bool read(std::string_view line) {
        Scanner scanner(line);
        const auto space = [&] { return scanner.literal(" "); };
        return scanner.literal(stats_text::partial) && scanner.literal(process_token()) &&
               space() && scanner.number(count) && space() && scanner.number(last) && space() &&
               scanner.number(light.max_cll) && space() && scanner.number(light.max_fall) &&
               scanner.done();
    }
};

// Returns whether running maxima go on from one section to the next. They restart if the size or
// the samples change, because hosts then create a new filter.
bool maxima_run_on(const StatsSection& before, const StatsSection& after) {
    const auto value = [](const StatsSection& section, const char* key) {
        const StatsField* field = find_field(section.fields, key);
        return field != nullptr ? field->value : std::string();
    };
    return value(before, "size") == value(after, "size") &&
           value(before, "samples") == value(after, "samples");
}

}  // namespace

void refuse_stats(const std::string& path, const std::vector<std::string>& differs) {
    if (differs.empty()) fail_for_stats(path, std::string("holds no frames") + measure_again);
    // Maximum number of differences in a message, and maximum number of bytes per difference.
    constexpr size_t most_listed = 3, most_shown = 400;
    std::string text;
    for (size_t i = 0; i < std::min(differs.size(), most_listed); ++i)
        text += (i == 0 ? "" : "; ") + printable(differs[i].substr(0, most_shown));
    if (differs.size() > most_listed)
        text += "; and " + std::to_string(differs.size() - most_listed) + " more";
    fail_for_stats(path, "was measured under other conditions: " + text + measure_again);
}

void check_unique(const std::string& path, std::span<const int64_t> timestamps) {
    const auto twice = std::ranges::adjacent_find(timestamps);
    if (twice == timestamps.end()) return;
    fail_for_stats(path,
                   "has two lines for the timestamp " + std::to_string(*twice) + measure_again);
}

void check_time(const std::string& path, const StatsFrame& there, const StatsFrame& here) {
    if (!there.nanoseconds || !here.nanoseconds) return;
    const auto a = static_cast<double>(*there.nanoseconds);
    const auto b = static_cast<double>(*here.nanoseconds);
    if (std::abs(a - b) <= time_tolerance) return;
    fail_for_stats(path, "belongs to another film: its frame with timestamp " +
                             std::to_string(here.timestamp) + " is at " + number_text(a / 1e9) +
                             " s there and at " + number_text(b / 1e9) + " s here" + measure_again);
}

StatsReader::StatsReader(const std::string& path, const StatsSection& wanted)
    : path_(path), states_(wanted.columns.size()) {
    StatsLines lines(path);
    std::optional<std::vector<size_t>> columns;
    bool found = false;
    std::vector<std::string> nearest;
    for (auto item = lines.next(); item != StatsLines::Item::end; item = lines.next()) {
        if (item == StatsLines::Item::frame) {
            if (columns) take(lines, *columns);
            continue;
        }
        columns.reset();
        if (lines.section().fields == wanted.fields)
            columns = find_columns(lines.section().columns, wanted.columns);
        if (found) continue;
        found = columns.has_value();
        if (found) section_ = lines.section();
        std::vector<std::string> differs = differences(lines.section(), wanted);
        if (nearest.empty() || differs.size() < nearest.size()) nearest = std::move(differs);
    }
    if (!found) refuse_stats(path, nearest);
    light_ = lines.light();
    sort_lines();
}

void StatsReader::take(const StatsLines& lines, const std::vector<size_t>& columns) {
    lines_.push_back({lines.frame(), values_.size()});
    for (const size_t column : columns) values_.push_back(lines.states()[column]);
}

void StatsReader::fail(const std::string& what) const { fail_for_stats(path_, what); }

void StatsReader::sort_lines() {
    const auto before = [](const Line& a, const Line& b) {
        return a.frame.timestamp < b.frame.timestamp;
    };
    std::sort(lines_.begin(), lines_.end(), before);
    std::vector<int64_t> timestamps;
    for (const Line& line : lines_) timestamps.push_back(line.frame.timestamp);
    check_unique(path_, timestamps);
}

std::optional<std::span<const float>> StatsReader::find(const StatsFrame& frame) const {
    const auto found = std::lower_bound(
        lines_.begin(), lines_.end(), frame.timestamp,
        [](const Line& line, int64_t timestamp) { return line.frame.timestamp < timestamp; });
    if (found == lines_.end() || found->frame.timestamp != frame.timestamp) return std::nullopt;
    check_time(path_, found->frame, frame);
    if (shots_) return shots_->states(static_cast<size_t>(found - lines_.begin()));
    return states_of(*found);
}

std::span<const float> StatsReader::states_of(const Line& line) const {
    return std::span(values_).subspan(line.first, states_);
}

void StatsReader::expose_shots(const ShotColumns& columns) {
    std::vector<ShotFrame> frames;
    for (size_t i = 0; i < lines_.size(); ++i) {
        const double step = i > 0 ? step_between(lines_[i - 1].frame, lines_[i].frame) : 0;
        const double before = i > 0 ? frames.back().seconds : 0;
        frames.push_back({before + step, states_of(lines_[i])});
    }
    shots_ = std::make_unique<FilmShots>(columns, std::move(frames));
}

std::string StatsReader::extent() const {
    if (lines_.empty()) return "none";
    return std::to_string(lines_.front().frame.timestamp) + " to " +
           std::to_string(lines_.back().frame.timestamp);
}

StatsWriter::StatsWriter(const std::string& path)
    : path_(path), file_("stats_file", replaceable(path)) {
    const std::string first = file_.beginning(stats_text::magic.size());
    if (!first.empty() && first != stats_text::magic)
        file_.fail("cannot be written: " + quote(ReplacedFile::part_of(path)) +
                   " exists and is not a statistics file; remove it");
}

// Writes the line "partial" to an incomplete file, because a later filter cannot continue the file
// without this line.
StatsWriter::~StatsWriter() {
    if (done_) return;
    try {
        if (started_) {
            const int64_t none = std::numeric_limits<int64_t>::min();
            const int64_t last = timestamps_.empty() ? before_.value_or(none) : timestamps_.back();
            file_.write(PartialMark{count_, last, light_}.line());
            file_.flush();
        } else if (file_.size() == 0) {
            file_.remove();
        }
    } catch (...) {
        file_.remove();
    }
}

template <typename Work>
void StatsWriter::guarded(const Work& work) {
    if (done_) file_.fail("is no longer written, because writing failed or the stream has ended");
    try {
        work();
    } catch (...) {
        give_up();
        throw;
    }
}

void StatsWriter::give_up() {
    done_ = true;
    file_.remove();
}

void StatsWriter::begin(StatsSection section) noexcept {
    begun_ = begun_ && section == section_;
    section_ = std::move(section);
}

// Continues the file of another filter if all frames of the file are earlier than `first`.
// Otherwise, discards the content of the file.
void StatsWriter::take_over(int64_t first) {
    started_ = true;
    const std::string ending = file_.ending(mark_bytes);
    const size_t end = ending.empty() ? std::string::npos : ending.size() - 1;
    const size_t start = ending.rfind('\n', end == 0 ? 0 : end - 1) + 1;
    PartialMark mark;
    const bool ours =
        !ending.empty() && mark.read(std::string_view(ending).substr(start, end - start));
    if (ours && mark.last < first) {
        file_.cut(file_.size() - (ending.size() - start));
        count_ = mark.count;
        before_ = mark.last;
        add_light(mark.light);
        return;
    }
    if (ours) replaced_ = mark.count;
    file_.cut(0);
    line_.clear();
    append_magic(line_);
    file_.write(line_);
}

bool StatsWriter::has(int64_t timestamp) const {
    if (before_ && timestamp <= *before_) return true;
    return std::binary_search(timestamps_.begin(), timestamps_.end(), timestamp);
}

void StatsWriter::put_frame(const StatsFrame& frame, std::span<const float> states) {
    line_.clear();
    if (!begun_) append_section(line_, section_);
    begun_ = true;
    const size_t start = line_.size();
    states_.assign(section_.columns.size(), 0);
    for (size_t i = 0; i < states_.size(); ++i) {
        if (i < states.size()) states_[i] = possible_state(states[i]);
        if (!is_possible(section_.columns[i].kind, states_[i]))
            file_.fail("cannot hold " + number_text(states_[i]) + ", a state of the frame " +
                       std::to_string(frame.timestamp));
    }
    append_frame(line_, frame, states_);
    if (line_.size() - start > stats_text::longest_line || ++count_ > stats_text::most_lines)
        file_.fail("would become too long");
    file_.write(line_);
}

void StatsWriter::write(const StatsFrame& frame, std::span<const float> states) {
    guarded([&] {
        if (!started_) take_over(frame.timestamp);
        if (has(frame.timestamp))
            file_.fail("needs a different timestamp for each frame; " +
                       std::to_string(frame.timestamp) + " is repeated");
        const auto place =
            std::upper_bound(timestamps_.begin(), timestamps_.end(), frame.timestamp);
        timestamps_.insert(place, frame.timestamp);
        put_frame(frame, states);
    });
}

void StatsWriter::add_light(const LightLevel& light) {
    light_.max_cll = std::max(light_.max_cll, light.max_cll);
    light_.max_fall = std::max(light_.max_fall, light.max_fall);
}

// Returns whether a complete file exists that begins with the same lines and has more.
bool StatsWriter::is_beginning_of_longer() const {
    const auto rest = file_.rest_of_target(stats_text::light.size());
    return rest && !rest->starts_with(stats_text::light) && !rest->starts_with(stats_text::end) &&
           has_stats(path_);
}

const char* StatsWriter::finish() {
    const char* kept = nullptr;
    guarded([&] {
        if (!started_) take_over(std::numeric_limits<int64_t>::max());
        file_.flush();
        if (count_ == 0)
            kept = "no frame was measured";
        else if (is_beginning_of_longer())
            kept = "the existing file begins with the same frames and has more";
        if (kept != nullptr) return file_.remove();
        line_.clear();
        append_end(line_, light_, count_);
        file_.write(line_);
        file_.take_its_place();
    });
    done_ = true;
    return kept;
}

StatsPiece::StatsPiece(const std::string& path) : path_(path) {
    StatsLines lines(path);
    for (auto item = lines.next(); item != StatsLines::Item::end; item = lines.next()) {
        if (item == StatsLines::Item::section) {
            if (sections_.empty() || lines.section() != sections_.back())
                sections_.push_back(lines.section());
            continue;
        }
        if (!lines_.empty() && lines.frame().timestamp <= lines_.back().frame.timestamp)
            fail_for_stats(path, "cannot be joined: its timestamps do not increase");
        const auto states = lines.states();
        lines_.push_back({lines.frame(), sections_.size() - 1, {states.begin(), states.end()}});
    }
    light_ = lines.light();
    if (lines_.empty()) refuse_stats(path, {});
}

const StatsPiece::Line& StatsPiece::line_of(int64_t timestamp) const {
    const auto found = std::lower_bound(
        lines_.begin(), lines_.end(), timestamp,
        [](const Line& line, int64_t wanted) { return line.frame.timestamp < wanted; });
    if (found == lines_.end() || found->frame.timestamp != timestamp)
        fail_for_stats(path_, "has no line for the timestamp " + std::to_string(timestamp) +
                                  ", the last one of the previous piece; pieces must overlap");
    return *found;
}

bool StatsPiece::continues(const Line& line, const StatsPiece& other,
                           const Line& other_line) const {
    const StatsSection& section = sections_[line.section];
    if (section != other.sections_[other_line.section]) return false;
    if (line.frame.nanoseconds != other_line.frame.nanoseconds) return false;
    for (size_t i = 0; i < line.states.size(); ++i) {
        if (section.columns[i].kind != StateKind::largest &&
            std::bit_cast<uint32_t>(line.states[i]) !=
                std::bit_cast<uint32_t>(other_line.states[i]))
            return false;
    }
    return true;
}

// Returns whether a running maximum in `line` exceeds the same maximum in `earlier`, the line of
// the same frame in the previous piece. The previous piece contains all earlier frames, so the
// larger maximum is wrong. A wrong maximum would hide the smaller maxima of the frames after
// `line`.
bool StatsPiece::hides(const Line& line, const Line& earlier) const {
    const StatsSection& section = sections_[line.section];
    for (size_t i = 0; i < std::min(line.states.size(), earlier.states.size()); ++i) {
        if (section.columns[i].kind == StateKind::largest && !(line.states[i] <= earlier.states[i]))
            return true;
    }
    return false;
}

bool StatsPiece::is_cut(const Line& line) const {
    const auto change = find_column(sections_[line.section], StateKind::scene_change);
    return change && line.states[*change] >= 1;
}

int64_t StatsPiece::last_cut() const {
    const auto cut = std::find_if(lines_.rbegin(), lines_.rend(),
                                  [&](const Line& line) { return is_cut(line); });
    return cut == lines_.rend() ? lines_.front().frame.timestamp : cut->frame.timestamp;
}

int64_t StatsPiece::first_cut_after(int64_t timestamp) const {
    const auto cut = std::find_if(lines_.begin(), lines_.end(), [&](const Line& line) {
        return line.frame.timestamp > timestamp && is_cut(line);
    });
    return cut == lines_.end() ? lines_.back().frame.timestamp : cut->frame.timestamp;
}

std::optional<StatsPiece::Seam> StatsPiece::seam_to_mend(const StatsPiece& next) const {
    const Line& last = lines_.back();
    const Line& there = next.line_of(last.frame.timestamp);
    const bool hidden = next.hides(there, last);
    if (!hidden && continues(last, next, there)) return std::nullopt;
    const bool whole = hidden || sections_[last.section] != next.sections_[there.section];
    // If a cut follows the last common frame, the statistics restart at the cut, so differences
    // before the cut do not matter.
    if (!whole && &there != &next.lines_.back() && next.is_cut(*(&there + 1))) return std::nullopt;
    return Seam{last_cut(), whole ? next.lines_.back().frame.timestamp
                                  : next.first_cut_after(last.frame.timestamp)};
}

// Raises the running maxima of `line` to those of `before`, an earlier line of this piece.
void StatsPiece::raise_maxima(Line& line, const StatsSection& section, const Line& before) const {
    for (size_t i = 0; i < section.columns.size(); ++i) {
        const StatsColumn& column = section.columns[i];
        if (column.kind != StateKind::largest) continue;
        if (const auto same = find_column(sections_[before.section], column.kind, column.name))
            line.states[i] = std::max(line.states[i], before.states[*same]);
    }
}

void StatsPiece::append(const StatsPiece& next) {
    const Line last = lines_.back();
    bool runs_on = true;
    for (Line line : next.lines_) {
        if (line.frame.timestamp <= last.frame.timestamp) continue;
        const StatsSection& section = next.sections_[line.section];
        runs_on = runs_on && maxima_run_on(sections_[lines_.back().section], section);
        if (section != sections_.back()) sections_.push_back(section);
        if (runs_on) raise_maxima(line, section, last);
        line.section = sections_.size() - 1;
        lines_.push_back(std::move(line));
    }
    light_.max_cll = std::max(light_.max_cll, next.light_.max_cll);
    light_.max_fall = std::max(light_.max_fall, next.light_.max_fall);
}

std::string StatsPiece::text() const {
    std::string text;
    append_magic(text);
    size_t section = sections_.size();
    for (const Line& line : lines_) {
        if (line.section != section) append_section(text, sections_[line.section]);
        section = line.section;
        append_frame(text, line.frame, line.states);
    }
    append_end(text, light_, lines_.size());
    return text;
}

std::optional<size_t> find_column(const StatsSection& section, StateKind kind,
                                  const std::string& name) {
    const auto found = std::find_if(
        section.columns.begin(), section.columns.end(), [&](const StatsColumn& column) {
            return column.kind == kind && (name.empty() || column.name == name);
        });
    if (found == section.columns.end()) return std::nullopt;
    return static_cast<size_t>(found - section.columns.begin());
}

}  // namespace tonelift
