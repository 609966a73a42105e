// SPDX-License-Identifier: BSD-2-Clause
#include "core/algorithms/algorithms.h"

#include <vector>

#include "core/common/text.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

constexpr Algorithm all_algorithms[] = {
#include "algorithms.inc"
};

constexpr Include all_includes[] = {
#include "includes.inc"
};

constexpr Stage all_stages[] = {
#include "stages.inc"
};

constexpr Preset all_presets[] = {
#define TONELIFT_PRESET(name, algorithm, values, sentence) {#name, #algorithm, values, sentence},
#include "core/algorithms/presets.def"
};

template <typename T>
const T& find(std::span<const T> rows, const std::string& name, const char* what) {
    std::vector<std::string> names;
    for (const T& row : rows) {
        if (same_name(name, row.name)) return row;
        names.emplace_back(row.name);
    }
    throw Error(Failure::argument, std::string("there is no ") + what + " " + quote(name) + "; " +
                                       suggestion_and_names(name, names));
}

}  // namespace

std::span<const Algorithm> algorithms() { return all_algorithms; }
std::span<const Include> includes() { return all_includes; }
std::span<const Preset> presets() { return all_presets; }
const Stage& find_stage(std::string_view name) {
    for (const Stage& stage : all_stages) {
        if (name == stage.name) return stage;
    }
    throw Error(Failure::internal, "there is no stage " + quote(name));
}

const Algorithm& find_algorithm(const std::string& name) {
    return find(algorithms(), name, "algorithm");
}
const Preset& find_preset(const std::string& name) {
    if (name.ends_with(".tl"))
        throw Error(Failure::argument, "there is no preset " + quote(name) +
                                           "; for a script, set the option script=" + name);
    return find(presets(), name, "preset");
}

}  // namespace tonelift
