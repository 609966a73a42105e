// SPDX-License-Identifier: BSD-2-Clause
#include <cmath>
#include <limits>

#include "tests/cuda/interpreter/float_forms.h"
#include "tests/cuda/interpreter/forms.h"

namespace tonelift::interpreter {
namespace {

template <typename T>
T integral(Rounding rounding, T value) {
    switch (rounding) {
        case Rounding::nearest:
            return std::nearbyint(value);
        case Rounding::zero:
            return std::trunc(value);
        case Rounding::down:
            return std::floor(value);
        default:
            return std::ceil(value);
    }
}

template <typename To, typename From>
void convert_integer(Thread& thread, const Instruction& instruction) {
    thread.set<To>(instruction.operands[0],
                   static_cast<To>(thread.get<From>(instruction.operands.at(1))));
}

template <typename To, typename From>
void convert_to_integer(Thread& thread, const Instruction& instruction) {
    using Limits = std::numeric_limits<To>;
    const Form& form = *instruction.form;
    const From value =
        integral(form.rounding, flushed(form, thread.get<From>(instruction.operands.at(1))));
    To result = 0;
    if (value >= std::ldexp(From{1}, Limits::digits)) {
        result = Limits::max();
    } else if (value < static_cast<From>(Limits::min())) {
        result = Limits::min();
    } else if (value == value) {
        result = static_cast<To>(value);
    }
    thread.set<To>(instruction.operands[0], result);
}

template <typename T>
void convert_to_integral(Thread& thread, const Instruction& instruction) {
    const Form& form = *instruction.form;
    const T value = flushed(form, thread.get<T>(instruction.operands.at(1)));
    thread.set<T>(instruction.operands[0], limited(form, integral(form.rounding, value)));
}

template <typename To, typename From>
void convert_float(Thread& thread, const Instruction& instruction) {
    const Form& form = *instruction.form;
    const From value = flushed(form, thread.get<From>(instruction.operands.at(1)));
    thread.set<To>(instruction.operands[0], limited(form, flushed(form, static_cast<To>(value))));
}

struct Direction {
    const char* name;
    Rounding rounding;
};
constexpr Direction to_integers[] = {{"rni", Rounding::nearest},
                                     {"rzi", Rounding::zero},
                                     {"rmi", Rounding::down},
                                     {"rpi", Rounding::up}};

template <typename To, typename From>
void add_to_integer(Forms& forms, const std::string& to, const std::string& from) {
    for (const Direction& direction : to_integers) {
        const std::string name = std::string("cvt.") + direction.name;
        forms[name + "." + to + "." + from] = {convert_to_integer<To, From>, direction.rounding};
        forms[name + ".ftz." + to + "." + from] = {convert_to_integer<To, From>, direction.rounding,
                                                   true};
    }
}

template <typename From>
void add_from_integer(Forms& forms, const std::string& from) {
    add(forms, "cvt.u8." + from, convert_integer<uint8_t, From>);
    add(forms, "cvt.s8." + from, convert_integer<int8_t, From>);
    add(forms, "cvt.u16." + from, convert_integer<uint16_t, From>);
    add(forms, "cvt.s16." + from, convert_integer<int16_t, From>);
    add(forms, "cvt.u32." + from, convert_integer<uint32_t, From>);
    add(forms, "cvt.s32." + from, convert_integer<int32_t, From>);
    add(forms, "cvt.u64." + from, convert_integer<uint64_t, From>);
    add(forms, "cvt.s64." + from, convert_integer<int64_t, From>);
    add(forms, "cvt.rn.f32." + from, convert_integer<float, From>);
    add(forms, "cvt.rn.f64." + from, convert_integer<double, From>);
}

template <typename From>
void add_from_float(Forms& forms, const std::string& from) {
    add_to_integer<uint32_t, From>(forms, "u32", from);
    add_to_integer<int32_t, From>(forms, "s32", from);
    add_to_integer<uint64_t, From>(forms, "u64", from);
    add_to_integer<int64_t, From>(forms, "s64", from);
    for (const Direction& direction : to_integers) {
        const std::string name = std::string("cvt.") + direction.name, types = from + "." + from;
        forms[name + "." + types] = {convert_to_integral<From>, direction.rounding};
        forms[name + ".ftz." + types] = {convert_to_integral<From>, direction.rounding, true};
    }
}

}  // namespace

void add_conversion_forms(Forms& forms) {
    add_from_integer<uint8_t>(forms, "u8");
    add_from_integer<int8_t>(forms, "s8");
    add_from_integer<uint16_t>(forms, "u16");
    add_from_integer<int16_t>(forms, "s16");
    add_from_integer<uint32_t>(forms, "u32");
    add_from_integer<int32_t>(forms, "s32");
    add_from_integer<uint64_t>(forms, "u64");
    add_from_integer<int64_t>(forms, "s64");
    add_from_float<float>(forms, "f32");
    add_from_float<double>(forms, "f64");
    add(forms, "cvt.f64.f32", convert_float<double, float>);
    add(forms, "cvt.rn.f32.f64", convert_float<float, double>);
    forms["cvt.sat.f32.f32"] = {convert_float<float, float>, Rounding::nearest, false, true};
    forms["cvt.ftz.sat.f32.f32"] = {convert_float<float, float>, Rounding::nearest, true, true};
}

}  // namespace tonelift::interpreter
