// SPDX-License-Identifier: BSD-2-Clause
//
// Sizes of the scratch memory that window-inl.h needs.
#pragma once

#include <cstddef>

#include "kernels/stencil/stencil.h"
#include "kernels/stencil/stencil_policy.h"

namespace tonelift {

struct WindowSizes {
    ptrdiff_t pitch;
    int rows;
    int block_rows;
};

inline WindowSizes window_sizes(const Stencil& stencil, int width, int rows) {
    return {(width + 2 * stencil.radius_x + 15) / 16 * 16 + 16, rows, rows + 2 * stencil.radius_y};
}

inline size_t window_scratch(const Stencil& stencil, int width, int rows) {
    const WindowSizes sizes = window_sizes(stencil, width, rows);
    return static_cast<size_t>(sizes.pitch) * static_cast<size_t>(rows + 1) +
           static_cast<size_t>(window_columns) * static_cast<size_t>(sizes.rows + sizes.block_rows);
}

}  // namespace tonelift
