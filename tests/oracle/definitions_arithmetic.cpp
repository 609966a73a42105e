// SPDX-License-Identifier: BSD-2-Clause
// Defines the arithmetic operations, from docs/reference/language.md ("Numbers" and the table
// "arithmetic").
#include <algorithm>
#include <cmath>

#include "tests/oracle/definitions.h"

namespace tonelift::reference {
namespace {

constexpr double pi = 3.14159265358979323846;

double divided(double a, double b) { return b == 0 ? 0 : a / b; }
double limited(double x, double low, double high) {
    return std::isnan(x) ? low : std::min(std::max(x, low), high);
}
double normal(double x) { return std::max(x, smallest_normal); }
double ramp(double edge0, double edge1, double x) {
    if (edge0 == edge1) return x >= edge0 ? 1 : 0;
    return limited((x - edge0) / (edge1 - edge0), 0, 1);
}
double power(double a, double b) {
    if (b == 0) return 1;
    return a < smallest_normal ? 0 : std::pow(a, b);
}
double angle(double y, double x) {
    return x == 0 && y == 0 ? std::copysign(0.0, y) : std::atan2(y, x);
}
// Returns the remainder with the sign of `b`. Uses fmod(), whose result is exact, because a
// quotient a / b would be rounded.
double modulo(double a, double b) {
    if (b == 0) return 0;
    const double rest = std::fmod(a, b);
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
double magnitude_of_divisor(const double* in) { return std::fabs(in[1]); }
bool has_rest(const double* in) { return std::fabs(in[0]) <= 0x1p22 * std::fabs(in[1]); }

// Limit of the factors in tests, because the product of larger factors could be infinite.
constexpr double of_products = 0x1p60;
// Limit of the angles in tests, in radians, because neighboring floats are too far apart for larger
// angles.
constexpr double largest_angle = 4096 * pi;

template <double (*function)(double)>
void one(const double* in, double* out) {
    out[0] = function(in[0]);
}

constexpr Definition definitions[] = {
    {.op = Op::add,
     .of = [](const double* in, double* out) { out[0] = in[0] + in[1]; },
     .limit = infinite},
    {.op = Op::subtract,
     .of = [](const double* in, double* out) { out[0] = in[0] - in[1]; },
     .limit = infinite},
    {.op = Op::multiply,
     .of = [](const double* in, double* out) { out[0] = in[0] * in[1]; },
     .limit = infinite},
    {.op = Op::divide,
     .of = [](const double* in, double* out) { out[0] = divided(in[0], in[1]); },
     .limit = infinite},
    {.op = Op::multiply_add,
     .of = [](const double* in, double* out) { out[0] = in[0] * in[1] + in[2]; },
     .limit = of_products},
    {.op = Op::dot3,
     .of = [](const double* in,
              double* out) { out[0] = in[0] * in[3] + in[1] * in[4] + in[2] * in[5] + in[6]; },
     .limit = of_products},
    {.op = Op::negate,
     .of = [](const double* in, double* out) { out[0] = -in[0]; },
     .limit = infinite},
    {.op = Op::abs,
     .of = [](const double* in, double* out) { out[0] = std::fabs(in[0]); },
     .limit = infinite,
     .range = positive},
    {.op = Op::sign,
     .of = [](const double* in, double* out) { out[0] = (in[0] > 0) - (in[0] < 0); },
     .limit = infinite,
     .range = {-1, 1, true},
     .takes_nan = true},
    {.op = Op::min,
     .of = [](const double* in, double* out) { out[0] = std::min(in[0], in[1]); },
     .limit = infinite},
    {.op = Op::max,
     .of = [](const double* in, double* out) { out[0] = std::max(in[0], in[1]); },
     .limit = infinite},
    {.op = Op::clamp,
     .of = [](const double* in, double* out) { out[0] = std::min(std::max(in[0], in[1]), in[2]); },
     .limit = infinite},
    {.op = Op::saturate,
     .of = [](const double* in, double* out) { out[0] = limited(in[0], 0, 1); },
     .limit = infinite,
     .range = unit,
     .takes_nan = true},
    {.op = Op::mix,
     .of = [](const double* in, double* out) { out[0] = in[0] + (in[1] - in[0]) * in[2]; },
     .limit = of_products},
    {.op = Op::step,
     .of = [](const double* in, double* out) { out[0] = in[1] >= in[0] ? 1 : 0; },
     .limit = infinite,
     .range = unit,
     .takes_nan = true},
    {.op = Op::smoothstep,
     .of =
         [](const double* in, double* out) {
             const double t = ramp(in[0], in[1], in[2]);
             out[0] = t * t * (3 - 2 * t);
         },
     .limit = of_products,
     .range = unit},
    {.op = Op::linearstep,
     .of = [](const double* in, double* out) { out[0] = ramp(in[0], in[1], in[2]); },
     .limit = of_products,
     .range = unit},
    {.op = Op::floor, .of = one<std::floor>, .limit = infinite},
    {.op = Op::ceil, .of = one<std::ceil>, .limit = infinite},
    {.op = Op::round, .of = one<std::nearbyint>, .limit = infinite},
    {.op = Op::trunc, .of = one<std::trunc>, .limit = infinite},
    {.op = Op::fract,
     .of = [](const double* in, double* out) { out[0] = in[0] - std::floor(in[0]); },
     .range = {0, 0x1.fffffep-1, true},
     .period = [](const double*) { return 1.0; }},
    {.op = Op::mod,
     .of = [](const double* in, double* out) { out[0] = modulo(in[0], in[1]); },
     .where = has_rest,
     .period = magnitude_of_divisor},
    {.op = Op::sqrt,
     .of = [](const double* in, double* out) { out[0] = std::sqrt(std::max(in[0], 0.0)); },
     .limit = infinite,
     .range = positive},
    {.op = Op::rsqrt,
     .of = [](const double* in, double* out) { out[0] = in[0] > 0 ? 1 / std::sqrt(in[0]) : 0; },
     .limit = infinite,
     .range = positive},
    {.op = Op::cbrt, .of = one<std::cbrt>},
    {.op = Op::exp, .of = one<std::exp>, .range = positive},
    {.op = Op::exp2, .of = one<std::exp2>, .range = positive},
    {.op = Op::log, .of = [](const double* in, double* out) { out[0] = std::log(normal(in[0])); }},
    {.op = Op::log2,
     .of = [](const double* in, double* out) { out[0] = std::log2(normal(in[0])); }},
    {.op = Op::log10,
     .of = [](const double* in, double* out) { out[0] = std::log10(normal(in[0])); }},
    {.op = Op::pow,
     .of = [](const double* in, double* out) { out[0] = power(in[0], in[1]); },
     .range = positive},
    {.op = Op::sin, .of = one<std::sin>, .limit = largest_angle, .range = {-1, 1}},
    {.op = Op::cos, .of = one<std::cos>, .limit = largest_angle, .range = {-1, 1}},
    {.op = Op::tan, .of = one<std::tan>, .limit = largest_angle},
    {.op = Op::asin,
     .of = [](const double* in, double* out) { out[0] = std::asin(limited(in[0], -1, 1)); },
     .range = {-0.5 * pi, 0.5 * pi}},
    {.op = Op::acos,
     .of = [](const double* in, double* out) { out[0] = std::acos(limited(in[0], -1, 1)); },
     .range = {0, pi}},
    {.op = Op::atan, .of = one<std::atan>, .range = {-0.5 * pi, 0.5 * pi}},
    {.op = Op::atan2,
     .of = [](const double* in, double* out) { out[0] = angle(in[0], in[1]); },
     .range = {-pi, pi}},
    {.op = Op::tanh, .of = one<std::tanh>, .range = {-1, 1}},
    {.op = Op::hypot,
     .of = [](const double* in, double* out) { out[0] = std::hypot(in[0], in[1]); },
     .range = positive},
    {.op = Op::select,
     .of = [](const double* in, double* out) { out[0] = in[0] > 0 ? in[1] : in[2]; },
     .limit = infinite,
     .takes_nan = true},
    {.op = Op::less,
     .of = [](const double* in, double* out) { out[0] = in[0] < in[1] ? 1 : 0; },
     .limit = infinite,
     .range = unit,
     .takes_nan = true},
    {.op = Op::less_equal,
     .of = [](const double* in, double* out) { out[0] = in[0] <= in[1] ? 1 : 0; },
     .limit = infinite,
     .range = unit,
     .takes_nan = true},
    {.op = Op::equal,
     .of = [](const double* in, double* out) { out[0] = in[0] == in[1] ? 1 : 0; },
     .limit = infinite,
     .range = unit,
     .takes_nan = true},
    {.op = Op::sanitize,
     .of = [](const double* in,
              double* out) { out[0] = std::isnan(in[0]) ? 0 : limited(in[0], -65504, 65504); },
     .limit = infinite,
     .range = {-65504, 65504, true},
     .takes_nan = true},
};

}  // namespace

std::span<const Definition> arithmetic_definitions() { return definitions; }

}  // namespace tonelift::reference
