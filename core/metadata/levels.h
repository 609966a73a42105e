// SPDX-License-Identifier: BSD-2-Clause
//
// Levels of Dolby Vision in the codes of the bit stream, for profile 8.1 (10.1 in AV1).
#pragma once

#include "core/metadata/film.h"

namespace tonelift {

// Light of a shot: codes of 12 bits of PQ, of the area inside black bars.
struct Level1 {
    int darkest = 0, brightest = 0, mean = 0;
};
Level1 level1_of(const ShotLight& light);

// Active area of the film: black bars, pixels. Bars at opposite edges are equally wide.
struct Level5 {
    int across = 0, down = 0;
};
Level5 level5_of(const MeasuredFilm& film);

// Light of the film, cd/m2; 0: unknown. The mastering display is that of film.video, or assumed;
// its black is in 0.0001 cd/m2.
struct Level6 {
    int brightest = 0, darkest = 0;  // luminance of the mastering display
    int max_cll = 0, max_fall = 0;
};
Level6 level6_of(const MeasuredFilm& film);

}  // namespace tonelift
