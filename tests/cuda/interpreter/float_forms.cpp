// SPDX-License-Identifier: BSD-2-Clause
#include "tests/cuda/interpreter/float_forms.h"

#include <cfenv>

#include "tests/cuda/interpreter/forms.h"

namespace tonelift::interpreter {
namespace {

constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

// Computes f() in the selected rounding mode. The variables are volatile, because the compiler must
// not move the computation to a place with another rounding mode.
template <auto f, typename T, typename... Ts>
T rounded(Rounding rounding, Ts... values) {
    std::fesetround(modes[static_cast<size_t>(rounding)]);
    volatile T in[] = {values...};
    volatile T result = [&]<size_t... I>(std::index_sequence<I...>) { return f(T{in[I]}...); }
    (std::index_sequence_for<Ts...>());
    std::fesetround(FE_TONEAREST);
    return result;
}

template <typename T, auto f, size_t... I>
void arithmetic_of(Thread& thread, const Instruction& instruction, std::index_sequence<I...>) {
    const Form& form = *instruction.form;
    const T in[] = {flushed(form, thread.get<T>(instruction.operands.at(I + 1)))...};
    const T result =
        form.rounding == Rounding::nearest ? f(in[I]...) : rounded<f, T>(form.rounding, in[I]...);
    thread.set<T>(instruction.operands[0], limited(form, flushed(form, result)));
}
template <typename T, int inputs, auto f>
void arithmetic(Thread& thread, const Instruction& instruction) {
    arithmetic_of<T, f>(thread, instruction, std::make_index_sequence<inputs>());
}

template <typename T>
constexpr auto sum = [](T a, T b) { return a + b; };
template <typename T>
constexpr auto difference = [](T a, T b) { return a - b; };
template <typename T>
constexpr auto product = [](T a, T b) { return a * b; };
template <typename T>
constexpr auto quotient = [](T a, T b) { return a / b; };
template <typename T>
constexpr auto product_sum = [](T a, T b, T c) { return std::fma(a, b, c); };
template <typename T>
constexpr auto reciprocal = [](T a) { return 1 / a; };
template <typename T>
constexpr auto root = [](T a) { return std::sqrt(a); };

template <typename T>
constexpr auto least = [](T a, T b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? b : a;
    return a < b || (a == b && std::signbit(a)) ? a : b;
};
template <typename T>
constexpr auto most = [](T a, T b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? b : a;
    return a > b || (a == b && !std::signbit(a)) ? a : b;
};
template <typename T>
constexpr auto negative = [](T a) { return -a; };
template <typename T>
constexpr auto magnitude = [](T a) { return std::abs(a); };
template <typename T>
constexpr auto with_sign = [](T sign, T of) { return std::copysign(of, sign); };

struct Direction {
    const char* name;
    Rounding rounding;
};
constexpr Direction directions[] = {{".rn", Rounding::nearest},
                                    {".rz", Rounding::zero},
                                    {".rm", Rounding::down},
                                    {".rp", Rounding::up}};

template <typename T>
void add_with(Forms& forms, const std::string& name, Rounding rounding, Handler run) {
    constexpr bool is_float = std::is_same_v<T, float>;
    for (const bool ftz : {false, true}) {
        for (const bool sat : {false, true}) {
            if (!is_float && (ftz || sat)) continue;
            Form form;
            form.run = run;
            form.rounding = rounding;
            form.ftz = ftz;
            form.sat = sat;
            forms[name + (ftz ? ".ftz" : "") + (sat ? ".sat" : "") + (is_float ? ".f32" : ".f64")] =
                form;
        }
    }
}

template <typename T>
void add_rounded(Forms& forms, const std::string& name, Handler run, bool also_plain) {
    if (also_plain) add_with<T>(forms, name, Rounding::nearest, run);
    for (const Direction& direction : directions)
        add_with<T>(forms, name + direction.name, direction.rounding, run);
}

template <typename T>
void select(Thread& thread, const Instruction& instruction) {
    const auto& in = instruction.operands;
    thread.set<T>(in[0], thread.get<T>(in[thread.get<bool>(in.at(3)) ? 1 : 2]));
}

template <typename T, auto f>
void compare(Thread& thread, const Instruction& instruction) {
    const Form& form = *instruction.form;
    const T a = flushed(form, thread.get<T>(instruction.operands.at(1)));
    const T b = flushed(form, thread.get<T>(instruction.operands.at(2)));
    thread.set<bool>(instruction.operands[0], f(a, b));
}

template <typename T, auto f>
void add_comparison(Forms& forms, const std::string& name) {
    constexpr bool is_float = std::is_same_v<T, float>;
    const char* type = is_float ? ".f32" : ".f64";
    add(forms, "setp." + name + type, compare<T, f>);
    if (!is_float) return;
    forms["setp." + name + ".ftz" + type] = {compare<T, f>, Rounding::nearest, true};
}

template <typename T>
void add_comparisons(Forms& forms) {
    add_comparison<T, ([](T a, T b) { return a == b; })>(forms, "eq");
    add_comparison<T, ([](T a, T b) { return a < b || a > b; })>(forms, "ne");
    add_comparison<T, ([](T a, T b) { return a < b; })>(forms, "lt");
    add_comparison<T, ([](T a, T b) { return a <= b; })>(forms, "le");
    add_comparison<T, ([](T a, T b) { return a > b; })>(forms, "gt");
    add_comparison<T, ([](T a, T b) { return a >= b; })>(forms, "ge");
    add_comparison<T, ([](T a, T b) { return !(a < b || a > b); })>(forms, "equ");
    add_comparison<T, ([](T a, T b) { return a != b; })>(forms, "neu");
    add_comparison<T, ([](T a, T b) { return !(a >= b); })>(forms, "ltu");
    add_comparison<T, ([](T a, T b) { return !(a > b); })>(forms, "leu");
    add_comparison<T, ([](T a, T b) { return !(a <= b); })>(forms, "gtu");
    add_comparison<T, ([](T a, T b) { return !(a < b); })>(forms, "geu");
    add_comparison<T, ([](T a, T b) { return a == a && b == b; })>(forms, "num");
    add_comparison<T, ([](T a, T b) { return a != a || b != b; })>(forms, "nan");
}

template <typename T>
void add_all(Forms& forms, const std::string& type) {
    add_rounded<T>(forms, "add", arithmetic<T, 2, sum<T>>, true);
    add_rounded<T>(forms, "sub", arithmetic<T, 2, difference<T>>, true);
    add_rounded<T>(forms, "mul", arithmetic<T, 2, product<T>>, true);
    add_rounded<T>(forms, "fma", arithmetic<T, 3, product_sum<T>>, false);
    add_rounded<T>(forms, "div", arithmetic<T, 2, quotient<T>>, false);
    add_rounded<T>(forms, "rcp", arithmetic<T, 1, reciprocal<T>>, false);
    add_rounded<T>(forms, "sqrt", arithmetic<T, 1, root<T>>, false);
    add_with<T>(forms, "min", Rounding::nearest, arithmetic<T, 2, least<T>>);
    add_with<T>(forms, "max", Rounding::nearest, arithmetic<T, 2, most<T>>);
    add_with<T>(forms, "neg", Rounding::nearest, arithmetic<T, 1, negative<T>>);
    add_with<T>(forms, "abs", Rounding::nearest, arithmetic<T, 1, magnitude<T>>);
    add_comparisons<T>(forms);
    add(forms, "copysign." + type, arithmetic<T, 2, with_sign<T>>);
    add(forms, "mov." + type, computed<T, T, 1, [](T a) { return a; }>);
    add(forms, "selp." + type, select<T>);
}

}  // namespace

void add_float_forms(Forms& forms) {
    add_all<float>(forms, "f32");
    add_all<double>(forms, "f64");
}

}  // namespace tonelift::interpreter
