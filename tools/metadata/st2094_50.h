// SPDX-License-Identifier: BSD-2-Clause
//
// Writes SMPTE ST 2094-50 metadata as JSON.
#pragma once

#include <string>
#include <vector>

#include "core/metadata/film.h"
#include "core/metadata/gain_curves.h"

namespace tonelift {

std::string st2094_50_json(const MeasuredFilm& film, const std::vector<GainCurves>& curves);

}  // namespace tonelift
