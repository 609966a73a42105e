// SPDX-License-Identifier: BSD-2-Clause
//
// Converts between formats of VapourSynth and of the library.
#pragma once

#include <VapourSynth4.h>
#include <tonelift/tonelift.h>

namespace tonelift::vapoursynth {

tonelift_format format_of(const VSVideoFormat& format);

bool video_format_of(tonelift_format format, VSVideoFormat* result, VSCore* core, const VSAPI* api);

// Converts the library's plane index, because VapourSynth orders the planes of RGB differently.
int plane_of(const VSVideoFormat& format, int plane);

}  // namespace tonelift::vapoursynth
