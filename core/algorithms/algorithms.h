// SPDX-License-Identifier: BSD-2-Clause
//
// The scripts and presets of the library.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tonelift {

struct Algorithm {
    const char* name;
    const char* source;  // text of the script
};

// Source text that scripts share. A script loads this text with the line: include "name";
struct Include {
    const char* name;
    const char* source;
};

// A script that processes the picture before the script of the algorithm. Debanding is such a
// stage.
struct Stage {
    const char* name;
    const char* source;
};

struct Preset {
    const char* name;
    const char* algorithm;
    const char* values;    // params of the algorithm: name=value|name=value
    const char* sentence;  // one-line description
};

std::span<const Algorithm> algorithms();
std::span<const Include> includes();
std::span<const Preset> presets();
// Returns the stage of this name. Throws Error (internal) if there is none.
const Stage& find_stage(std::string_view name);

// Find an algorithm or a preset by its name, ignoring case. Throw Error (argument) for an unknown
// name; the message lists the known names.
const Algorithm& find_algorithm(const std::string& name);
const Preset& find_preset(const std::string& name);

}  // namespace tonelift
