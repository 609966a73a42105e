// SPDX-License-Identifier: BSD-2-Clause
//
// Writes Dolby Vision metadata of profile 8.1 as JSON, in the input format of `dovi_tool generate`.
#pragma once

#include <string>

#include "core/metadata/film.h"

namespace tonelift {

std::string dolby_vision_json(const MeasuredFilm& film);

}  // namespace tonelift
