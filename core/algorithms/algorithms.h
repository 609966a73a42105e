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

// Functions that scripts share: include "name";
struct Include {
    const char* name;
    const char* source;
};

// A script that processes the picture before the script of the algorithm, such as debanding.
struct Stage {
    const char* name;
    const char* source;
};

struct Preset {
    const char* name;
    const char* algorithm;
    const char* values;    // name=value|name=value
    const char* sentence;  // one-line description
};

std::span<const Algorithm> algorithms();
std::span<const Include> includes();
std::span<const Preset> presets();
// Throws Error (internal) if there is none with this name.
const Stage& find_stage(std::string_view name);

// Both throw Error (argument), which lists the available names.
const Algorithm& find_algorithm(const std::string& name);
const Preset& find_preset(const std::string& name);

}  // namespace tonelift
