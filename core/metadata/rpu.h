// SPDX-License-Identifier: BSD-2-Clause
// Reads the Dolby Vision metadata (RPU) of a frame: reshaping, mastering display, light and trims.
// ETSI GS CCM 001 defines the syntax.
#pragma once

#include <tonelift/dolby_vision.h>
#include <tonelift/rpu.h>

#include <cstddef>
#include <cstdint>

namespace tonelift {

// `reshaping` is valid if content.has_reshaping is nonzero. `trims` is valid if content.has_trims
// is nonzero.
struct Rpu {
    tonelift_rpu content;
    tonelift_dolby_vision reshaping;
    tonelift_dolby_trims trims;
};

// Throws Error (argument) for broken metadata. Throws Error (unsupported) for metadata of
// unpublished forms, and for metadata that refers to earlier frames.
void read_rpu(const uint8_t* data, size_t size, Rpu* rpu);

}  // namespace tonelift
