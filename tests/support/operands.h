// SPDX-License-Identifier: BSD-2-Clause
// Makes operands for tests of operations: ordinary, large and small numbers, breakpoints of
// formulas, NaN and infinities.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <limits>
#include <random>
#include <string>

#include "kernels/evaluate.h"
#include "kernels/pass.h"

namespace tonelift {

enum class Data { unit, around_zero, wide, light, any_bits, hostile, no_numbers };
constexpr Data kinds_of_data[] = {Data::unit,     Data::around_zero, Data::wide,      Data::light,
                                  Data::any_bits, Data::hostile,     Data::no_numbers};

using Operands = std::array<float, max_inputs>;

inline float draw_hostile(std::mt19937& random) {
    using Limits = std::numeric_limits<float>;
    static const float numbers[] = {
        0.0f, -0.0f, 1.0f, -1.0f, 0.5f, -0.5f, 2.0f, 3.0f, -7.0f, 255.5f, 4096.0f, 65504.0f,
        -65504.0f, 1e-7f, -1e-7f, 1e-30f, 1e9f, -1e9f, 1e30f, -1e30f,
        // The next numbers are limits of float, denormal numbers and very large numbers.
        Limits::max(), -Limits::max(), Limits::min(), -Limits::min(), 1e-40f, -1e-40f,
        Limits::denorm_min(), 16777216.0f, 8388607.5f, 1e19f, -1e20f,
        // The next numbers are near the breakpoints of piecewise formulas or at range limits.
        0.0031308f, 0.04045f, 0.08333334f, 0.083333336f, 0.6f, 0.625f, 0.99999994f, 1.0000001f,
        3.1415927f, 1.5707964f, -1.5707964f, 6.2831855f, 87.3f, 88.4f, 88.8f, -87.4f, 126.5f,
        127.5f, 128.0f, -126.0f, -126.5f, -150.0f, 49.261086f};
    return numbers[random() % std::size(numbers)];
}

inline float draw(std::mt19937& random, Data data) {
    using Limits = std::numeric_limits<float>;
    const float unit = std::uniform_real_distribution<float>(0, 1)(random);
    switch (data) {
        case Data::unit:
            return unit;
        case Data::around_zero:
            return 8 * unit - 4;
        case Data::wide:
            return (random() & 1 ? 1.0f : -1.0f) * std::exp2(60 * unit - 36);
        case Data::light:
            return random() % 16 == 0 ? 0.0f : std::exp2(25.6f * unit - 20);
        case Data::any_bits:
            return std::bit_cast<float>(static_cast<uint32_t>(random()));
        case Data::hostile:
            return draw_hostile(random);
        case Data::no_numbers:
            break;
    }
    if (random() % 2 == 0) return 4 * unit - 2;
    static const float none[] = {Limits::quiet_NaN(), -Limits::quiet_NaN(), Limits::infinity(),
                                 -Limits::infinity()};
    return random() % 4 == 0 ? draw_hostile(random) : none[random() % std::size(none)];
}

inline float folded(float x, float most) { return std::fabs(x) > most ? std::fmod(x, most) : x; }

inline void confine(Op op, Operands& in, std::mt19937& random) {
    std::uniform_real_distribution<float> unit(0, 1);
    if (op == Op::relight && in[3] > 1e-6f && in[3] < 0.01f) {
        float light = 0;
        evaluate_operation(Op::pq_decode, &in[3], &light);
        for (size_t i = 0; i < 3; ++i) in[i] = 0.99f * folded(in[i], 1) * light;
        in[4] = std::min(in[4], in[3]);
    }
    if (op == Op::vibrance || op == Op::saturation || op == Op::colorful_cones)
        in[3] = folded(in[3], 4);
    if (op == Op::white_balance) in[3] = folded(in[3], 1), in[4] = folded(in[4], 1);
    if (op == Op::levels) {
        for (size_t i = 0; i < 3; ++i) in[i] = std::nearbyint(in[i] * 4096) / 4096;
        if (std::fabs(in[3]) < 0.05f) in[3] = random() % 4 == 0 ? 0.0f : 2.2f;
    }
    if (op == Op::grain) {
        for (size_t i = 0; i < 2; ++i) in[i] = std::floor(16384 * unit(random)) + 0.5f;
        in[2] = std::floor(8388608 * unit(random));
        in[3] = folded(in[3], 1);
    }
}

inline Operands draw_operands(Op op, Data data, std::mt19937& random) {
    Operands in{};
    for (int i = 0; i < operation_info(op).inputs; ++i)
        in[static_cast<size_t>(i)] = draw(random, data);
    if (data == Data::light) {
        if (random() % 8 == 0) in[1] = in[2] = in[0];
        if (random() % 4 == 0) in[random() % 3] *= -0.1f;
        if (op == Op::relight) in[3] = static_cast<float>(random() % 1025) / 1024;
        if (op == Op::relight) in[4] = static_cast<float>(random() % 1025) / 1024;
    }
    confine(op, in, random);
    return in;
}

inline std::string operands_text(Op op, const Operands& in) {
    std::string text;
    for (int i = 0; i < operation_info(op).inputs; ++i) {
        char number[32];
        std::snprintf(number, sizeof number, "%s%.9g", i > 0 ? ", " : "",
                      double{in[static_cast<size_t>(i)]});
        text += number;
    }
    return "(" + text + ")";
}

template <typename F>
void for_each_operation(F f) {
    for (int i = 0; i < static_cast<int>(Op::count_); ++i) {
        const Op op = static_cast<Op>(i);
        if (!operation_info(op).access) f(op);
    }
}

}  // namespace tonelift
