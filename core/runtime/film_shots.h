// SPDX-License-Identifier: BSD-2-Clause
//
// The statistics of the shots of a film whose frames are all known, as those in a stats_file are.
#pragma once

#include <span>
#include <vector>

#include "core/runtime/shots.h"

namespace tonelift {

class FilmShots {
  public:
    // frames: all of the film, in their order; what they point to must stay.
    FilmShots(ShotColumns columns, std::vector<ShotFrame> frames);

    // The states of a frame by its number; valid until the next call. Computes those of its shot.
    std::span<const float> states(size_t number);

  private:
    void expose(std::span<const ShotFrame> shot, size_t first);

    ShotColumns columns_;
    std::vector<ShotFrame> frames_;
    size_t first_ = 0;                         // frame of the shot that is computed
    std::vector<std::vector<float>> exposed_;  // its states, frame by frame
};

}  // namespace tonelift
