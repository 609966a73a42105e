// SPDX-License-Identifier: BSD-2-Clause
//
// Stubs of the functions in avif_gain_map.h, for libavif before 1.2, which does not support gain
// maps.
#include "tools/pictures/avif_gain_map.h"

namespace tonelift {

bool avif_has_gain_maps() { return false; }

void ask_for_gain_map(avifDecoder*) {}

std::shared_ptr<const GainMap> gain_map_of(const avifImage&, const Statements&) { return nullptr; }

void add_gain_map(const GainMap&, int, avifImage*, avifEncoder*) {}

}  // namespace tonelift
