// SPDX-License-Identifier: BSD-2-Clause
//
// Reads Dolby Vision metadata of frames from the property DolbyVisionRPU of source filters.
#pragma once

#include <VapourSynth4.h>
#include <tonelift/rpu.h>

#include "messages.h"

namespace tonelift::vapoursynth {

class DolbyVision {
  public:
    explicit DolbyVision(const Messages& messages) : messages_(messages) {}

    // A frame without readable metadata keeps the fields of `before`, if their colors are equal.
    void read(const VSMap* properties, const tonelift_video& before, tonelift_video* video,
              const VSAPI* api);
    // The frame then points to memory of this object.
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
