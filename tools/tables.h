// SPDX-License-Identifier: BSD-2-Clause
//
// Formats the registries (built-ins, options, presets, formats, tuning numbers) as tables: plain
// text for a terminal, Markdown for the documents.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/language/ast.h"

namespace tonelift {

struct Preset;

enum class TableStyle : uint8_t { text, markdown };

std::string builtins_table(TableStyle style);
std::string options_table(TableStyle style);
// Returns the purpose of each preset and the values of its params, one table per algorithm.
std::string presets_table(TableStyle style);
std::string formats_table(TableStyle style);
std::string tuning_table(TableStyle style);
// Returns the params of a preset's algorithm, with the preset's values as defaults.
std::vector<ScriptParam> preset_params(const Preset& preset);
std::string params_table(std::span<const ScriptParam> params);

}  // namespace tonelift
