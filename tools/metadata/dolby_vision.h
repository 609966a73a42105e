// SPDX-License-Identifier: BSD-2-Clause
//
// Writes Dolby Vision metadata as JSON for the generator of dovi_tool, for profile 8.1 (10.1 in
// AV1). Each shot has level 1 (light). The film has level 5 (active area) and level 6 (light of the
// film).
#pragma once

#include <string>

#include "core/metadata/film.h"

namespace tonelift {

std::string dolby_vision_json(const MeasuredFilm& film);

}  // namespace tonelift
