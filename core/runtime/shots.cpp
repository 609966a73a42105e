// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/shots.h"

#include <algorithm>
#include <cmath>

#include "core/runtime/stats_text.h"

namespace tonelift {
namespace {

// Maximum duration of a flash, in seconds. A flash ends when the difference to the picture before
// the flash falls to the fraction flash_rest of its first value.
constexpr double longest_flash = 0.15;
constexpr float flash_rest = 0.25f;
// A frame is black if its statistic ShotColumns::light is below this limit.
constexpr float black_light = 0.002f;
// Maximum duration of a fade, in seconds.
constexpr double longest_fade = 4;
// Limits of the change of the statistic ShotColumns::light between two consecutive frames of a
// fade.
constexpr float least_rise = 0.0005f, most_rise = 0.1f;
// A statistic of a shot is clamped to the mean of this statistic over nearby frames, plus or minus
// this tolerance. For PQ codes, the tolerance is about 0.4 stops.
constexpr float tolerance = 0.03f;

float tolerance_of(float value) { return tolerance * std::max(1.0f, std::abs(value)); }

class Finder {
  public:
    Finder(std::span<ShotFrame> frames, const ShotColumns& columns)
        : frames_(frames), columns_(columns) {}

    void find() {
        for (size_t i = 0; i < frames_.size(); ++i) {
            frames_[i].begins = is_cut(i) || (i > 0 && is_black(i - 1) && !is_black(i));
            frames_[i].counts = !is_black(i);
        }
        for (size_t i = 1; i < frames_.size(); ++i) leave_out_flash(i);
        for (size_t i = 0; i < frames_.size(); ++i) {
            if (is_black(i)) leave_out_fades(i);
        }
    }

  private:
    float state(size_t frame, int column) const {
        return frames_[frame].measured[static_cast<size_t>(column)];
    }
    bool is_cut(size_t frame) const { return columns_.cut >= 0 && state(frame, columns_.cut) >= 1; }
    bool is_black(size_t frame) const { return state(frame, columns_.light) < black_light; }

    float distance(size_t a, size_t b) const {
        float sum = std::abs(state(a, columns_.light) - state(b, columns_.light));
        for (size_t i = 0; i < columns_.smoothed.size(); ++i) {
            const float x = frames_[a].measured[i], y = frames_[b].measured[i];
            if (columns_.smoothed[i]) sum += std::abs(x - y) / std::max(1.0f, std::abs(x + y) / 2);
        }
        return sum;
    }

    // A flash is a cut after which the previous picture returns within longest_flash seconds. The
    // frames of a flash neither begin a shot nor count for its exposure.
    void leave_out_flash(size_t first) {
        if (!is_cut(first) || !frames_[first].begins) return;
        const float height = distance(first, first - 1);
        for (size_t i = first + 1; i < frames_.size(); ++i) {
            if (frames_[i].seconds - frames_[first].seconds > longest_flash) return;
            if (distance(i, first - 1) > flash_rest * height) continue;
            for (size_t k = first; k < i; ++k) frames_[k].begins = frames_[k].counts = false;
            frames_[i].begins = false;
            return;
        }
    }

    // Removes the cuts in a fade to or from black. They are false, because near black, even small
    // changes of the picture look like cuts. Frames of a fade do not count for the exposure.
    void leave_out_fades(size_t black) {
        for (size_t i = black; i > 1 && is_on_slope(black, i - 1, i - 2); --i) {
            frames_[i - 1].counts = false;
            frames_[i - 1].begins = frames_[i].begins = false;
        }
        for (size_t i = black; i + 2 < frames_.size() && is_on_slope(black, i + 1, i + 2); ++i) {
            frames_[i + 1].counts = false;
            frames_[i + 2].begins = false;
        }
    }
    bool is_on_slope(size_t black, size_t frame, size_t next) const {
        const float rise = state(next, columns_.light) - state(frame, columns_.light);
        return !is_black(frame) && rise > least_rise && rise < most_rise &&
               std::abs(frames_[frame].seconds - frames_[black].seconds) <= longest_fade;
    }

