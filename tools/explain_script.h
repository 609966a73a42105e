// SPDX-License-Identifier: BSD-2-Clause
//
// Explains the plan of a script for a picture of a given size and format. Allocates no memory for
// frames.
#pragma once

#include <string>
#include <vector>

#include "core/language/diagnostics.h"
#include "core/runtime/build.h"
#include "tools/requested_option.h"

namespace tonelift {

struct ExplainRequest {
    std::string script;  // a preset, an algorithm or a file; "-": the text below
    std::string script_text;
    int width = 1920;
    int height = 1080;
    std::string format = "p010le";
    bool dot = false;
    bool why = false;
    std::vector<RequestedOption> options;
};

// Refuses a name that is no file but looks like a preset or an algorithm. Throws Error (argument).
void check_spelling(const std::string& name);

// Parses "1920x1080". Throws Error (argument).
void read_size(const std::string& text, ExplainRequest* request);

// Returns the plan for a request, with everything else that a filter needs. Throws the errors of a
// filter.
Build build_for(const ExplainRequest& request);

// Returns the plan as text, the reasons for its passes and planes, or a diagram for Graphviz.
std::string explain_script(const ExplainRequest& request);

// Returns a line about the memory and the work that a script needs, without a newline.
// request.script is ignored. Throws the errors of a filter.
std::string check_script(const SourceText& source, const ExplainRequest& request);

}  // namespace tonelift
