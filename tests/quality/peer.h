// SPDX-License-Identifier: BSD-2-Clause
//
// Replaces the library by another tone mapper, to compare its figures. The tone mapper is the
// filter chain TONELIFT_PEER_FILTER of the program TONELIFT_PEER_FFMPEG.
#pragma once

#include "tests/quality/mapping.h"

namespace quality {

// Returns whether another tone mapper is set. Its figures are printed but not judged.
bool has_peer();
// Maps a picture by the other tone mapper. It gets PQ and BT.2020 in 16-bit RGB, and returns
// full-range BT.709 RGB.
Output map_by_peer(const Light& picture);

}  // namespace quality
