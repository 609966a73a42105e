// SPDX-License-Identifier: BSD-2-Clause
//
// Reads the Dolby Vision metadata of a stream, frame by frame.
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

    // Reads the metadata of the frames of a call. Returns the smallest form that covers these
    // frames and `form`. A frame with missing or broken metadata uses the metadata of the previous
    // frame. Throws Error (unsupported) if there is no previous frame with metadata. The state does
    // not change until give() is called.
    ReshapingForm read(std::span<const tonelift_frame> frames, ReshapingForm form);

    // Appends the numbers of frame `number` of the last read(), for a plan of this form.
    void give(size_t number, const ReshapingForm& form, std::vector<float>* numbers);

  private:
    bool is_whole(const tonelift_dolby_vision& metadata);

    Log log_;
    std::optional<tonelift_dolby_vision> last_;
    std::vector<tonelift_dolby_vision> read_;  // metadata of each frame
    bool warned_ = false;
};

}  // namespace tonelift
