// SPDX-License-Identifier: BSD-2-Clause
// Converts statistics of frames to statistics of shots, which have one exposure each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

struct ShotColumns {
    explicit ShotColumns(const Plan& plan);

    std::vector<bool> smoothed;
    int cut = -1;    // index of the statistic that marks a cut, or -1 if there is none
    int light = -1;  // index of the statistic with the mean of film_marks()

    bool operator==(const ShotColumns&) const = default;
};

struct ShotFrame {
    double seconds = 0;
    std::span<const float> measured;
    bool begins = false;
    bool counts = true;
};

// Maximum distance, in seconds, between a frame and the frames that affect its exposure.
constexpr double shot_reach = 2;

void find_shots(std::span<ShotFrame> frames, const ShotColumns& columns);

// Returns the frames of the shot that contains frame `at`.
std::span<ShotFrame> shot_of(std::span<ShotFrame> frames, size_t at);

class ShotStatistics {
  public:
    explicit ShotStatistics(ShotColumns columns) : columns_(std::move(columns)) {}

    // Sets *states to the statistics of shot[at] with the exposure of the shot. `position` is the
    // position of the shot's first frame in the stream. Must be called for all frames in order.
    void next(std::span<const ShotFrame> shot, int64_t position, size_t at,
              std::vector<float>* states);
    const ShotColumns& columns() const { return columns_; }

  private:
    void find_beginning(const ShotFrame& first, int64_t position);
    void expose(std::span<const ShotFrame> shot, size_t at);
    void take_medians(std::span<const ShotFrame> shot);
    void follow(std::span<const ShotFrame> shot, size_t at);

    ShotColumns columns_;
    int64_t beginning_ = -1;
    bool counted_ = false;
    std::vector<float> exposure_;  // empty until a frame with `counts` is found
    std::vector<float> before_;
    std::vector<float> sorted_;
    std::vector<double> weights_;
};

}  // namespace tonelift
