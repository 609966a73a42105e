// SPDX-License-Identifier: BSD-2-Clause
// PTX instructions with approximate results. The interpreter adds the largest error that NVIDIA's
// PTX document allows.
#include <cmath>
#include <limits>

#include "tests/cuda/interpreter/float_forms.h"
#include "tests/cuda/interpreter/forms.h"

namespace tonelift::interpreter {
namespace {

double direction(Error error, float argument) {
    // Hashes the bits of the argument, so that errors of neighboring arguments have different
    // signs.
    const uint32_t mixed = std::bit_cast<uint32_t>(argument) * 0x9e3779b1u;
    switch (error) {
        case Error::none:
            return 0;
        case Error::down:
            return -1;
        case Error::up:
            return 1;
        default:
            return static_cast<double>(mixed >> 8) / (1 << 23) - 1;
    }
}

template <auto exact, auto most>
void approximate(Thread& thread, const Instruction& instruction) {
    const Form& form = *instruction.form;
    const float x = flushed(form, thread.get<float>(instruction.operands.at(1)));
    const double result = exact(static_cast<double>(x));
    const double off = std::isfinite(result) && result != 0
                           ? direction(thread.block().launch().error, x) * most(result, x)
                           : 0;
    thread.set<float>(instruction.operands[0], flushed(form, static_cast<float>(result + off)));
}

// A quotient has an error of at most 2 ulp.
void full_quotient(Thread& thread, const Instruction& instruction) {
    const auto operand = [&](size_t i) { return thread.get<float>(instruction.operands.at(i)); };
    const float above = operand(1), below = operand(2);
    const double result = static_cast<double>(above) / static_cast<double>(below);
    const double off = std::isfinite(result)
                           ? direction(thread.block().launch().error, above + below) *
                                 std::ldexp(std::abs(result), -22)
                           : 0;
    thread.set<float>(instruction.operands[0], static_cast<float>(result + off));
}

constexpr auto exp2_of = [](double x) { return std::exp2(x); };
constexpr auto log2_of = [](double x) {
    return x < 0 ? std::numeric_limits<double>::quiet_NaN() : std::log2(x);
};
constexpr auto reciprocal = [](double x) { return 1 / x; };
constexpr auto root = [](double x) { return std::sqrt(x); };
constexpr auto reciprocal_root = [](double x) { return 1 / std::sqrt(x); };

constexpr auto of_exp2 = [](double result, double) { return std::ldexp(std::abs(result), -22); };
constexpr auto of_log2 = [](double result, double x) {
    return std::ldexp(x > 0.5 && x < 2 ? 1.0 : std::abs(result), -22);
};
constexpr auto of_quotient = [](double result, double) {
    return std::ldexp(std::abs(result), -23);
};
constexpr auto of_reciprocal_root = [](double result, double) {
    return std::exp2(-22.9) * std::abs(result);
};

void add_both(Forms& forms, const std::string& name, Handler run) {
    add(forms, name + ".approx.f32", run);
    forms[name + ".approx.ftz.f32"] = {run, Rounding::nearest, true};
}

}  // namespace

void add_approximate_forms(Forms& forms) {
    add_both(forms, "ex2", approximate<exp2_of, of_exp2>);
    add_both(forms, "lg2", approximate<log2_of, of_log2>);
    add(forms, "div.full.f32", full_quotient);
    add_both(forms, "rcp", approximate<reciprocal, of_quotient>);
    add_both(forms, "sqrt", approximate<root, of_quotient>);
    add_both(forms, "rsqrt", approximate<reciprocal_root, of_reciprocal_root>);
}

}  // namespace tonelift::interpreter
