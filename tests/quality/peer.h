// SPDX-License-Identifier: BSD-2-Clause
//
// Somebody else's tone mapper in place of the library, so that its figures can stand beside ours: a
// filter chain for the ffmpeg command in TONELIFT_PEER_FFMPEG, from TONELIFT_PEER_FILTER.
#pragma once

#include "tests/quality/mapping.h"

namespace quality {

// Whether one is named. Its figures are told and not judged.
bool has_peer();
// A still through it: PQ and BT.2020 in 16-bit RGB in, BT.709 in full-range RGB out.
Output map_by_peer(const Light& picture);

}  // namespace quality
