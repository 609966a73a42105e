// SPDX-License-Identifier: BSD-2-Clause
// Tolerances of operations: how much the result of an implementation may differ from the definition
// (tests/oracle/definitions.h).
#pragma once

#include <limits>

#include "kernels/pass.h"

namespace tonelift {

// Tolerances of an operation's result and of its operands. A tolerance has a relative part in ulps
// and an absolute part.
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
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::divide:
        case Op::sqrt:
        case Op::fract:
            return {.ulps = 0.51f};
        case Op::cbrt:
            return {.ulps = 16};
        case Op::bt1886_decode:
        case Op::srgb_decode:
            return {.ulps = 24, .absolute = 1e-12f};
        case Op::pq_encode:
        case Op::hlg_encode:
        case Op::srgb_encode:
        case Op::bt1886_encode:
        case Op::luma:
            return {.ulps = 2, .absolute = 1.5e-7f};
        case Op::lightness:
            return {.ulps = 2, .absolute = 1.5e-7f, .operand_ulps = 1};
        case Op::pq_decode:
            return {.ulps = 16, .absolute = 6e-8f, .operand_ulps = 8};
        case Op::hlg_decode:  // rounding the largest exponent of e costs 2.4 ulps
            return {.ulps = 3, .absolute = 1e-30f, .operand_ulps = 4};
        case Op::relight:
            return {.ulps = 4, .absolute = 1.5e-7f, .operand_ulps = 16, .codes = 0.25f};
        case Op::to_ictcp:
        case Op::chroma:
        case Op::hue:
            return {.ulps = 2, .absolute = 3e-6f, .operand_ulps = 4};
        case Op::to_oklab:
            return {.ulps = 16, .absolute = 1e-7f, .operand_ulps = 4};
        case Op::from_ictcp:
        case Op::hue_rotate:
            return {.ulps = 200, .absolute = 1e-6f, .operand_ulps = 16};
        case Op::skin_likelihood:
            return {.ulps = 2, .absolute = 1e-6f, .operand_ulps = 4};
        case Op::gamut_map:
        case Op::colorful_cones:
            return {.ulps = 128, .absolute = 2e-6f, .operand_ulps = 4};
        case Op::white_balance:
            return {.ulps = 32, .operand_ulps = 4};
        case Op::vibrance:
        case Op::levels:
            return {.ulps = 8, .absolute = 1e-30f, .operand_ulps = 8};
        case Op::grain:
            return {.ulps = 1, .absolute = 1e-6f};
        default:
            return {.ulps = 2, .absolute = 1e-30f, .operand_ulps = 4};
    }
}

// Returns the tolerance on a GPU. For operations that GPUs compute less exactly than the CPU, it is
// wider than the tolerance on the CPU.
constexpr Budget device_budget(Op op) {
    Budget wider = budget(op);
    if (is_exact(op)) return wider;
    switch (op) {
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::multiply_add:
        case Op::dot3:
        case Op::mix:
        case Op::fract:
            return wider;
        case Op::divide:
        case Op::mod:
        case Op::atan:
        case Op::atan2:
        case Op::to_hsv:
            wider.limit = 0x1p126f;
            break;
        case Op::pow:
            wider.limit = 0x1p40f;
            wider.operand_ulps = 32;
            break;
        case Op::cbrt:
        case Op::srgb_decode:
        case Op::bt1886_decode:
        case Op::gamut_map:
        case Op::colorful_cones:
            wider.ulps *= 2;
            break;
        case Op::pq_encode:
        case Op::lightness:
        case Op::to_ictcp:
        case Op::chroma:
        case Op::hue:
            wider.operand_absolute = 4e-7f;
            wider.absolute += 1e-5f;
            wider.beyond = 1e-6f;
            return wider;
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
