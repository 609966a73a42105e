// SPDX-License-Identifier: BSD-2-Clause
//
// One exposure per shot: converts the statistics of single frames to those of their shots.
//
// A shot lasts from one cut to the next; black frames end it, too. Its statistics are the medians
// over its frames. Where the mean of the frames within shot_reach differs from the median by more
// than a tolerance, the statistics follow that mean at the distance of the tolerance. Some frames
// say nothing about the light of the shot: flashes, black frames, and fades between black and the
// picture. They do not count, but get the statistics of the shot. Every step is monotonic (medians,
// means, limits), so that values with a fixed order in each frame, such as black, median and white,
// keep their order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

// The roles of a plan's states in shots.
struct ShotColumns {
    explicit ShotColumns(const Plan& plan);

    std::vector<bool> smoothed;  // true: the state of the shot is used; false: the frame's own
    int cut = -1;                // state that signals a cut, 0 to 1; -1: none
    int light = -1;              // state with the mean of the first component

    bool operator==(const ShotColumns&) const = default;
};

// A frame of a stream. Each frame adds at most Clock::longest_step to `seconds`.
struct ShotFrame {
    double seconds = 0;
    std::span<const float> measured;  // the frame's own states
    bool begins = false;              // a shot
    bool counts = true;               // whether it contributes to its shot
};

constexpr double shot_reach = 2;  // seconds

// Sets `begins` and `counts` of each frame.
void find_shots(std::span<ShotFrame> frames, const ShotColumns& columns);

// The frames of the shot that contains frame `at`, as far as they are in `frames`.
std::span<ShotFrame> shot_of(std::span<ShotFrame> frames, size_t at);

// Computes the statistics of one shot after the other, frame by frame.
class ShotStatistics {
  public:
    explicit ShotStatistics(ShotColumns columns) : columns_(std::move(columns)) {}

    // Sets the states of frame `at` of its shot. number: number in the stream of the first of these
    // frames. Frames must be given in order. Frames that become known later may show that an
    // apparent shot was a flash.
    void next(std::span<const ShotFrame> shot, int64_t number, size_t at,
              std::vector<float>* states);
    const ShotColumns& columns() const { return columns_; }

  private:
    void find_beginning(const ShotFrame& first, int64_t number);
    void expose(std::span<const ShotFrame> shot, size_t at);
    void take_medians(std::span<const ShotFrame> shot);
    void follow(std::span<const ShotFrame> shot, size_t at);

    ShotColumns columns_;
    int64_t beginning_ = -1;       // number of the first frame of the shot
    bool counted_ = false;         // whether a frame of the shot has counted
    std::vector<float> exposure_;  // states of the shot; empty: none yet
    std::vector<float> before_;    // states of the previous shot
    std::vector<float> sorted_;
    std::vector<double> weights_;
};

}  // namespace tonelift
