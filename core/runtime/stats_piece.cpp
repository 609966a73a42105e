// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/stats_piece.h"

#include <algorithm>
#include <bit>

namespace tonelift {

StatsPiece::StatsPiece(const std::string& path) : path_(path) {
    StatsLines lines(path);
    for (auto item = lines.next(); item != StatsLines::Item::end; item = lines.next()) {
        if (item == StatsLines::Item::section) {
            sections_.push_back(lines.section());
            continue;
        }
        if (!lines_.empty() && lines.frame().timestamp <= lines_.back().frame.timestamp)
            fail_for_stats(path, "cannot be joined: its timestamps do not increase");
        const auto states = lines.states();
        lines_.push_back({lines.frame(), sections_.size() - 1, {states.begin(), states.end()}});
    }
    light_ = lines.light();
    if (lines_.empty()) fail_for_stats(path, "holds no frames");
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

// Returns whether the statistics of this line and of another piece's line are equal.
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

// Returns whether a maximum in `line` exceeds the maximum in the line of an earlier piece. Maxima
// include the lead-in of a piece, so such a lead-in would hide smaller maxima of the film.
bool StatsPiece::hides(const Line& line, const Line& earlier) const {
    const StatsSection& section = sections_[line.section];
    for (size_t i = 0; i < std::min(line.states.size(), earlier.states.size()); ++i) {
        if (section.columns[i].kind == StateKind::largest && !(line.states[i] <= earlier.states[i]))
            return true;
    }
    return false;
}

// Returns whether a line is a scene change, which discards all earlier statistics.
bool StatsPiece::is_cut(const Line& line) const {
    const auto change = find_column(sections_[line.section], StateKind::scene_change);
    return change && line.states[*change] >= 1;
}

int64_t StatsPiece::last_cut() const {
    const auto cut = std::find_if(lines_.rbegin(), lines_.rend(),
                                  [&](const Line& line) { return is_cut(line); });
    return cut == lines_.rend() ? lines_.front().frame.timestamp : cut->frame.timestamp;
}

// Returns the first cut after a frame, or the last frame if no cut follows.
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
    // A cut right after the seam discards the statistics, so differences before it do not matter.
    if (!whole && &there != &next.lines_.back() && next.is_cut(*(&there + 1))) return std::nullopt;
    return Seam{last_cut(), whole ? next.lines_.back().frame.timestamp
                                  : next.first_cut_after(last.frame.timestamp)};
}

void StatsPiece::append(const StatsPiece& next) {
    const Line last = lines_.back();
    for (Line line : next.lines_) {
        if (line.frame.timestamp <= last.frame.timestamp) continue;
        const StatsSection& section = next.sections_[line.section];
        if (section != sections_.back()) sections_.push_back(section);
        for (size_t i = 0; i < std::min(line.states.size(), last.states.size()); ++i) {
            if (section.columns[i].kind == StateKind::largest)
                line.states[i] = std::max(line.states[i], last.states[i]);
        }
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
