// SPDX-License-Identifier: BSD-2-Clause
// Tolerances of filters: how much a fast version may differ from the plain version. Tolerances of
// operations are in budgets.h.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

struct Tolerance {
    float relative;
    float absolute;
};

constexpr Tolerance tolerance(ScanKind kind) {
    return kind == ScanKind::sum ? Tolerance{1e-7f, 0} : Tolerance{0, 4e-6f};
}

constexpr Tolerance unorm16_tolerance(ScanKind) { return {0, 0.75f / 65535.0f}; }

constexpr Tolerance tolerance(StencilKind kind) {
    switch (kind) {
        case StencilKind::minimum:
        case StencilKind::maximum:
        case StencilKind::median:
            return {0, 0};
        default:
            return {0, 5e-6f};
    }
}

constexpr Tolerance tolerance(ResampleKind kind) {
    return {0, kind == ResampleKind::joint ? 1.5e-4f : 1e-6f};
}

constexpr Tolerance tolerance(ReductionKind) { return {1e-12f, 1e-12f}; }

// Largest difference of a sample in codes, and largest proportion (0 to 1) of samples that may
// differ.
struct PictureTolerance {
    double codes;
    double share;
};

constexpr PictureTolerance target_tolerance(int depth) {
    return depth <= 8    ? PictureTolerance{1, 0.001}
           : depth <= 10 ? PictureTolerance{2, 0.02}
                         : PictureTolerance{16, 0.07};
}

}  // namespace tonelift
