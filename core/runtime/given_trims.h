// SPDX-License-Identifier: BSD-2-Clause
// Applies trims from the metadata of frames (tonemap=st2094-10).
#pragma once

#include <tonelift/tonelift.h>

#include <optional>
#include <vector>

#include "core/common/log.h"
#include "core/graph/graph.h"

namespace tonelift {

constexpr int given_trim_numbers = 10;

// Tone-maps the input with the trims, which are made for a screen with a peak of 100 cd/m2. Then
// scales this peak to the output's white.
Value trimmed_picture(Graph& graph, int first, const Value& input);

// Returns nullptr for valid trims, else a message that describes the error.
const char* fault_of(const tonelift_dolby_trims& trims);

class GivenTrims {
  public:
    explicit GivenTrims(Log log) : log_(log) {}

    // A frame with missing or broken trims uses the trims of the previous frame.
    void give(const tonelift_frame& frame, double screen, std::vector<float>* numbers);

  private:
    void take(const tonelift_frame& frame);
    void log_parts_left_out() const;

    Log log_;
    std::optional<tonelift_dolby_trims> last_;
};

}  // namespace tonelift