    std::span<ShotFrame> frames_;
    const ShotColumns& columns_;
};

double weight_at(double seconds) {
    const double x = seconds / shot_reach;
    const double rest = 1 - x * x;
    return rest > 0 ? rest * rest : 0;
}

std::span<const ShotFrame> within(std::span<const ShotFrame> frames, double from, double to) {
    const auto is_earlier = [](const ShotFrame& frame, double seconds) {
        return frame.seconds < seconds;
    };
    const auto first = std::lower_bound(frames.begin(), frames.end(), from, is_earlier);
    const auto end = std::lower_bound(first, frames.end(), to, is_earlier);
    return {first, end};
}

std::vector<bool> smoothed_states(const std::vector<StatsColumn>& columns, int mark) {
    std::vector<bool> smoothed;
    for (const StatsColumn& column : columns)
        smoothed.push_back(column.kind == StateKind::smooth || column.kind == StateKind::slope);
    smoothed[static_cast<size_t>(mark)] = false;
    return smoothed;
}

}  // namespace

ShotColumns::ShotColumns(const Plan& plan) : light(plan.measured.end()[-2]) {
    const std::vector<StatsColumn> columns = columns_of(plan);
    smoothed = smoothed_states(columns, light);
    const auto found = std::find(columns.begin(), columns.end(), StateKind::scene_change);
    if (found != columns.end()) cut = static_cast<int>(found - columns.begin());
}

void find_shots(std::span<ShotFrame> frames, const ShotColumns& columns) {
    Finder(frames, columns).find();
}

std::span<ShotFrame> shot_of(std::span<ShotFrame> frames, size_t at) {
    size_t first = at, end = at + 1;
    while (first > 0 && !frames[first].begins) --first;
    while (end < frames.size() && !frames[end].begins) ++end;
    return frames.subspan(first, end - first);
}

void ShotStatistics::next(std::span<const ShotFrame> shot, int64_t position, size_t at,
                          std::vector<float>* states) {
    find_beginning(shot.front(), position);
    expose(shot, at);
    states->assign(shot[at].measured.begin(), shot[at].measured.end());
    if (exposure_.empty()) return;
    for (size_t i = 0; i < states->size(); ++i) {
        if (columns_.smoothed[i]) (*states)[i] = exposure_[i];
    }
}

void ShotStatistics::find_beginning(const ShotFrame& first, int64_t position) {
    if (first.begins && position > beginning_) {
        before_ = exposure_;
        counted_ = false;
        beginning_ = position;
    } else if (position < beginning_) {
        exposure_ = before_;
        counted_ = !exposure_.empty();
        beginning_ = position;
    }
}

void ShotStatistics::expose(std::span<const ShotFrame> shot, size_t at) {
    if (counted_) {
        if (shot[at].counts) follow(shot, at);
        return;
    }
    counted_ = shot[at].counts;
    while (at < shot.size() && !shot[at].counts) ++at;
    if (at == shot.size()) return;
    take_medians(shot);
    follow(shot, at);
}

void ShotStatistics::take_medians(std::span<const ShotFrame> shot) {
    exposure_.assign(columns_.smoothed.size(), 0);
    for (size_t i = 0; i < exposure_.size(); ++i) {
        if (!columns_.smoothed[i]) continue;
        sorted_.clear();
        for (const ShotFrame& frame : shot) {
            if (frame.counts) sorted_.push_back(frame.measured[i]);
        }
        const auto middle = sorted_.begin() + static_cast<ptrdiff_t>((sorted_.size() - 1) / 2);
        std::nth_element(sorted_.begin(), middle, sorted_.end());
        exposure_[i] = *middle;
    }
}

void ShotStatistics::follow(std::span<const ShotFrame> shot, size_t at) {
    const double seconds = shot[at].seconds;
    const std::span<const ShotFrame> near =
        within(shot, seconds - shot_reach, seconds + shot_reach);
    double sum = 0;
    weights_.clear();
    for (const ShotFrame& frame : near) {
        weights_.push_back(frame.counts ? weight_at(frame.seconds - seconds) : 0);
        sum += weights_.back();
    }
    for (size_t i = 0; i < exposure_.size(); ++i) {
        if (!columns_.smoothed[i]) continue;
        double mean = 0;
        for (size_t k = 0; k < near.size(); ++k) mean += weights_[k] * near[k].measured[i];
        const auto around = static_cast<float>(mean / sum);
        const float most = tolerance_of(around);
        exposure_[i] = std::clamp(exposure_[i], around - most, around + most);
    }
}

}  // namespace tonelift
