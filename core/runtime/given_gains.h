// SPDX-License-Identifier: BSD-2-Clause
//
// Gains that come with the frames: tonemap=st2094-50. They are given to the plan as numbers, and
// map the input before the script, so that the script maps a picture that fits the screen.
#pragma once

#include <tonelift/tonelift.h>

#include <span>
#include <vector>

#include "core/color/adaptive_tones.h"
#include "core/graph/graph.h"
#include "core/runtime/log.h"

namespace tonelift {

// The kinds of gains that a plan has operations for. Most metadata needs neither.
struct GainForm {
    bool apart = false;         // whether two alternate images mix components in different ways
    bool by_component = false;  // whether components have gains of their own
    bool operator==(const GainForm&) const = default;
};

// The number of values of a frame.
int count_of_gain_numbers(const GainForm& form);

// The input after the gains that are given from number `first` on; without gains in the frame, the
// input.
Value gained_picture(Graph& graph, int first, const GainForm& form, const Value& input);

class GivenGains {
  public:
    explicit GivenGains(Log log) : log_(log) {}

    // Reads the metadata of the frames of a call for a screen of this peak, cd/m2. Returns the form
    // that serves them and `form`. Missing and broken metadata is that of the frame before; each
    // kind is logged once. The state does not change until give() is called.
    GainForm read(std::span<const tonelift_frame> frames, double screen, GainForm form);

    // Appends the values of frame `number` of those that were read last, for a plan of this form.
    void give(size_t number, const GainForm& form, std::vector<float>* numbers);

  private:
    const AdaptiveTones& next(const tonelift_frame& frame, const AdaptiveTones& before);

    Log log_;
    AdaptiveTones last_;
    bool has_begun_ = false;           // whether a frame had metadata
    std::vector<AdaptiveTones> read_;  // by frame
    double screen_ = 0;
};

}  // namespace tonelift
