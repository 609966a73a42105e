// SPDX-License-Identifier: BSD-2-Clause
// Reads the Dolby Vision metadata of a stream, frame by frame.
#pragma once

#include <tonelift/tonelift.h>

#include <optional>
#include <span>
#include <vector>

#include "core/color/reshaping.h"
#include "core/common/log.h"

namespace tonelift {

class DolbyVision {
  public:
    explicit DolbyVision(Log log) : log_(log) {}

    // Reads the metadata of all frames. A frame with missing or broken metadata uses the metadata
    // of the previous frame. Returns `form`, extended so that a plan for it can apply this
    // metadata.
    ReshapingForm read(std::span<const tonelift_frame> frames, ReshapingForm form);

    void give(size_t number, const ReshapingForm& form, std::vector<float>* numbers);

  private:
    bool is_whole(const tonelift_dolby_vision& metadata);

    Log log_;
    std::optional<tonelift_dolby_vision> last_;
    std::vector<tonelift_dolby_vision> read_;
    bool warned_ = false;
};

}  // namespace tonelift
