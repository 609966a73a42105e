// SPDX-License-Identifier: BSD-2-Clause
#include "tools/stats.h"

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
            fail_for_stats(path, "cannot be joined: its timestamps do not rise");
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
                                  ", the last of the piece before; pieces must overlap");
    return *found;
}

// Whether what follows another piece's line is what follows this one, apart from the largest
// numbers so far. Of those the other piece must have none that is larger: it is of its lead-in, and
// hides smaller ones.
bool StatsPiece::continues(const Line& line, const StatsPiece& other,
                           const Line& other_line) const {
    const StatsSection& section = sections_[line.section];
    if (section != other.sections_[other_line.section]) return false;
    if (line.frame.nanoseconds != other_line.frame.nanoseconds) return false;
    for (size_t i = 0; i < line.states.size(); ++i) {
        const float here = line.states[i], there = other_line.states[i];
        const bool agrees = section.columns[i].kind == StateKind::largest
                                ? there <= here
                                : std::bit_cast<uint32_t>(here) == std::bit_cast<uint32_t>(there);
        if (!agrees) return false;
    }
    return true;
}

// The last scene change, which discards all earlier statistics.
int64_t StatsPiece::last_cut() const {
    for (auto line = lines_.rbegin(); line != lines_.rend(); ++line) {
        const auto change = find_column(sections_[line->section], StateKind::scene_change);
        if (!change) break;
        if (line->states[*change] >= 1) return line->frame.timestamp;
    }
    return lines_.front().frame.timestamp;
}

std::optional<int64_t> StatsPiece::seam_to_mend(const StatsPiece& next) const {
    const Line& last = lines_.back();
    if (continues(last, next, next.line_of(last.frame.timestamp))) return std::nullopt;
    return last_cut();
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

std::string check_stats(const std::string& path) {
    const StatsPiece piece(path);
    return path + ": complete, " + std::to_string(piece.lines().size()) + " frames, from " +
           std::to_string(piece.lines().front().frame.timestamp) + " to " +
           std::to_string(piece.lines().back().frame.timestamp);
}

std::string join_stats(const std::vector<std::string>& paths) {
    StatsPiece film(paths.at(0));
    for (size_t i = 1; i < paths.size(); ++i) {
        const StatsPiece next(paths[i]);
        if (const auto from = film.seam_to_mend(next))
            fail_for_stats(next.path(), "does not go on from the timestamp " +
                                            std::to_string(film.lines().back().frame.timestamp) +
                                            "; measure it again from " + std::to_string(*from));
        film.append(next);
    }
    return film.text();
}

}  // namespace tonelift
