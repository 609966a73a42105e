// SPDX-License-Identifier: BSD-2-Clause
//
// For looking: the options split and show, as operations of the graph on the picture that comes
// out.
#pragma once

#include "core/language/script.h"

namespace tonelift {

// Steps of the work that can be shown, in the order of the option show.
enum class Show : uint8_t { off, base, detail, gain, skin, clipping, histogram };

// The script's output, or what `show` asks for in its place. peak: luminance of the output's white,
// cd/m2. Throws Error (argument) when the script has no plane of that name.
Value shown_color(Graph& graph, const Script& script, const Value& input, Show show, double peak);

// Left of `share` of the width the input, right of it `mapped`.
Value split_color(Graph& graph, const Value& input, const Value& mapped, double share);

}  // namespace tonelift
