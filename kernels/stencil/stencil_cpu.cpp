// SPDX-License-Identifier: BSD-2-Clause
//
// Stencils on the CPU, 4 to 16 pixels at a time. Sums are not carried from one pixel to the next,
// so the result does not depend on the division of the picture into bands.
#include "kernels/stencil/stencil.h"

#include <algorithm>

#include "kernels/stencil/median.h"
#include "kernels/stencil/stencil_policy.h"
#include "kernels/stencil/window_sizes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/stencil/stencil_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/stencil/deband-inl.h"
#include "kernels/stencil/neighbors-inl.h"
#include "kernels/stencil/window-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {

void stencil_target(const Stencil& stencil, const StencilBand& band, float* scratch) {
    switch (stencil.kind) {
#define TONELIFT_STENCIL(name, title, inputs, range, work) \
    case StencilKind::name:                                \
        return name##_band(stencil, band, scratch);
#include "kernels/stencils.def"
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tonelift {
namespace {

HWY_EXPORT(stencil_target);

bool by_ranks(const Stencil& stencil) {
    const bool small = stencil.radius_x == stencil.radius_y && stencil.radius_x >= 1 &&
                       stencil.radius_x <= small_median_radius;
    return stencil.kind == StencilKind::median && !small;
}

}  // namespace

size_t stencil_scratch(const Stencil& stencil, int width, int rows) {
    switch (stencil.kind) {
        case StencilKind::convolve_separable:
            return static_cast<size_t>(width + 2 * stencil.radius_x);
        case StencilKind::box:
        case StencilKind::minimum:
        case StencilKind::maximum:
            return window_scratch(stencil, width, rows);
        case StencilKind::median:
            return by_ranks(stencil) ? median_scratch(stencil, rows) : 0;
        default:
            return 0;
    }
}

void stencil_band(const Stencil& stencil, const StencilBand& band, float* scratch,
                  const InstructionSet& set) {
    if (!by_ranks(stencil)) {
        TONELIFT_DISPATCH(set, stencil_target)(stencil, band, scratch);
        return;
    }
    for (int x = 0; x < band.width; x += median_columns) {
        median_columns_of_band(stencil, band, x, std::min(x + median_columns, band.width), scratch);
    }
}

}  // namespace tonelift
#endif  // HWY_ONCE
