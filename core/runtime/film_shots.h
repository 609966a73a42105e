// SPDX-License-Identifier: BSD-2-Clause
//
// Computes the statistics of the shots of a film whose frames are all known, for example from a
// stats_file.
#pragma once

#include <span>
#include <vector>

#include "core/runtime/shots.h"

namespace tonelift {

class FilmShots {
  public:
    // `frames` are all frames of the film, in order. The data that they point to must stay valid.
    FilmShots(ShotColumns columns, std::vector<ShotFrame> frames);

    // Returns the states of a frame by its number. They are valid until the next call. The states
    // of the whole shot are computed together.
    std::span<const float> states(size_t number);

  private:
    void expose(std::span<const ShotFrame> shot, size_t first);

    ShotColumns columns_;
    std::vector<ShotFrame> frames_;
    size_t first_ = 0;                         // first frame of the computed shot
    std::vector<std::vector<float>> exposed_;  // states of the shot, frame by frame
};

}  // namespace tonelift
