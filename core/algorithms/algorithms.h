// SPDX-License-Identifier: BSD-2-Clause
//
// The scripts and presets that come with the library.
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

// A stage that is run over a picture before the script of the algorithm, itself a script.
struct Stage {
    const char* name;
    const char* source;
};

struct Preset {
    const char* name;
    const char* algorithm;
    const char* values;    // name=value|name=value
    const char* sentence;  // for people
};

std::span<const Algorithm> algorithms();
std::span<const Include> includes();
std::span<const Preset> presets();
// Throws Error (internal) where there is none.
const Stage& find_stage(std::string_view name);

// Throw Error (argument) with the names there are.
const Algorithm& find_algorithm(const std::string& name);
const Preset& find_preset(const std::string& name);

}  // namespace tonelift
