// SPDX-License-Identifier: BSD-2-Clause
// Elements for tests: a decoder that outputs black pictures, and a parser that drops all data
// before the first parameter set, as GStreamer's parsers do.
#pragma once

namespace tonelift {

void register_coded_elements();

}  // namespace tonelift
