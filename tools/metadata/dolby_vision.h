// SPDX-License-Identifier: BSD-2-Clause
//
// Dolby Vision as JSON for the generator of dovi_tool: level 1 (light) of each shot, level 5
// (active area) and level 6 (light of the film) for profile 8.1, which AV1 carries as 10.1.
#pragma once

#include <string>

#include "tools/metadata/film.h"

namespace tonelift {

// The codes of level 1, 12 bits of PQ, of the area inside black bars.
struct Level1 {
    int darkest = 0, brightest = 0, mean = 0;
};
Level1 level1_of(const ShotLight& light);

std::string dolby_vision_json(const MeasuredFilm& film);

}  // namespace tonelift
