// SPDX-License-Identifier: BSD-2-Clause
//
// Color and HDR metadata as properties of frames.
#pragma once

#include <VapourSynth4.h>
#include <tonelift/tonelift.h>

namespace tonelift::vapoursynth {

// Sets the fields that the properties of a frame state of its stream; all others become unknown.
void read_properties(const VSMap* properties, tonelift_video* video, const VSAPI* api);

// Describes a mapped frame, and removes metadata that is no longer true.
void write_properties(const tonelift_video& video, VSMap* properties, const VSAPI* api);

// The time of a frame in seconds: its _AbsoluteTime, else by its number; NaN: unknown.
double time_of(const VSMap* properties, int number, const VSVideoInfo& info, const VSAPI* api);

}  // namespace tonelift::vapoursynth
