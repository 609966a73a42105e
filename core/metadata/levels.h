// SPDX-License-Identifier: BSD-2-Clause
//
// The levels of Dolby Vision metadata for profile 8.1 (10.1 in AV1), as codes of the bit stream.
#pragma once

#include "core/metadata/film.h"

namespace tonelift {

// The light of a shot, without its black bars, as 12-bit PQ codes.
struct Level1 {
    int darkest = 0, brightest = 0, mean = 0;
};
Level1 level1_of(const ShotLight& light);

// Widths of the black bars of a film in pixels. `across` is the width at the left and the right,
// and `down` that at the top and the bottom. Bars at opposite edges are assumed to be equally wide.
struct Level5 {
    int across = 0, down = 0;
};
Level5 level5_of(const MeasuredFilm& film);

// The light of the film in cd/m2. 0 means unknown. The mastering display is that of film.video, or
// assumed. The unit of its black is 0.0001 cd/m2.
struct Level6 {
    int brightest = 0, darkest = 0;  // luminance of the mastering display
    int max_cll = 0, max_fall = 0;
};
Level6 level6_of(const MeasuredFilm& film);

}  // namespace tonelift
