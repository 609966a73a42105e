// SPDX-License-Identifier: BSD-2-Clause
//
// Reads and writes the gain maps of AVIF (ISO 21496-1, annex C.3). Requires libavif 1.2 or later;
// older versions ignore gain maps.
#pragma once

#include <avif/avif.h>

#include <memory>
#include <string>

#include "tools/pictures/gain_map.h"
#include "tools/pictures/statements.h"

namespace tonelift {

bool avif_has_gain_maps();

// Makes the decoder read the gain map too. Must be called before the decoder parses the file.
void ask_for_gain_map(avifDecoder* decoder);

// Returns the gain map, turned upright like the picture, or nullptr if the image has none. Throws
// Error (io) if the map cannot be used.
std::shared_ptr<const GainMap> gain_map_of(const avifImage& image, const Statements& stated);

// `quality` is the quality of the encoded gain map, 1 to 100.
void add_gain_map(const GainMap& map, int quality, avifImage* image, avifEncoder* encoder);

}  // namespace tonelift
