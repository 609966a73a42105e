// SPDX-License-Identifier: BSD-2-Clause
// Replaces the library by another tone mapper: the filter chain TONELIFT_PEER_FILTER in the FFmpeg
// TONELIFT_PEER_FFMPEG.
#pragma once

#include "tests/quality/mapping.h"

namespace quality {

bool has_peer();
Output map_by_peer(const Light& picture);

}  // namespace quality
