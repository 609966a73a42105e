// SPDX-License-Identifier: BSD-2-Clause
//
// Applies trims from the metadata of frames (tonemap=st2094-10). These are levels 1 and 2 of Dolby
// Vision. The plan reads the trims as numbers of the frame, and applies them before the script,
// like gains (given_gains.h).
#pragma once

#include <tonelift/tonelift.h>

#include <optional>
#include <vector>

#include "core/graph/graph.h"
#include "core/runtime/log.h"

namespace tonelift {

constexpr int given_trim_numbers = 10;

// Maps the input to a screen of 100 cd/m2 by the trims of the frame, and scales it to the white of
// the output. The numbers of the trims start at number `first`. Frames without trims stay
// unchanged.
Value trimmed_picture(Graph& graph, int first, const Value& input);

// Returns nullptr if the metadata is valid, else a text that says what is wrong.
const char* fault_of(const tonelift_dolby_trims& trims);

class GivenTrims {
  public:
    explicit GivenTrims(Log log) : log_(log) {}

    // Appends the numbers of the next frame. A frame with missing or broken metadata uses the
    // metadata of the previous frame. Each kind of fault is logged once. `screen` is the peak of
    // the output in cd/m2.
    void give(const tonelift_frame& frame, double screen, std::vector<float>* numbers);

  private:
    void take(const tonelift_frame& frame);
    void log_parts_left_out() const;

    Log log_;
    std::optional<tonelift_dolby_trims> last_;
};

}  // namespace tonelift
