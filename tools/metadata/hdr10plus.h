// SPDX-License-Identifier: BSD-2-Clause
//
// Writes HDR10+ metadata (SMPTE ST 2094-40, application 4) as JSON in the format of hdr10plus_tool.
#pragma once

#include <string>
#include <vector>

#include "core/metadata/bezier_fit.h"
#include "core/metadata/film.h"

namespace tonelift {

// `curves` has one curve per shot for HDR10+ profile B, or is empty for profile A.
std::string hdr10plus_json(const MeasuredFilm& film, const std::vector<FittedBezier>& curves);

}  // namespace tonelift
