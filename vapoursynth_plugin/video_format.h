// SPDX-License-Identifier: BSD-2-Clause
//
// Converts between formats of VapourSynth and of the library.
#pragma once

#include <VapourSynth4.h>
#include <tonelift/tonelift.h>

namespace tonelift::vapoursynth {

// Returns the format of the library, or TONELIFT_FORMAT_NONE if it has no such format.
tonelift_format format_of(const VSVideoFormat& format);

// Returns whether VapourSynth has the format, and sets *result to it.
bool video_format_of(tonelift_format format, VSVideoFormat* result, VSCore* core, const VSAPI* api);

// Converts the index of a plane from the library's order to that of VapourSynth. The planes of RGB
// are green, blue, red in the library, and red, green, blue in VapourSynth.
int plane_of(const VSVideoFormat& format, int plane);

}  // namespace tonelift::vapoursynth
