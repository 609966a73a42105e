// SPDX-License-Identifier: BSD-2-Clause
//
// Elements for tests of coded streams: a decoder that outputs black pictures, and a parser that
// drops all data before the first parameter set, like GStreamer's parsers.
#pragma once

namespace tonelift {

// Registers the elements "blackdec", "blackdec-late", which outputs a picture when two more have
// arrived, and "droppingparse".
void register_coded_elements();

}  // namespace tonelift
