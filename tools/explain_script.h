// SPDX-License-Identifier: BSD-2-Clause
//
// Shows how a script would map a picture of a given size and format. Allocates no memory for
// frames.
#pragma once

#include <string>
#include <vector>

#include "core/language/diagnostics.h"
#include "core/runtime/build.h"
#include "tools/requested_option.h"

namespace tonelift {

struct ExplainRequest {
    std::string script;  // a preset, an algorithm, a file, or "-" for the text below
    std::string script_text;
    int width = 1920;
    int height = 1080;
    std::string format = "p010le";
    bool dot = false;
    bool why = false;
    std::vector<RequestedOption> options;
};

// Throws Error (argument) for a name that is no file but looks like a preset or an algorithm.
void check_spelling(const std::string& name);

// Parses "1920x1080".
void read_size(const std::string& text, ExplainRequest* request);

Build build_for(const ExplainRequest& request);

std::string explain_script(const ExplainRequest& request);

std::string check_script(const SourceText& source, const ExplainRequest& request);

}  // namespace tonelift
