// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/lookahead.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/common/text.h"
#include "core/graph/cost.h"
#include "core/runtime/filter.h"
#include "kernels/error.h"
#include "kernels/format.h"

namespace tonelift {
namespace {

// Maximum total size, in bytes, of the frames that wait in the look-ahead.
constexpr double most_bytes = 2147483648.0;
constexpr double same_time = 0.0005;  // tolerance in seconds, because containers round times
// Range of the number of frames that wait. At least fewest_frames frames may wait, even if they
// take more than most_bytes.
constexpr double fewest_frames = 8, most_frames = 250;

double bytes_of(const tonelift_video& video) {
    const Format& format = *find_format(video.format);
    double bytes = 0;
    for (int plane = 0; plane < format.planes(); ++plane)
        bytes += static_cast<double>(format.row_bytes(plane, video.width)) *
                 format.plane_height(plane, video.height);
    return bytes;
}

size_t frames_within_memory(const tonelift_video& video) {
    const double frames = std::floor(most_bytes / bytes_of(video));
    return static_cast<size_t>(std::clamp(frames, fewest_frames, most_frames));
}

}  // namespace

double lookahead_seconds(const tonelift_options& options, bool is_on_device) {
    // Default of the option `lookahead`, in seconds.
    constexpr double usual = 2;
    if (options.lookahead >= 0) return options.lookahead;
    return is_on_device ? 0 : usual;
}

Lookahead::Lookahead(std::unique_ptr<Filter> measuring, double seconds, const tonelift_video& video,
                     const Log& log)
    : measuring_(std::move(measuring)),
      seconds_(seconds),
      most_ahead_(seconds > 0 ? frames_within_memory(video) : 0),
      statistics_(ShotColumns(measuring_->plan())) {
    if (most_ahead_ == 0) return;
    log.info("the filter looks " + number_text(seconds_) + " s ahead and holds up to " +
             std::to_string(most_ahead_) + " frames of " + memory_text(bytes_of(video)) + " each");
}

Lookahead::~Lookahead() = default;

void Lookahead::look(std::span<const tonelift_frame> frames) {
    const Batch& batch = measuring_->measure(frames);
    for (size_t i = 0; i < frames.size(); ++i) hold(frames[i], batch.record[i]);
}

void Lookahead::hold(const tonelift_frame& frame, const FrameState& state) {
    if (count_ == held_.size()) held_.emplace_back();
    Held& held = held_[count_];
    held.frame = key_of(frame);
    held.seconds = 0;
    held.measured = state.states;
    if (count_ > 0) {
        const Held& before = held_[count_ - 1];
        held.seconds = before.seconds + step_between(before.frame, held.frame);
    }
    ++count_;
}

size_t Lookahead::window_end(size_t frame) const {
    const size_t most = std::min(count_, frame + most_ahead_ + 1);
    size_t end = frame + 1;
    while (end < most && held_[end].seconds < held_[frame].seconds + seconds_ - same_time) ++end;
    return end;
}

size_t Lookahead::ready() const {
    size_t frame = next_;
    const auto is_complete = [&] {
        return window_end(frame) < count_ || count_ - frame > most_ahead_;
    };
    while (frame < count_ && is_complete()) ++frame;
    return frame - next_;
}

bool Lookahead::is_next(const tonelift_frame& frame) const {
    return next_ < count_ && held_[next_].frame == key_of(frame);
}

void Lookahead::check(std::span<const tonelift_frame> frames) const {
    for (size_t i = 0; i < std::min(frames.size(), count_ - next_); ++i) {
        const StatsFrame& seen = held_[next_ + i].frame;
        if (key_of(frames[i]) == seen) continue;
        throw Error(Failure::argument,
                    "the frame with timestamp " + std::to_string(frames[i].timestamp) +
                        " is not the next frame of the look-ahead, which has timestamp " +
                        std::to_string(seen.timestamp) +
                        "; give frames in the order of the look-ahead, or reset first");
    }
}

void Lookahead::take(std::span<const tonelift_frame> frames, std::vector<FrameState>* states) {
    states->resize(frames.size());
    for (size_t i = 0; i < frames.size(); ++i) {
        if (next_ == count_) look(frames.subspan(i, 1));
        expose(&(*states)[i].states);
        ++next_;
        let_go();
    }
}

void Lookahead::expose(std::vector<float>* states) {
    window_.clear();
    for (size_t i = 0; i < window_end(next_); ++i)
        window_.push_back({held_[i].seconds, held_[i].measured});
    find_shots(window_, statistics_.columns());
    const std::span<ShotFrame> shot = shot_of(window_, next_);
    const auto offset = static_cast<size_t>(shot.data() - window_.data());
    taken_ = {shot, next_ - offset, first_ + static_cast<int64_t>(offset)};
    statistics_.next(shot, taken_.position, taken_.at, states);
}

void Lookahead::let_go() {
    const double from = held_[next_ - 1].seconds - shot_reach;
    size_t gone = next_ > static_cast<size_t>(most_frames) ? 1 : 0;
    while (gone + 1 < next_ && held_[gone].seconds < from) ++gone;
    if (gone == 0) return;
    const auto begin = held_.begin();
    std::rotate(begin, begin + static_cast<ptrdiff_t>(gone),
                begin + static_cast<ptrdiff_t>(count_));
    count_ -= gone;
    next_ -= gone;
    first_ += static_cast<int64_t>(gone);
}

void Lookahead::forget() noexcept {
    first_ += static_cast<int64_t>(count_);
    count_ = next_ = 0;
}

void Lookahead::follow(ShotColumns columns) noexcept {
    if (columns == statistics_.columns()) return;
    statistics_ = ShotStatistics(std::move(columns));
    forget();
}

}  // namespace tonelift
