// SPDX-License-Identifier: BSD-2-Clause
// Applies tone curves from the metadata of frames (tonemap=st2094-40, which is HDR10+).
#pragma once

#include <tonelift/tonelift.h>

#include <optional>
#include <vector>

#include "core/color/bezier.h"
#include "core/common/log.h"
#include "core/graph/graph.h"

namespace tonelift {

constexpr int curve_parts = 32;
constexpr int given_curve_numbers = 2 + 2 * curve_parts;

// Returns `tone` mapped by the curve of the frame. In frames without a curve, returns `otherwise`.
NodeId given_curve(Graph& graph, int first, NodeId tone, NodeId otherwise);

// Returns nullptr for valid metadata, else a message that describes the error.
const char* fault_of(const tonelift_hdr10_plus& metadata);

class Hdr10Plus {
  public:
    explicit Hdr10Plus(Log log) : log_(log) {}

    // A frame with missing or broken metadata uses the curve of the previous frame.
    void give(const tonelift_frame& frame, double screen, std::vector<float>* numbers);

  private:
    void take(const tonelift_frame& frame);

    Log log_;
    std::optional<tonelift_hdr10_plus> last_;
};

}  // namespace tonelift
