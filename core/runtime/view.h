// SPDX-License-Identifier: BSD-2-Clause
// Implements the options `split` and `show`.
#pragma once

#include "core/language/script.h"

namespace tonelift {

enum class Show : uint8_t { off, base, detail, gain, skin, clipping, histogram };

// Returns the intermediate result that `show` selects, as a color. `peak` is the luminance of the
// output's white in cd/m2.
Value shown_color(Graph& graph, const Script& script, const Value& input, Show show, double peak);

// Shows `input` in the left `share` of the width, and `mapped` in the rest.
Value split_color(Graph& graph, const Value& input, const Value& mapped, double share);

}  // namespace tonelift
