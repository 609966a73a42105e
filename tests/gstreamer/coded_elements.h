// SPDX-License-Identifier: BSD-2-Clause
//
// Elements for tests of coded streams: a decoder that gives black pictures, and a parser that drops
// all data before the first parameter set, as parsers of GStreamer do.
#pragma once

namespace tonelift {

// Registers the elements "blackdec" and "blackdec-late", which gives a picture when two more have
// come, and "droppingparse".
void register_coded_elements();

}  // namespace tonelift
