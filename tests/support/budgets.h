// SPDX-License-Identifier: BSD-2-Clause
//
// The tolerances of all operations. Every version of an operation may differ by them from its
// definition (tests/oracle/definitions.h). One table contains all of them, so the total tolerance
// is known.
#pragma once

#include <limits>

#include "kernels/pass.h"

namespace tonelift {

// The tolerance of a result. It is the sum of three parts: `ulps` units in the last place,
// `absolute`, and the effect of small changes of the operands. Units are those of the result; for a
// color, those of its largest component. Each operand is changed by operand_ulps units and by
// operand_absolute. A result also passes if it differs by at most `codes` 10-bit PQ codes, which is
// how a picture shows light. `beyond` is the relative amount by which results may exceed their
// range. The definition must hold for operands up to `limit`; beyond it, results only have to be in
// their range.
struct Budget {
    float ulps = 0;
    float absolute = 0;
    float operand_ulps = 0;
    float operand_absolute = 0;
    float codes = 0;
    float beyond = 0;
    float limit = std::numeric_limits<float>::infinity();
};

constexpr bool is_exact(Op op) {
    switch (op) {
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
        case Op::max_rgb:
        case Op::min_rgb:
            return true;
        default:
            return false;
    }
}

constexpr Budget budget(Op op) {
    if (is_exact(op)) return {};
    switch (op) {
        // One rounding as in IEEE 754; a second rounding is possible.
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::divide:
        case Op::sqrt:
        case Op::fract:
            return {.ulps = 0.51f};
        // The exponents 1/3 and 2.4 are rounded to floats. So the error grows with the logarithm of
        // the base: 16 units at 1e30, 24 at 1e-12 or 1e12.
        case Op::cbrt:
            return {.ulps = 16};
        case Op::bt1886_decode:
        case Op::srgb_decode:
            return {.ulps = 24, .absolute = 1e-12f};
        // The results are codes in [0,1]. The tolerance is 1/100 of a 16-bit code.
        case Op::pq_encode:
        case Op::hlg_encode:
        case Op::srgb_encode:
        case Op::bt1886_encode:
        case Op::luma:
            return {.ulps = 2, .absolute = 1.5e-7f};
        case Op::lightness:
            return {.ulps = 2, .absolute = 1.5e-7f, .operand_ulps = 1};
        // The result is light. The tolerance is 1e-6 of the code, and 1e-5 cd/m2 in the dark.
        case Op::pq_decode:
            return {.ulps = 16, .absolute = 6e-8f, .operand_ulps = 8};
        // The result depends on a quotient of two luminances, so it is compared in codes of a
        // picture.
        case Op::relight:
            return {.ulps = 4, .absolute = 1.5e-7f, .operand_ulps = 16, .codes = 0.25f};
        // The system gamma and its power are rounded to floats.
        case Op::hlg_ootf:
        case Op::hlg_inverse_ootf:
            return {.ulps = 32, .absolute = 1e-9f, .operand_ulps = 1};
        // The results are differences of codes, multiplied by up to 4.4.
        case Op::to_ictcp:
        case Op::chroma:
        case Op::hue:
            return {.ulps = 2, .absolute = 3e-6f, .operand_ulps = 4};
        case Op::to_oklab:
            return {.ulps = 16, .absolute = 1e-7f, .operand_ulps = 4};
        // The results are differences of light, so errors of large numbers remain in small results.
        case Op::from_ictcp:
        case Op::hue_rotate:
            return {.ulps = 200, .absolute = 1e-6f, .operand_ulps = 16};
        case Op::skin_likelihood:
            return {.ulps = 2, .absolute = 1e-6f, .operand_ulps = 4};
        // The tolerance is 1/16 of a 10-bit code.
        case Op::gamut_map:
        case Op::colorful_cones:
            return {.ulps = 128, .absolute = 2e-6f, .operand_ulps = 4};
        // The gains come from matrices with positive and negative entries, whose errors remain in
        // small sums.
        case Op::white_balance:
            return {.ulps = 32, .operand_ulps = 4};
        case Op::vibrance:
        case Op::levels:
            return {.ulps = 8, .absolute = 1e-30f, .operand_ulps = 8};
        case Op::grain:
            return {.ulps = 1, .absolute = 1e-6f};
        // Operands and results are rounded several times.
        default:
            return {.ulps = 2, .absolute = 1e-30f, .operand_ulps = 4};
    }
}

// Returns the tolerance on a device (kernels/cuda/emit/ptx_math.h). Quotients, roots, logarithms
// and powers have errors of 2^-22 there, and numbers below 2^-126 become 0.
constexpr Budget device_budget(Op op) {
    Budget wider = budget(op);
    if (is_exact(op)) return wider;
    switch (op) {
        // These are as precise as on the CPU.
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::multiply_add:
        case Op::dot3:
        case Op::mix:
        case Op::fract:
            return wider;
        // Divisors must not be larger, because their reciprocal would become 0.
        case Op::divide:
        case Op::mod:
        case Op::atan:
        case Op::atan2:
        case Op::to_hsv:
            wider.limit = 0x1p126f;
            break;
        // Powers are computed from a logarithm with an error of 2^-22.
        case Op::pow:
            wider.limit = 0x1p40f;
            wider.operand_ulps = 32;
            break;
        // These operations compute powers, whose errors grow with the operands, or cubes of roots.
        case Op::cbrt:
        case Op::srgb_decode:
        case Op::bt1886_decode:
        case Op::gamut_map:
        case Op::colorful_cones:
            wider.ulps *= 2;
            break;
        // The device replaces the curve below 0.00004 cd/m2 by a straight line to 0.
        case Op::pq_encode:
        case Op::lightness:
        case Op::to_ictcp:
        case Op::chroma:
        case Op::hue:
            wider.operand_absolute = 4e-7f;
            wider.absolute += 1e-5f;
            wider.beyond = 1e-6f;
            return wider;
        // The device reads a table with linear interpolation (kernels/cuda/emit/pq_table.h).
        case Op::pq_decode:
        case Op::relight:
        case Op::from_ictcp:
        case Op::hue_rotate:
            wider.codes = 0.33f;
            break;
        default:
            break;
    }
    wider.beyond = 1e-6f;
    wider.ulps = 2 * wider.ulps + 16;
    wider.absolute += 1e-6f;
    wider.operand_ulps += 4;
    return wider;
}

}  // namespace tonelift
