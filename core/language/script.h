// SPDX-License-Identifier: BSD-2-Clause
//
// Converts the text of a script to a graph. This is the interface of the language.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/language/ast.h"

namespace tonelift {

// Parses a script and checks its syntax, names and types. Throws Error (script), whose message
// lists all errors. Later errors, which depend on the size of the picture or on params, are found
// by build_script().
Ast parse_script(SourceText source);

// Returns the params of a script, in the order of their lines.
inline const std::vector<ScriptParam>& script_params(const Ast& ast) { return ast.params; }

// The stream and the settings for which a script is built.
struct BuildContext {
    bool is_named = true;            // whether messages name this script (Graph::set_origin)
    Value input;                     // the input picture: linear light, BT.2020, 1.0 = 203 cd/m2
    Value halved_input;              // downsample(input, 2), if a cheaper form exists
    std::vector<float> parameters;   // values of the params; missing values are defaults
    std::optional<CurveKind> curve;  // curve of tone_curve(); nothing: as in the script
    // If set, replaces the function tone_curve() of scripts. `x` is the first argument of
    // tone_curve(), and `tone` the value that `curve` has for it.
    std::function<NodeId(Graph&, NodeId x, NodeId tone)> replaced_curve{};
    float target_black = 0;  // cd/m2
    bool source_is_hdr = true;
    bool target_is_hdr = false;
    float scene_threshold_low = 0.2f;
    float scene_threshold_high = 0.5f;
    bool source_is_absolute = true;
};

struct Script {
    Value output;
    std::map<std::string, Value> variables;  // top-level variables with their last values
    std::vector<ScriptParam> params;
    std::vector<bool> structural;   // params whose change needs a new plan
    NodeId scene_change = no_node;  // restarts smooth() at cuts; no_node without smooth()
};

// Builds the graph. Throws Error (script), like parse_script(), for errors that are found only
// while functions and loops run.
Script build_script(const Ast& ast, Graph& graph, const BuildContext& context);

}  // namespace tonelift
