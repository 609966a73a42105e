// SPDX-License-Identifier: BSD-2-Clause
//
// Another tone mapper instead of the library, so that its figures can be compared with ours: a
// filter chain for the ffmpeg command in TONELIFT_PEER_FFMPEG, from TONELIFT_PEER_FILTER.
#pragma once

#include "tests/quality/mapping.h"

namespace quality {

// Whether a peer is named. Figures of a peer are reported and not judged.
bool has_peer();
// A still through it: PQ and BT.2020 in 16-bit RGB in, BT.709 in full-range RGB out.
Output map_by_peer(const Light& picture);

}  // namespace quality
