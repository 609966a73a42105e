// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/cuda/interpreter/forms.h"

namespace tonelift::interpreter {
namespace {

float float_of(uint16_t half) {
    using Limits = std::numeric_limits<float>;
    const int exponent = half >> 10 & 31, mantissa = half & 1023;
    const float sign = (half & 0x8000) != 0 ? -1.0f : 1.0f;
    if (exponent == 31) return sign * (mantissa == 0 ? Limits::infinity() : Limits::quiet_NaN());
    const int units = mantissa + (exponent > 0 ? 1024 : 0);
    return sign * std::ldexp(static_cast<float>(units), std::max(exponent, 1) - 25);
}

uint16_t half_of(float value) {
    const int sign = std::signbit(value) ? 0x8000 : 0;
    const float size = std::abs(value);
    if (std::isnan(value)) return 0x7fff;
    if (size >= 65520.0f) return static_cast<uint16_t>(sign | 0x7c00);
    const int exponent = size == 0 ? -14 : std::max(std::ilogb(size), -14);
    const int units = static_cast<int>(std::nearbyint(std::ldexp(size, 10 - exponent)));
    return static_cast<uint16_t>(sign | (((exponent + 15) << 10) + units - 1024));
}

void convert_half(Thread& thread, const Instruction& instruction) {
    thread.set<float>(instruction.operands[0],
                      float_of(thread.get<uint16_t>(instruction.operands.at(1))));
}

template <auto f>
void pairwise(Thread& thread, const Instruction& instruction) {
    const auto a = thread.get<uint32_t>(instruction.operands.at(1));
    const auto b = thread.get<uint32_t>(instruction.operands.at(2));
    uint32_t result = 0;
    for (const int shift : {0, 16}) {
        const float one = float_of(static_cast<uint16_t>(a >> shift));
        const float other = float_of(static_cast<uint16_t>(b >> shift));
        result |= uint32_t{half_of(f(one, other))} << shift;
    }
    thread.set<uint32_t>(instruction.operands[0], result);
}

constexpr auto sum = [](float a, float b) { return a + b; };
constexpr auto at_most = [](float a, float b) { return a <= b ? 1.0f : 0.0f; };

}  // namespace

void add_half_forms(Forms& forms) {
    add(forms, "cvt.f32.f16", convert_half);
    add(forms, "add.f16x2", pairwise<sum>);
    add(forms, "set.le.f16x2.f16x2", pairwise<at_most>);
}

}  // namespace tonelift::interpreter
