// SPDX-License-Identifier: BSD-2-Clause
//
// Trims that come with the frames: tonemap=st2094-10 (Dolby Vision, levels 1 and 2). They are given
// to the plan as numbers, and map the input before the script, as gains do (given_gains.h).
#pragma once

#include <tonelift/tonelift.h>

#include <optional>
#include <vector>

#include "core/graph/graph.h"
#include "core/runtime/log.h"

namespace tonelift {

constexpr int given_trim_numbers = 10;

// The input as a screen of 100 cd/m2 shows it by the trims that are given from number `first` on,
// with the white of the output; without trims in the frame, the input.
Value trimmed_picture(Graph& graph, int first, const Value& input);

// The fault in metadata; nullptr if it can be applied.
const char* fault_of(const tonelift_dolby_trims& trims);

class GivenTrims {
  public:
    explicit GivenTrims(Log log) : log_(log) {}

    // Appends the numbers of the next frame. Missing and broken metadata is that of the frame
    // before; each kind is logged once. screen: peak of the output, cd/m2.
    void give(const tonelift_frame& frame, double screen, std::vector<float>* numbers);

  private:
    void take(const tonelift_frame& frame);
    void log_parts_left_out() const;

    Log log_;
    std::optional<tonelift_dolby_trims> last_;
};

}  // namespace tonelift
