// SPDX-License-Identifier: BSD-2-Clause
//
// Formats of VapourSynth and of the library.
#pragma once

#include <VapourSynth4.h>
#include <tonelift/tonelift.h>

namespace tonelift::vapoursynth {

// TONELIFT_FORMAT_NONE if the library has no such format.
tonelift_format format_of(const VSVideoFormat& format);

// Whether VapourSynth has the format. If so, *result is set to it.
bool video_format_of(tonelift_format format, VSVideoFormat* result, VSCore* core, const VSAPI* api);

// The plane of VapourSynth (red, green, blue) that plane `plane` of the library (green, blue, red)
// is.
int plane_of(const VSVideoFormat& format, int plane);

}  // namespace tonelift::vapoursynth
