// SPDX-License-Identifier: BSD-2-Clause
//
// Gain maps of AVIF (ISO 21496-1, annex C.3), which libavif 1.2 and later read and write. With an
// older libavif there are none.
#pragma once

#include <avif/avif.h>

#include <memory>
#include <string>

#include "tools/pictures/gain_map.h"
#include "tools/pictures/statements.h"

namespace tonelift {

// Whether libavif reads and writes gain maps.
bool avif_has_gain_maps();

// Asks a decoder for the gain map, before it parses the file.
void ask_for_gain_map(avifDecoder* decoder);

// The gain map of a decoded picture, upright; nullptr without one. Throws Error (io) for one that
// cannot be used.
std::shared_ptr<const GainMap> gain_map_of(const avifImage& image, const Statements& stated);

// Gives the picture a gain map, written with `quality`, 1 to 100.
void add_gain_map(const GainMap& map, int quality, avifImage* image, avifEncoder* encoder);

}  // namespace tonelift
