// SPDX-License-Identifier: BSD-2-Clause
//
// The function Map, which tone-maps a clip.
#pragma once

#include <VapourSynth4.h>

namespace tonelift::vapoursynth {

void VS_CC create_map(const VSMap* in, VSMap* out, void* user, VSCore* core, const VSAPI* api);

}  // namespace tonelift::vapoursynth
