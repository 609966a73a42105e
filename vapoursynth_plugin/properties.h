// SPDX-License-Identifier: BSD-2-Clause
//
// Converts color and HDR metadata to and from properties of frames.
#pragma once

#include <VapourSynth4.h>
#include <tonelift/tonelift.h>

namespace tonelift::vapoursynth {

// Fields without a property become unknown.
void read_properties(const VSMap* properties, tonelift_video* video, const VSAPI* api);

// Also removes metadata that no longer applies.
void write_properties(const tonelift_video& video, VSMap* properties, const VSAPI* api);

// Returns the frame's time in seconds, or NaN without a time.
double time_of(const VSMap* properties, int number, const VSVideoInfo& info, const VSAPI* api);

}  // namespace tonelift::vapoursynth
