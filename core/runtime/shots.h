// SPDX-License-Identifier: BSD-2-Clause
//
// Converts the statistics of single frames to statistics of shots, so that a shot has one exposure.
//
// A shot lasts from one cut to the next; black frames end it, too. Its statistics are the medians
// over its frames. The exposure of a frame also stays within a tolerance of the mean of the frames
// around it, within shot_reach. Flashes, black frames, and fades between black and the picture do
// not count, but get the statistics of their shot. Medians, means and limits are monotonic, so
// values with a fixed order in each frame, such as black, median and white, keep their order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

// The states of a plan that shots use.
struct ShotColumns {
    explicit ShotColumns(const Plan& plan);

    std::vector<bool> smoothed;  // true: the shot's state is used; false: the frame's
    int cut = -1;                // index of the state that signals a cut, 0 to 1; -1: no such state
    int light = -1;              // index of the state with the mean of the first component

    bool operator==(const ShotColumns&) const = default;
};

// A frame of a stream. Each frame adds at most Clock::longest_step to `seconds`.
struct ShotFrame {
    double seconds = 0;
    std::span<const float> measured;  // states of the frame itself
    bool begins = false;              // whether a shot begins here
    bool counts = true;               // whether it contributes to its shot
};

constexpr double shot_reach = 2;  // seconds

// Sets `begins` and `counts` of each frame.
void find_shots(std::span<ShotFrame> frames, const ShotColumns& columns);

// Returns the part of `frames` that belongs to the shot of frame `at`.
std::span<ShotFrame> shot_of(std::span<ShotFrame> frames, size_t at);

// Computes the statistics of shots, one frame after the other.
class ShotStatistics {
  public:
    explicit ShotStatistics(ShotColumns columns) : columns_(std::move(columns)) {}

    // Sets the states of frame `at` of its shot. `number` is the number of shot[0] in the stream.
    // Call it for all frames in order. Later frames may reveal that what looked like a new shot was
    // a flash.
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
    bool counted_ = false;         // whether any frame of the shot has counted
    std::vector<float> exposure_;  // states of the shot; empty: none yet
    std::vector<float> before_;    // states of the previous shot
    std::vector<float> sorted_;
    std::vector<double> weights_;
};

}  // namespace tonelift
