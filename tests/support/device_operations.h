// SPDX-License-Identifier: BSD-2-Clause
//
// How far what a device makes of an operation may lie from the plain version.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "kernels/point/evaluate.h"
#include "tests/support/tolerances.h"

namespace tonelift {

using OperationInputs = std::array<float, max_inputs>;
using OperationOutputs = std::array<float, max_outputs>;

// Of numbers as the device takes them: denormal ones are 0.
inline OperationOutputs plain_of(Op op, OperationInputs in) {
    for (float& operand : in) {
        if (std::fpclassify(operand) == FP_SUBNORMAL) operand = std::copysign(0.0f, operand);
    }
    OperationOutputs out{};
    evaluate_operation(op, in.data(), out.data());
    return out;
}

// Hues are places on a circle.
inline double distance_of(Op op, float a, float b, size_t output) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    const double distance = std::abs(double{a} - b);
    const double turn = op == Op::hue ? 6.2831853 : op == Op::to_hsv && output == 0 ? 1 : 0;
    return turn > 0 ? std::min(distance, std::abs(turn - distance)) : distance;
}

// What the results move, all together, when each operand moves by some units in the last place.
inline double moved_by_operands(Op op, const OperationInputs& in) {
    const OperationOutputs expected = plain_of(op, in);
    double moved = 0;
    for (size_t i = 0; i < static_cast<size_t>(operation_info(op).inputs); ++i) {
        OperationInputs other = in;
        other[i] *= 1 + std::ldexp(1.0f, -20);
        const OperationOutputs results = plain_of(op, other);
        for (size_t k = 0; k < static_cast<size_t>(operation_info(op).outputs); ++k) {
            const double step = std::abs(double{results[k]} - expected[k]);
            if (std::isfinite(step)) moved += step;
        }
    }
    return moved;
}

// Where precision has a meaning: hues of what is not gray nor dark, quotients of light that is not
// as coarse as the table of PQ, what is left of a quotient that has digits behind the point, powers
// and amounts that somebody may ask for, ramps that are no jumps.
inline bool is_measurable(Op op, const OperationInputs& in) {
    switch (op) {
        case Op::relight:
            return std::min(in[3], in[4]) >= 0.004f;
        case Op::hue:
            return std::min({in[0], in[1], in[2]}) > 1e-6f && plain_of(Op::chroma, in)[0] > 0.05f;
        case Op::mod:
            return std::abs(in[0]) <= 1000 && std::abs(in[0]) <= 1e6f * std::abs(in[1]) &&
                   (in[0] == 0 || std::abs(in[0]) > 1e-30f * std::abs(in[1]));
        case Op::levels:
            return std::abs(in[3]) > 0.01f;
        case Op::vibrance:
            return std::abs(in[3]) < 100;
        case Op::gamut_map:
            return plain_of(Op::luminance, in)[0] > 0;
        case Op::linearstep:
        case Op::smoothstep:
            return std::abs(in[1] - in[0]) > 1e-20f;
        default:
            return true;
    }
}

// |actual - plain| over what is allowed; above 1: too much.
inline double device_error(Op op, const OperationInputs& in, const OperationOutputs& actual) {
    if (!is_measurable(op, in)) return 0;
    const OperationOutputs expected = plain_of(op, in);
    const auto outputs = static_cast<size_t>(operation_info(op).outputs);
    double size = 0, worst = 0;
    for (size_t k = 0; k < outputs; ++k) size = std::max(size, std::abs(double{expected[k]}));
    const Tolerance budget = device_tolerance(op);
    const double allowed = budget.absolute + budget.relative * size + moved_by_operands(op, in);
    for (size_t k = 0; k < outputs; ++k) {
        // Near the largest float each has limits of its own.
        constexpr float huge = 1e36f;
        if (actual[k] > huge && expected[k] > huge) continue;
        const double error = distance_of(op, actual[k], expected[k], k);
        const double ratio = error == 0 ? 0 : error / std::max(allowed, 1e-30);
        if (!(ratio <= worst)) worst = ratio;
    }
    return worst;
}

// For messages.
inline std::string described(Op op, const OperationInputs& in, const OperationOutputs& actual) {
    const OperationInfo& info = operation_info(op);
    const OperationOutputs expected = plain_of(op, in);
    std::string text = info.name + std::string("(");
    for (int i = 0; i < info.inputs; ++i)
        text += (i > 0 ? ", " : "") + std::to_string(in[static_cast<size_t>(i)]);
    text += ") is";
    for (int k = 0; k < info.outputs; ++k)
        text += " " + std::to_string(actual[static_cast<size_t>(k)]);
    text += ", plain";
    for (int k = 0; k < info.outputs; ++k)
        text += " " + std::to_string(expected[static_cast<size_t>(k)]);
    return text;
}

}  // namespace tonelift
