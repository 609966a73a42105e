// SPDX-License-Identifier: BSD-2-Clause
//
// Applies gains from the metadata of frames (tonemap=st2094-50). The plan reads the gains as
// numbers of the frame, and applies them before the script, so that the script processes a picture
// that fits the screen.
#pragma once

#include <tonelift/tonelift.h>

#include <span>
#include <vector>

#include "core/color/adaptive_tones.h"
#include "core/graph/graph.h"
#include "core/runtime/log.h"

namespace tonelift {

// The optional features of gains that a plan has operations for. Most metadata needs none of them.
struct GainForm {
    bool apart = false;         // whether two alternate images have different component mixing
    bool by_component = false;  // whether each component has a separate gain
    bool operator==(const GainForm&) const = default;
};

// Returns how many numbers each frame has.
int count_of_gain_numbers(const GainForm& form);

// Applies the gains of the frame to the input. Their numbers start at number `first`. Frames
// without gains stay unchanged.
Value gained_picture(Graph& graph, int first, const GainForm& form, const Value& input);

class GivenGains {
  public:
    explicit GivenGains(Log log) : log_(log) {}

    // Reads the metadata of the frames of a call for a screen of this peak, cd/m2. Returns the
    // smallest form that covers these frames and `form`. A frame with missing or broken metadata
    // uses the metadata of the previous frame. Each kind of fault is logged once. The state does
    // not change until give() is called.
    GainForm read(std::span<const tonelift_frame> frames, double screen, GainForm form);

    // Appends the numbers of frame `number` of the last read(), for a plan of this form.
    void give(size_t number, const GainForm& form, std::vector<float>* numbers);

  private:
    const AdaptiveTones& next(const tonelift_frame& frame, const AdaptiveTones& before);

    Log log_;
    AdaptiveTones last_;
    bool has_begun_ = false;           // whether any frame had metadata
    std::vector<AdaptiveTones> read_;  // metadata of each frame
    double screen_ = 0;
};

}  // namespace tonelift
