// SPDX-License-Identifier: BSD-2-Clause
//
// How far a fast version may lie from the plain one, for every operation: in one table, so that the
// budget of the whole is known.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// |fast - plain| <= absolute + relative |plain| (of a color: of its largest component) + what the
// plain result moves when an operand moves by two units in the last place (which is what rounding
// inside of a sum amounts to).
struct Tolerance {
    float relative;
    float absolute;
};

constexpr Tolerance tolerance(Op op) {
    switch (op) {
        // Nothing is rounded, or as IEEE 754 has it.
        case Op::negate:
        case Op::abs:
        case Op::sign:
        case Op::min:
        case Op::max:
        case Op::clamp:
        case Op::saturate:
        case Op::step:
        case Op::floor:
        case Op::ceil:
        case Op::round:
        case Op::trunc:
        case Op::select:
        case Op::less:
        case Op::less_equal:
        case Op::equal:
        case Op::sanitize:
            return {0, 0};
        // Near a multiple of pi the argument's own spacing counts.
        case Op::sin:
        case Op::cos:
            return {1e-6f, 3e-7f};
        case Op::tan:
            return {2e-5f, 1e-6f};
        // Coded values in [0,1]: a hundredth of a code of 16 bits.
        case Op::pq_encode:
        case Op::hlg_encode:
        case Op::srgb_encode:
        case Op::bt1886_encode:
        case Op::lightness:
        case Op::luma:
            return {1e-6f, 2e-7f};
        // Linear light, as precise as 1e-6 of its coded value; in the dark to 1e-5 cd/m2.
        case Op::pq_decode:
            return {8e-6f, 6e-8f};
        case Op::hlg_decode:
        case Op::srgb_decode:
        case Op::bt1886_decode:
            return {2e-6f, 0};
        case Op::hlg_ootf:
        case Op::hlg_inverse_ootf:
            return {3e-5f, 1e-7f};
        // Differences of coded values.
        case Op::to_ictcp:
        case Op::chroma:
            return {1e-6f, 2e-6f};
        case Op::to_oklab:
            return {4e-6f, 2e-6f};
        case Op::hue:
            return {0, 4e-5f};  // radians, where chroma is above 0.05
        // Differences of decoded values.
        case Op::from_ictcp:
        case Op::from_oklab:
        case Op::hue_rotate:
            return {2e-5f, 2e-5f};
        case Op::relight:
            return {2e-5f, 1e-9f};
        case Op::skin_likelihood:
            return {1e-5f, 1e-5f};
        case Op::gamut_map:
            return {1e-5f, 2e-6f};
        default:
            return {2e-6f, 1e-30f};
    }
}

// How far the device may lie from the plain version. Its logarithms, powers, quotients and roots
// are approximations of 2^-22 (kernels/cuda/ptx_math.h), and it keeps no denormal numbers.
constexpr Tolerance device_tolerance(Op op) {
    const Tolerance fast = tolerance(op);
    switch (op) {
        case Op::pq_encode:
        case Op::lightness:
            return {2e-6f, 1.9e-4f};  // below 0.00005 cd/m2; 7e-6 elsewhere
        case Op::to_ictcp:  // differences of such codes, taken up to 4.7 times
        case Op::chroma:
            return {2e-6f, 9e-4f};
        // A table, linear between its entries (kernels/cuda/pq_table.h); below 0.1 cd/m2 as the
        // absolute error says.
        case Op::pq_decode:
            return {6e-4f, 2e-5f};
        case Op::from_ictcp:
        case Op::hue_rotate:
            return {2e-3f, 1e-4f};
        case Op::relight:
            return {2e-2f, 1e-4f};
        case Op::hue:
            return {0, 1e-3f};
        case Op::vibrance:  // its amount may be large
            return {1e-4f, 1e-5f};
        case Op::mod:  // of dividends up to 1000
            return {1e-5f, 1e-4f};
        case Op::levels:  // a power of a quotient
            return {1e-3f, 1e-5f};
        case Op::grain:
            return {1e-5f, 1e-4f};
        case Op::gamut_map:  // cube roots and their cubes
            return {4e-5f, 4e-6f};
        default:
            return {fast.relative + 1e-5f, fast.absolute + 1e-6f};
    }
}

// Cores, for values in [0,1]; of a cumulative sum, relative to the length of the line.
constexpr Tolerance tolerance(ScanKind kind) {
    return kind == ScanKind::sum ? Tolerance{1e-7f, 0} : Tolerance{0, 4e-6f};
}

// From unorm16 to unorm16: half a code for the rounding of the result, and what floats leave.
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

// Sums of doubles, relative to the sum of magnitudes.
constexpr Tolerance tolerance(ReductionKind) { return {1e-12f, 1e-12f}; }

// Whole pictures, over instruction sets: no sample is off by more than `codes`, and at most `share`
// of them are off at all. Bodies lie 1e-6 of a coded value apart, so that a number that close to
// the border of two codes becomes either; gamut mapping and detail gain raise that a few times.
struct PictureTolerance {
    double codes;
    double share;
};

constexpr PictureTolerance target_tolerance(int depth) {
    return depth <= 8    ? PictureTolerance{1, 0.001}
           : depth <= 10 ? PictureTolerance{2, 0.02}
                         : PictureTolerance{16, 0.06};
}

}  // namespace tonelift
