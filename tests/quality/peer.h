// SPDX-License-Identifier: BSD-2-Clause
//
// Another tone mapper as a replacement of the library, to compare its figures with ours: the filter
// chain TONELIFT_PEER_FILTER in the ffmpeg command TONELIFT_PEER_FFMPEG.
#pragma once

#include "tests/quality/mapping.h"

namespace quality {

// Returns whether a peer is set. Its figures are reported but not judged.
bool has_peer();
// Maps a still with the peer: PQ and BT.2020 in 16-bit RGB in, full-range BT.709 RGB out.
Output map_by_peer(const Light& picture);

}  // namespace quality
