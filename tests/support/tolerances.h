// SPDX-License-Identifier: BSD-2-Clause
//
// Tolerances of the fast version of a core relative to the plain one. A single table contains all
// cores, so that the total budget is known. budgets.h has those of operations.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Allows |fast - plain| <= absolute + relative |plain|.
struct Tolerance {
    float relative;
    float absolute;
};

// Returns the tolerance of scans for values in [0,1]; for a cumulative sum, relative to the length
// of the line.
constexpr Tolerance tolerance(ScanKind kind) {
    return kind == ScanKind::sum ? Tolerance{1e-7f, 0} : Tolerance{0, 4e-6f};
}

// Returns the tolerance of scans from unorm16 to unorm16: half a code for the rounding of the
// result, plus the error of floats.
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

// Returns the tolerance of sums of doubles, relative to the sum of magnitudes.
constexpr Tolerance tolerance(ReductionKind) { return {1e-12f, 1e-12f}; }

// Tolerance of whole pictures between instruction sets: no sample differs by more than `codes`, and
// at most `share` of the samples differ. Implementations differ by 1e-6 of a coded value, so a
// number that close to the boundary of two codes becomes either. Gamut mapping and detail gain
// amplify the difference a few times, most with vivid: 0.0605 of its samples in 16 bits.
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
