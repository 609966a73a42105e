// SPDX-License-Identifier: BSD-2-Clause
//
// Converts color and HDR metadata to and from frame properties.
#pragma once

#include <VapourSynth4.h>
#include <tonelift/tonelift.h>

namespace tonelift::vapoursynth {

// Reads color and HDR metadata. Fields of *video without a property become unknown, but the range
// of YUV and gray becomes limited, as in VapourSynth's own functions.
void read_properties(const VSMap* properties, const VSVideoFormat& format, tonelift_video* video,
                     const VSAPI* api);

// Returns whether the frame consists of two fields.
bool is_interlaced(const VSMap* properties, const VSAPI* api);

// Writes color and HDR metadata, and removes properties that describe only the input.
void write_properties(const tonelift_video& video, VSMap* properties, const VSAPI* api);

// Returns the frame's time in seconds, or NaN if it is unknown.
double time_of(const VSMap* properties, int number, const VSVideoInfo& info, const VSAPI* api);

}  // namespace tonelift::vapoursynth
