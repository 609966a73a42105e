// SPDX-License-Identifier: BSD-2-Clause
// Converts the statistics of single frames to statistics of shots, so that all frames of a shot
// have the same exposure.
//
// Cuts and black frames end a shot. Statistics of a shot are medians over its frames, but stay
// close to the mean of the frames within shot_reach. Flashes, black frames and fades do not count,
// and get the statistics of their shot. Medians, means and limits are monotonic, so that a frame's
// black, median and white keep their order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

struct ShotColumns {
    explicit ShotColumns(const Plan& plan);

    std::vector<bool> smoothed;
    int cut = -1;    // index of the statistic that marks a cut; -1: none
    int light = -1;  // index of the mean of the picture's first component

    bool operator==(const ShotColumns&) const = default;
};

// `seconds` counts at most Clock::longest_step per frame.
struct ShotFrame {
    double seconds = 0;
    std::span<const float> measured;
    bool begins = false;
    bool counts = true;  // contributes to the statistics of its shot
};

constexpr double shot_reach = 2;

void find_shots(std::span<ShotFrame> frames, const ShotColumns& columns);

// Returns the frames of the shot that contains frame `at`.
std::span<ShotFrame> shot_of(std::span<ShotFrame> frames, size_t at);

class ShotStatistics {
  public:
    explicit ShotStatistics(ShotColumns columns) : columns_(std::move(columns)) {}

    // Computes the statistics of frame `at` of its shot; called for all frames in order. `number`
    // is the position of shot[0] in the stream. It may decrease, if a later frame shows that a cut
    // was a flash.
    void next(std::span<const ShotFrame> shot, int64_t number, size_t at,
              std::vector<float>* states);
    const ShotColumns& columns() const { return columns_; }

  private:
    void find_beginning(const ShotFrame& first, int64_t number);
    void expose(std::span<const ShotFrame> shot, size_t at);
    void take_medians(std::span<const ShotFrame> shot);
    void follow(std::span<const ShotFrame> shot, size_t at);

    ShotColumns columns_;
    int64_t beginning_ = -1;
    bool counted_ = false;         // a frame of the shot has counted
    std::vector<float> exposure_;  // of the current shot; empty: none yet
    std::vector<float> before_;
    std::vector<float> sorted_;
    std::vector<double> weights_;
};

}  // namespace tonelift
