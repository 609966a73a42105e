// SPDX-License-Identifier: BSD-2-Clause
//
// Adds the operations of the options split and show to the output picture.
#pragma once

#include "core/language/script.h"

namespace tonelift {

// Intermediate results that can be shown, in the order of the option show.
enum class Show : uint8_t { off, base, detail, gain, skin, clipping, histogram };

// Returns the script's output, or the result that `show` selects. peak: luminance of the output's
// white, cd/m2. Throws Error (argument) if the script does not declare that view.
Value shown_color(Graph& graph, const Script& script, const Value& input, Show show, double peak);

// Returns a split picture: the input in the left `share` of the width, `mapped` in the rest.
Value split_color(Graph& graph, const Value& input, const Value& mapped, double share);

}  // namespace tonelift
