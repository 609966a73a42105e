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

    // Reads the metadata of the frames of a call. A frame that has none, or broken one, has that of
    // the frame before. Throws Error (unsupported) if there is none before; then all stays as it
    // was.
    void read(std::span<const tonelift_frame> frames);

    // The functions that the frames so far needed.
    const ReshapingForm& form() const { return form_; }
    // The numbers of the frames that were read last, for a plan of this form.
    void give(std::vector<float>* numbers) const;

  private:
    bool is_whole(const tonelift_dolby_vision& metadata);

    Log log_;
    ReshapingForm form_;
    std::optional<tonelift_dolby_vision> last_;
    std::vector<tonelift_dolby_vision> read_;  // of each frame
    bool warned_ = false;
};

}  // namespace tonelift
