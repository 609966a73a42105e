// SPDX-License-Identifier: BSD-2-Clause
//
// Shows the passes that a script needs for a picture of a given size and format. Allocates no
// memory for frames.
#pragma once

#include <string>
#include <vector>

#include "core/language/diagnostics.h"
#include "core/runtime/build.h"
#include "tools/requested_option.h"

namespace tonelift {

struct ExplainRequest {
    std::string script;  // a preset, an algorithm, a file, or "-" for script_text
    std::string script_text;
    int width = 1920;
    int height = 1080;
    std::string format = "p010le";
    bool dot = false;
    bool why = false;
    std::vector<RequestedOption> options;
};

// Throws Error (argument) if no file has the name `name`, but a preset or an algorithm has this
// name or a similar name.
void check_spelling(const std::string& name);

// Parses a size such as "1920x1080". Throws Error (argument) if the text is not a size.
void read_size(const std::string& text, ExplainRequest* request);

Build build_for(const ExplainRequest& request);

std::string explain_script(const ExplainRequest& request);

std::string check_script(const SourceText& source, const ExplainRequest& request);

}  // namespace tonelift
