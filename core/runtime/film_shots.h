// SPDX-License-Identifier: BSD-2-Clause
// Computes the statistics of shots from a stats_file that has all frames of the film.
#pragma once

#include <span>
#include <vector>

#include "core/runtime/shots.h"

namespace tonelift {

class FilmShots {
  public:
    // `frames` are all frames of the film in order. Their `measured` spans must stay valid as long
    // as this object exists.
    FilmShots(ShotColumns columns, std::vector<ShotFrame> frames);

    // Returns the statistics of a frame with the exposure of its shot, valid until the next call.
    std::span<const float> states(size_t number);

  private:
    void expose(std::span<const ShotFrame> shot, size_t first);

    ShotColumns columns_;
    std::vector<ShotFrame> frames_;
    size_t first_ = 0;
    std::vector<std::vector<float>> exposed_;
};

}  // namespace tonelift
