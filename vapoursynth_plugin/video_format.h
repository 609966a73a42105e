// SPDX-License-Identifier: BSD-2-Clause
//
// Formats of VapourSynth and of the library.
#pragma once

#include <VapourSynth4.h>
#include <tonelift/tonelift.h>

namespace tonelift::vapoursynth {

// Returns TONELIFT_FORMAT_NONE if the library has no such format.
tonelift_format format_of(const VSVideoFormat& format);

// Returns whether VapourSynth has the format, and sets *result to it.
bool video_format_of(tonelift_format format, VSVideoFormat* result, VSCore* core, const VSAPI* api);

// Converts a plane index of the library (green, blue, red) to an index of VapourSynth (red, green,
// blue).
int plane_of(const VSVideoFormat& format, int plane);

}  // namespace tonelift::vapoursynth
