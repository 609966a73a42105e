// SPDX-License-Identifier: BSD-2-Clause
//
// One exposure per shot: the statistics of single frames become those of their shots.
//
// A shot goes from one cut to the next, and black frames end it, too. Its statistics are the
// medians over its frames; where the mean of the frames within shot_reach is apart from them by
// more than a tolerance, they follow that mean at the distance of the tolerance. Frames that say
// nothing about the light of the shot do not count and have its statistics all the same: flashes,
// black frames, and the fades between black and the picture. Every step is monotonic (medians,
// means, limits), so that numbers which are in order in each frame, such as black, median and
// white, stay in order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

// The states of a plan, as far as shots are concerned.
struct ShotColumns {
    explicit ShotColumns(const Plan& plan);

    std::vector<bool> smoothed;  // states that are those of the shot; the others are the frame's
    int cut = -1;                // the state that tells a cut, 0 to 1; -1: there is none
    int light = -1;              // the state that holds the mean of the first component

    bool operator==(const ShotColumns&) const = default;
};

// A frame of a stream. Each frame counts for Clock::longest_step at most in `seconds`.
struct ShotFrame {
    double seconds = 0;
    std::span<const float> measured;  // its own states
    bool begins = false;              // a shot
    bool counts = true;               // for the statistics of its shot
};

constexpr double shot_reach = 2;  // seconds

// Sets `begins` and `counts` of each frame.
void find_shots(std::span<ShotFrame> frames, const ShotColumns& columns);

// The frames of the shot of frame `at`, as far as they are among these frames.
std::span<ShotFrame> shot_of(std::span<ShotFrame> frames, size_t at);

// The statistics of one shot after the other, frame by frame.
class ShotStatistics {
  public:
    explicit ShotStatistics(ShotColumns columns) : columns_(std::move(columns)) {}

    // Sets the states of frame `at` of its shot. number: of the first of these frames in the
    // stream. Frames are given in their order; frames that are known later may show that what
    // began as a shot was a flash.
    void next(std::span<const ShotFrame> shot, int64_t number, size_t at,
              std::vector<float>* states);
    const ShotColumns& columns() const { return columns_; }

  private:
    void find_beginning(const ShotFrame& first, int64_t number);
    void expose(std::span<const ShotFrame> shot, size_t at);
    void take_medians(std::span<const ShotFrame> shot);
    void follow(std::span<const ShotFrame> shot, size_t at);

    ShotColumns columns_;
    int64_t beginning_ = -1;       // number of the frame with which the shot began
    bool counted_ = false;         // a frame of the shot has counted
    std::vector<float> exposure_;  // states of the shot; empty: none yet
    std::vector<float> before_;    // those of the shot before
    std::vector<float> sorted_;
    std::vector<double> weights_;
};

}  // namespace tonelift
