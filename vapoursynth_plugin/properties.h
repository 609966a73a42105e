// SPDX-License-Identifier: BSD-2-Clause
//
// Converts color and HDR metadata to and from properties of frames.
#pragma once

#include <VapourSynth4.h>
#include <tonelift/tonelift.h>

namespace tonelift::vapoursynth {

// Sets the color and HDR fields from the properties of a frame. Fields without a property become
// unknown.
void read_properties(const VSMap* properties, tonelift_video* video, const VSAPI* api);

// Writes the properties of a mapped frame, and removes metadata that no longer applies.
void write_properties(const tonelift_video& video, VSMap* properties, const VSAPI* api);

// Returns the time of a frame in seconds. It is the property _AbsoluteTime, else the frame number
// divided by the frame rate, else NaN for unknown.
double time_of(const VSMap* properties, int number, const VSVideoInfo& info, const VSAPI* api);

}  // namespace tonelift::vapoursynth
