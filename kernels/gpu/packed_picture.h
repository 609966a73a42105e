// SPDX-License-Identifier: BSD-2-Clause
//
// The layout of all planes of a picture in one block of memory. Copies between host and device use
// this layout.
#pragma once

#include <array>
#include <cstddef>

#include "kernels/format.h"
#include "kernels/pass.h"

namespace tonelift {

// Describes where each plane is in the block of memory that contains all planes of a picture. Each
// row is padded to a multiple of 8 pixels.
struct PackedPicture {
    struct Plane {
        size_t offset = 0;
        size_t pitch = 0;
        size_t row_bytes = 0;
        size_t rows = 0;
    };
    explicit PackedPicture(const Picture& picture);

    FramePlanes at(std::byte* block) const;

    size_t count = 0;
    std::array<Plane, 4> planes;
    size_t bytes = 0;
};

}  // namespace tonelift
