// SPDX-License-Identifier: BSD-2-Clause
//
// SMPTE ST 2094-50 as JSON.
#pragma once

#include <string>
#include <vector>

#include "core/metadata/film.h"
#include "core/metadata/gain_curves.h"

namespace tonelift {

// The curves of all shots, in the form of the metadata items of the standard, each with its bit
// stream in hexadecimal.
std::string st2094_50_json(const MeasuredFilm& film, const std::vector<GainCurves>& curves);

}  // namespace tonelift
