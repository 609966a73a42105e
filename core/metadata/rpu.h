// SPDX-License-Identifier: BSD-2-Clause
// Reads the Dolby Vision metadata (RPU) of a frame: reshaping, display, light and trims (ETSI GS
// CCM 001).
#pragma once

#include <tonelift/dolby_vision.h>
#include <tonelift/rpu.h>

#include <cstddef>
#include <cstdint>

namespace tonelift {

// Flags in `content` state which of the two other structs are set.
struct Rpu {
    tonelift_rpu content;
    tonelift_dolby_vision reshaping;
    tonelift_dolby_trims trims;
};

// Throws Error (argument) for broken metadata. Throws Error (unsupported) if the form of the
// metadata is not published.
void read_rpu(const uint8_t* data, size_t size, Rpu* rpu);

}  // namespace tonelift
