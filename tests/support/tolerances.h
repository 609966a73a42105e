// SPDX-License-Identifier: BSD-2-Clause
//
// The tolerances of all cores. The fast version of a core may differ by them from the plain
// version. One table contains all of them, so the total tolerance is known. budgets.h has those of
// operations.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Allowed is |fast - plain| <= absolute + relative |plain|.
struct Tolerance {
    float relative;
    float absolute;
};

// Returns the tolerance of scans. Values are in [0,1], and a cumulative sum may be as large as the
// length of its line.
constexpr Tolerance tolerance(ScanKind kind) {
    return kind == ScanKind::sum ? Tolerance{1e-7f, 0} : Tolerance{0, 4e-6f};
}

// Returns the tolerance of scans that read and write unorm16. Half a code is for the rounding of
// the result, the rest for errors of floats.
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

// Returns the tolerance of sums in doubles. It is relative to the sum of magnitudes.
constexpr Tolerance tolerance(ReductionKind) { return {1e-12f, 1e-12f}; }

// The tolerance of pictures with different instruction sets. No sample may differ by more than
// `codes`, and at most the share `share` of the samples may differ. Implementations differ by 1e-6
// of a code value, which can move a number across the boundary of two codes. Gamut mapping and
// detail gain increase this difference a few times. The largest share is 0.0605, with vivid in 16
// bits.
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
