// SPDX-License-Identifier: BSD-2-Clause
//
// Reads the Dolby Vision metadata of frames. Source filters store it in the frame property
// DolbyVisionRPU.
#pragma once

#include <VapourSynth4.h>
#include <tonelift/rpu.h>

#include "messages.h"

namespace tonelift::vapoursynth {

class DolbyVision {
  public:
    explicit DolbyVision(const Messages& messages) : messages_(messages) {}

    // Sets the Dolby Vision fields of *video. If the frame has no readable metadata, the fields of
    // `before` are kept, provided that both have the same primaries, transfer function and matrix.
    void read(const VSMap* properties, const tonelift_video& before, tonelift_video* video,
              const VSAPI* api);
    // Sets the Dolby Vision fields of *frame, which then point to memory of this object.
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
