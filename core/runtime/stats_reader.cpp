// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>

#include "core/common/text.h"
#include "core/runtime/stats_file.h"

namespace tonelift {
namespace {

constexpr double same_time = 1000;  // tolerance in nanoseconds

// Throws the error for a file without the wanted section. differs: differences of the most similar
// section.
[[noreturn]] void refuse(const std::string& path, const std::vector<std::string>& differs) {
    if (differs.empty()) fail_for_stats(path, "holds no frames");
    constexpr size_t most_told = 3, most_shown = 400;
    std::string text;
    for (size_t i = 0; i < std::min(differs.size(), most_told); ++i)
        text += (i == 0 ? "" : "; ") + printable(differs[i].substr(0, most_shown));
    if (differs.size() > most_told)
        text += "; and " + std::to_string(differs.size() - most_told) + " more";
    fail_for_stats(path, "was measured under other conditions: " + text + write_stats_again);
}

}  // namespace

StatsReader::StatsReader(const std::string& path, const StatsSection& wanted)
    : path_(path), states_(wanted.columns.size()) {
    StatsLines lines(path);
    bool is_wanted = false, found = false;
    std::vector<std::string> nearest;  // differences of the most similar section
    for (auto item = lines.next(); item != StatsLines::Item::end; item = lines.next()) {
        if (item == StatsLines::Item::frame) {
            if (is_wanted) take(lines);
            continue;
        }
        is_wanted = lines.section() == wanted;
        if (is_wanted && !found) section_ = lines.section();
        found = found || is_wanted;
        std::vector<std::string> differs = differences(lines.section(), wanted);
        if (nearest.empty() || differs.size() < nearest.size()) nearest = std::move(differs);
    }
    if (!found) refuse(path, nearest);
    light_ = lines.light();
    sort_lines();
}

void StatsReader::take(const StatsLines& lines) {
    lines_.push_back({lines.frame(), values_.size()});
    values_.insert(values_.end(), lines.states().begin(), lines.states().end());
}

void StatsReader::fail(const std::string& what) const { fail_for_stats(path_, what); }

void StatsReader::sort_lines() {
    const auto before = [](const Line& a, const Line& b) {
        return a.frame.timestamp < b.frame.timestamp;
    };
    std::sort(lines_.begin(), lines_.end(), before);
    const auto twice = std::adjacent_find(
        lines_.begin(), lines_.end(),
        [&](const Line& a, const Line& b) { return a.frame.timestamp == b.frame.timestamp; });
    if (twice != lines_.end())
        fail("has two lines for the timestamp " + std::to_string(twice->frame.timestamp));
}

std::optional<std::span<const float>> StatsReader::find(const StatsFrame& frame) const {
    const auto found = std::lower_bound(
        lines_.begin(), lines_.end(), frame.timestamp,
        [](const Line& line, int64_t timestamp) { return line.frame.timestamp < timestamp; });
    if (found == lines_.end() || found->frame.timestamp != frame.timestamp) return std::nullopt;
    const auto &there = found->frame.nanoseconds, &here = frame.nanoseconds;
    if (there && here &&
        std::abs(static_cast<double>(*there) - static_cast<double>(*here)) > same_time)
        fail("belongs to another film: its frame with timestamp " +
             std::to_string(frame.timestamp) + " is at " +
             number_text(static_cast<double>(*there) / 1e9) + " s there and at " +
             number_text(static_cast<double>(*here) / 1e9) + " s here");
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

}  // namespace tonelift
