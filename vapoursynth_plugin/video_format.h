// SPDX-License-Identifier: BSD-2-Clause
//
// Converts between formats of VapourSynth and of libtonelift.
#pragma once

#include <VapourSynth4.h>
#include <tonelift/tonelift.h>

namespace tonelift::vapoursynth {

tonelift_format format_of(const VSVideoFormat& format);

bool video_format_of(tonelift_format format, VSVideoFormat* result, VSCore* core, const VSAPI* api);

// Converts libtonelift's index of a plane to VapourSynth's index. The order of RGB planes is G, B,
// R in libtonelift, and R, G, B in VapourSynth.
int plane_of(const VSVideoFormat& format, int plane);

}  // namespace tonelift::vapoursynth
