// SPDX-License-Identifier: BSD-2-Clause
//
// The plan of a script for a picture of a given size and format. Nothing is allocated for frames.
#pragma once

#include <string>
#include <vector>

#include "core/language/diagnostics.h"
#include "core/runtime/build.h"
#include "tools/requested_option.h"

namespace tonelift {

struct ExplainRequest {
    std::string script;  // a preset, an algorithm or a file
    int width = 1920;
    int height = 1080;
    std::string format = "p010le";
    bool dot = false;
    bool why = false;
    std::vector<RequestedOption> options;
};

// Throws Error (argument) for a name that no file has and that is near to one of a preset or of an
// algorithm.
void check_spelling(const std::string& name);

// Parses "1920x1080". Throws Error (argument).
void read_size(const std::string& text, ExplainRequest* request);

// What runs the script of a request on pictures of its size. Throws Error where the filter would.
Build build_for(const ExplainRequest& request);

// The plan as text, the reasons for its passes and planes, or a diagram for Graphviz.
std::string explain_script(const ExplainRequest& request);

// A line on the resources that a script of this text takes, without its end; request.script is
// ignored. Throws Error where the filter would.
std::string check_script(const SourceText& source, const ExplainRequest& request);

}  // namespace tonelift
