// SPDX-License-Identifier: BSD-2-Clause
//
// Elements for tests of coded streams. A decoder outputs black pictures. A parser drops all data
// before the first parameter set, like GStreamer's parsers.
#pragma once

namespace tonelift {

// Registers the elements "blackdec", "blackdec-late" and "droppingparse". "blackdec-late" outputs
// each picture when two more have arrived.
void register_coded_elements();

}  // namespace tonelift
