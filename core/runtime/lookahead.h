// SPDX-License-Identifier: BSD-2-Clause
// Measures frames before they are mapped, for smoothing=shot and for metadata.
#pragma once

#include <tonelift/tonelift.h>

#include <memory>
#include <span>
#include <vector>

#include "core/common/log.h"
#include "core/runtime/shots.h"
#include "core/runtime/stats_text.h"
#include "kernels/batch.h"

namespace tonelift {

class Filter;

double lookahead_seconds(const tonelift_options& options, bool is_on_device);

class Lookahead {
  public:
    Lookahead(std::unique_ptr<Filter> measuring, double seconds, const tonelift_video& video,
              const Log& log);
    ~Lookahead();

    void look(std::span<const tonelift_frame> frames);
    // Returns the number of next frames whose look-ahead is complete.
    size_t ready() const;
    // Returns whether `frame` is the next frame that was measured ahead.
    bool is_next(const tonelift_frame& frame) const;
    // Throws Error (argument) if `frames` are not the next frames that were measured ahead.
    void check(std::span<const tonelift_frame> frames) const;
    // Sets *states to the statistics of the next frames, with the exposures of their shots.
    // Measures each frame that look() did not measure. The exposure of such a frame does not depend
    // on later frames.
    void take(std::span<const tonelift_frame> frames, std::vector<FrameState>* states);
    // The last frame that take() processed, and its shot. Valid until the next call of a non-const
    // function.
    struct Position {
        std::span<const ShotFrame> shot;
        size_t at = 0;
        int64_t position = 0;  // position of the shot's first frame in the stream
    };
    const Position& taken() const { return taken_; }
    // Discards the frames that were measured ahead, for example after a seek.
    void forget() noexcept;
    // Takes over the columns of a new plan's statistics. If they differ from the current columns,
    // discards the frames that were measured ahead.
    void follow(ShotColumns columns) noexcept;

    Filter& measuring() { return *measuring_; }
    double seconds() const { return seconds_; }
    // Returns the maximum number of frames in a look-ahead.
    size_t most_ahead() const { return most_ahead_; }

  private:
    struct Held {
        StatsFrame frame;
        double seconds = 0;
        std::vector<float> measured;
    };
    void hold(const tonelift_frame& frame, const FrameState& state);
    size_t window_end(size_t frame) const;
    void expose(std::vector<float>* states);
    void let_go();

    std::unique_ptr<Filter> measuring_;
    double seconds_;
    size_t most_ahead_;
    ShotStatistics statistics_;
    std::vector<Held> held_;  // elements from count_ on are unused and keep their memory
    size_t count_ = 0;
    size_t next_ = 0;
    int64_t first_ = 0;
    std::vector<ShotFrame> window_;
    Position taken_;
};

}  // namespace tonelift
