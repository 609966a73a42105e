// SPDX-License-Identifier: BSD-2-Clause
//
// Reads and writes the gain maps of AVIF (ISO 21496-1, annex C.3) with libavif 1.2 and later. Older
// versions ignore gain maps.
#pragma once

#include <avif/avif.h>

#include <memory>
#include <string>

#include "tools/pictures/gain_map.h"
#include "tools/pictures/statements.h"

namespace tonelift {

bool avif_has_gain_maps();

// Must be called before the decoder parses the file.
void ask_for_gain_map(avifDecoder* decoder);

// Returns an upright map, or nullptr without a map. Throws Error (io) if the map cannot be used.
std::shared_ptr<const GainMap> gain_map_of(const avifImage& image, const Statements& stated);

// `quality` applies to the encoded map, 1 to 100.
void add_gain_map(const GainMap& map, int quality, avifImage* image, avifEncoder* encoder);

}  // namespace tonelift
