// SPDX-License-Identifier: BSD-2-Clause
// Applies gains from the metadata of frames (tonemap=st2094-50).
#pragma once

#include <tonelift/tonelift.h>

#include <span>
#include <vector>

#include "core/color/adaptive_tones.h"
#include "core/common/log.h"
#include "core/graph/graph.h"

namespace tonelift {

struct GainForm {
    bool apart = false;
    bool by_component = false;  // each component has a separate gain
    bool operator==(const GainForm&) const = default;
};

int count_of_gain_numbers(const GainForm& form);

// Returns the input with the gains of each frame applied. Frames without gains stay unchanged.
Value gained_picture(Graph& graph, int first, const GainForm& form, const Value& input);

class GivenGains {
  public:
    explicit GivenGains(Log log) : log_(log) {}

    // Reads the metadata of all frames. A frame with missing or broken metadata uses the metadata
    // of the previous frame. Returns a copy of `form`, in which each flag is also set if the gains
    // of at least one frame need it.
    GainForm read(std::span<const tonelift_frame> frames, double screen, GainForm form);

    void give(size_t index, const GainForm& form, std::vector<float>* numbers);

  private:
    const AdaptiveTones& next(const tonelift_frame& frame, const AdaptiveTones& before);

    Log log_;
    AdaptiveTones last_;
    bool has_begun_ = false;
    std::vector<AdaptiveTones> read_;
    double screen_ = 0;
};

}  // namespace tonelift
