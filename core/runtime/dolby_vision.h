// SPDX-License-Identifier: BSD-2-Clause
//
// The Dolby Vision metadata of a stream, from frame to frame.
#pragma once

#include <tonelift/tonelift.h>

#include <optional>
#include <span>
#include <vector>

#include "core/color/reshaping.h"
#include "core/runtime/log.h"

namespace tonelift {

class DolbyVision {
  public:
    explicit DolbyVision(Log log) : log_(log) {}

    // Reads the metadata of the frames of a call, and returns the functions that they and `form`
    // need. A frame that has none, or broken one, has that of the frame before. Throws Error
    // (unsupported) if there is none before. All stays as it was until give() is called.
    ReshapingForm read(std::span<const tonelift_frame> frames, ReshapingForm form);

    // The numbers of the frames that were read last, for a plan of this form.
    void give(const ReshapingForm& form, std::vector<float>* numbers);

  private:
    bool is_whole(const tonelift_dolby_vision& metadata);

    Log log_;
    std::optional<tonelift_dolby_vision> last_;
    std::vector<tonelift_dolby_vision> read_;  // of each frame
    bool warned_ = false;
};

}  // namespace tonelift
