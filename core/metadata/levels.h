// SPDX-License-Identifier: BSD-2-Clause
// Computes levels 1, 5 and 6 of Dolby Vision metadata, as codes of the bit stream, for profile 8.1
// (10.1 in AV1).
#pragma once

#include "core/metadata/film.h"

namespace tonelift {

// The darkest, brightest and mean light of a shot without its black bars, in 12-bit PQ codes.
struct Level1 {
    int darkest = 0, brightest = 0, mean = 0;
};
Level1 level1_of(const ShotLight& light);

// Sizes of the black bars in pixels: `across` is the width of each bar at the left and right,
// `down` the height of each bar at the top and bottom.
struct Level5 {
    int across = 0, down = 0;
};
Level5 level5_of(const MeasuredFilm& film);

// `brightest` (in cd/m2) and `darkest` (in 0.0001 cd/m2) are the luminance limits of the mastering
// display. `max_cll` and `max_fall` are the light level of the film in cd/m2; 0 means unknown.
struct Level6 {
    int brightest = 0, darkest = 0;
    int max_cll = 0, max_fall = 0;
};
Level6 level6_of(const MeasuredFilm& film);

}  // namespace tonelift
