// SPDX-License-Identifier: BSD-2-Clause
//
// Lists of what there is, made from the registries: as text for a terminal, as Markdown for the
// documents.
#pragma once

#include <span>
#include <string>

#include "core/language/ast.h"

namespace tonelift {

enum class TableStyle : uint8_t { text, markdown };

std::string builtins_table(TableStyle style);
std::string options_table(TableStyle style);
std::string presets_table(TableStyle style);
std::string formats_table(TableStyle style);
std::string params_table(std::span<const ScriptParam> params);

}  // namespace tonelift
