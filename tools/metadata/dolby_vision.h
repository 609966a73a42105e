// SPDX-License-Identifier: BSD-2-Clause
//
// Writes Dolby Vision metadata as JSON for the generator of dovi_tool, for profile 8.1.
#pragma once

#include <string>

#include "core/metadata/film.h"

namespace tonelift {

std::string dolby_vision_json(const MeasuredFilm& film);

}  // namespace tonelift
