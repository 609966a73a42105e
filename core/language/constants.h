// SPDX-License-Identifier: BSD-2-Clause
// Evaluates nodes whose value is known before the first frame, such as radii and conditions.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/graph/graph.h"

namespace tonelift {

class Constants {
  public:
    Constants(const Graph& graph, std::span<const float> parameters)
        : graph_(graph), parameters_(parameters), used_(parameters.size()) {}

    // Returns the value of the node, or nothing if the value depends on the frame.
    std::optional<float> value(NodeId id);
    // Does the same as value(), and marks the params that determine the value as structural. A
    // change of a structural param needs a new plan.
    std::optional<float> structural_value(NodeId id);
    const std::vector<bool>& structural_params() const { return used_; }

  private:
    enum class State : uint8_t { unseen, known, of_frame };
    void compute(NodeId id);
    bool operands_seen(NodeId id, std::vector<NodeId>& stack) const;
    void mark(NodeId id);

    const Graph& graph_;
    std::span<const float> parameters_;
    std::vector<bool> used_;
    std::vector<State> states_;
    std::vector<float> values_;
    std::vector<bool> marked_;
};

}  // namespace tonelift
