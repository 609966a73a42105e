// SPDX-License-Identifier: BSD-2-Clause
// A decoder that outputs black pictures, and a parser that drops all data before the first
// parameter set, like GStreamer's parsers.
#pragma once

namespace tonelift {

void register_coded_elements();

}  // namespace tonelift
