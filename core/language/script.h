// SPDX-License-Identifier: BSD-2-Clause
// The interface of the script language: converts the text of a script to a graph.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/language/ast.h"

namespace tonelift {

// Parses and checks a script. Throws Error (script), whose message lists all errors in syntax,
// names and types.
Ast parse_script(SourceText source);

inline const std::vector<ScriptParam>& script_params(const Ast& ast) { return ast.params; }

struct BuildContext {
    bool is_named = true;
    Value input;  // the input picture: linear light, BT.2020, 1.0 = 203 cd/m2
    // Cheaper forms of downsample(input, factor), by their factor.
    std::map<int, Value> reduced_input;
    std::vector<float> parameters;
    std::optional<CurveKind> curve;  // if set, replaces the argument `curve` of tone_curve()
    // If set, this function provides the result of tone_curve(x) in scripts. `tone` is the result
    // that tone_curve(x) would have otherwise.
    std::function<NodeId(Graph&, NodeId x, NodeId tone)> replaced_curve{};
    float target_black = 0;
    bool source_is_hdr = true;
    bool target_is_hdr = false;
    float scene_threshold_low = 0.2f;
    float scene_threshold_high = 0.5f;
    bool source_is_absolute = true;
};

struct Script {
    Value output;
    std::map<std::string, Value> variables;
    std::vector<ScriptParam> params;
    std::vector<bool> structural;  // for each param: true if a change of it needs a new plan
    NodeId scene_change = no_node;
    // The largest factor of reduced_input that the script uses, or 2 if it uses none.
    int input_reduction = 2;
};

Script build_script(const Ast& ast, Graph& graph, const BuildContext& context);

}  // namespace tonelift
