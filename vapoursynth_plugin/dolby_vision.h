// SPDX-License-Identifier: BSD-2-Clause
//
// Dolby Vision metadata of frames, from the property DolbyVisionRPU of source filters.
#pragma once

#include <VapourSynth4.h>
#include <tonelift/rpu.h>

#include "messages.h"

namespace tonelift::vapoursynth {

class DolbyVision {
  public:
    explicit DolbyVision(const Messages& messages) : messages_(messages) {}

    // Reads the metadata of a frame and describes its stream by it. A frame without readable
    // metadata belongs to the stream of the previous frame, `before`, if its color is the same.
    void read(const VSMap* properties, const tonelift_video& before, tonelift_video* video,
              const VSAPI* api);
    // Adds the metadata that was read last to the frame, which then points into this object.
    void give(tonelift_frame* frame) const;

  private:
    bool read_rpu(const VSMap* properties, const VSAPI* api);

    const Messages& messages_;
    bool has_warned_ = false;
    tonelift_rpu rpu_{};
    tonelift_dolby_vision reshaping_{};
    tonelift_dolby_trims trims_{};
};

}  // namespace tonelift::vapoursynth
