// SPDX-License-Identifier: BSD-2-Clause
//
// Formats the lists of built-ins, options, presets, formats and tuning numbers as tables, in plain
// text or Markdown.
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
std::string presets_table(TableStyle style);
std::string formats_table(TableStyle style);
std::string tuning_table(TableStyle style);
std::vector<ScriptParam> preset_params(const Preset& preset);
std::string params_table(std::span<const ScriptParam> params);

}  // namespace tonelift
