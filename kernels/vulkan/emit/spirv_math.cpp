// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/emit/spirv_math.h"

#include <limits>
#include <span>

#include "kernels/vulkan/emit/lane_loop.h"

namespace tonelift::spirv {
namespace {

thread_local SpirvWriter* current = nullptr;

Number one(Glsl function, const Number& a, const Bounds& bounds = {}) {
    return Number::result(writer().number(function, {a.id()}), bounds);
}
Number two(Glsl function, const Number& a, const Number& b, const Bounds& bounds) {
    return Number::result(writer().number(function, {a.id(), b.id()}), bounds);
}
Number two(Code code, const Number& a, const Number& b, const Bounds& bounds = {}) {
    return Number::result(writer().number(code, {a.id(), b.id()}), bounds);
}
Mask compare(Code code, const Number& a, const Number& b) {
    return Mask::result(writer().truth(code, {a.id(), b.id()}));
}

uint32_t bits_of(const Number& a) { return writer().word(Code::bitcast, {a.id()}); }
Number from_bits(uint32_t word) { return Number::result(writer().number(Code::bitcast, {word})); }
uint32_t with_word(Code code, uint32_t a, uint32_t b) {
    return writer().word(code, {a, writer().word(b)});
}
// Returns the integer with the same value as `a`, which must be a whole number.
uint32_t integer_of(const Number& a) {
    const uint32_t integer = writer().make(Code::convert_f_to_s, writer().integer_type(), {a.id()});
    return writer().word(Code::bitcast, {integer});
}

constexpr uint32_t sign_bit = 0x80000000, magnitude_bits = 0x7fffffff, infinity_bits = 0x7f800000;

// Returns whether `a` is not NaN. Compares bits instead of floats, because drivers can assume that
// floats are never NaN.
Mask is_number(const Number& a) {
    if (a.bounds().any()) return Mask(true);
    const uint32_t magnitude = with_word(Code::bitwise_and, bits_of(a), magnitude_bits);
    return Mask::result(
        writer().truth(Code::u_less_than_equal, {magnitude, writer().word(infinity_bits)}));
}

Bounds product_bounds(const Number& a, const Number& b) {
    return tonelift::product_bounds(a.bounds(), b.bounds(), !a.known() && a.id() == b.id());
}

}  // namespace

WritingScope::WritingScope(SpirvWriter& writer) : before_(current) { current = &writer; }
WritingScope::~WritingScope() { current = before_; }
SpirvWriter& writer() { return *current; }

Number operator+(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Number(a.value() + b.value());
    if (b.known() && b.value() == 0) return a;
    if (a.known() && a.value() == 0) return b;
    return two(Code::f_add, a, b, sum_bounds(a.bounds(), b.bounds()));
}
Number operator-(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Number(a.value() - b.value());
    if (b.known() && b.value() == 0) return a;
    const Bounds negative = negative_bounds(b.bounds());
    if (a.known() && a.value() == 0)
        return Number::result(writer().number(Code::f_negate, {b.id()}), negative);
    return two(Code::f_sub, a, b, sum_bounds(a.bounds(), negative));
}
Number operator*(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Number(a.value() * b.value());
    if (b.known() && b.value() == 1) return a;
    if (a.known() && a.value() == 1) return b;
    return two(Code::f_mul, a, b, product_bounds(a, b));
}
Number operator/(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Number(a.value() / b.value());
    return two(Code::f_div, a, b);
}

Mask operator<(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Mask(a.value() < b.value());
    if (a.bounds().high < b.bounds().low) return Mask(true);
    if (a.bounds().low >= b.bounds().high) return Mask(false);
    return compare(Code::f_ord_less_than, a, b);
}
Mask operator<=(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Mask(a.value() <= b.value());
    const bool numbers = a.bounds().any() && b.bounds().any();
    if (numbers && a.bounds().high <= b.bounds().low) return Mask(true);
    if (a.bounds().low > b.bounds().high) return Mask(false);
    return compare(Code::f_ord_less_than_equal, a, b);
}
Mask operator==(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Mask(a.value() == b.value());
    if (a.id() == b.id()) return is_number(a);
    return compare(Code::f_ord_equal, a, b);
}

Number min(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Number(math::min(a.value(), b.value()));
    const Bounds &x = a.bounds(), &y = b.bounds();
    if (x.high <= y.low) return a;
    if (y.high <= x.low) return b;
    return two(Glsl::n_min, a, b, min_bounds(x, y));
}
Number max(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Number(math::max(a.value(), b.value()));
    const Bounds &x = a.bounds(), &y = b.bounds();
    if (x.low >= y.high) return a;
    if (y.low >= x.high) return b;
    return two(Glsl::n_max, a, b, max_bounds(x, y));
}
Number abs(const Number& a) {
    if (a.known()) return Number(math::abs(a.value()));
    if (a.bounds().low >= 0) return a;
    return one(Glsl::f_abs, a, abs_bounds(a.bounds()));
}
Number floor(const Number& a) {
    return a.known() ? Number(math::floor(a.value()))
                     : one(Glsl::floor, a, rising(a.bounds(), math::floor));
}
Number ceil(const Number& a) {
    return a.known() ? Number(math::ceil(a.value())) : one(Glsl::ceil, a);
}
Number round(const Number& a) {
    return a.known() ? Number(math::round(a.value())) : one(Glsl::round_even, a);
}
Number trunc(const Number& a) {
    return a.known() ? Number(math::trunc(a.value())) : one(Glsl::trunc, a);
}
Number square_root(const Number& a) {
    return a.known() ? Number(math::square_root(a.value()))
                     : one(Glsl::sqrt, a, root_bounds(a.bounds()));
}

Number multiply_add(const Number& a, const Number& b, const Number& c) {
    if (a.known() && b.known()) return Number(a.value() * b.value()) + c;
    if ((a.known() && a.value() == 0) || (b.known() && b.value() == 0)) return c;
    if (c.known() && c.value() == 0) return a * b;
    if (a.known() && a.value() == 1) return b + c;
    if (b.known() && b.value() == 1) return a + c;
    return Number::result(writer().number(Glsl::fma, {a.id(), b.id(), c.id()}),
                          sum_bounds(product_bounds(a, b), c.bounds()));
}

Number where(const Mask& condition, const Number& a, const Number& b) {
    if (condition.known()) return condition.value() ? a : b;
    return Number::result(writer().number(Code::select, {condition.id(), a.id(), b.id()}),
                          hull(a.bounds(), b.bounds()));
}

Mask both(const Mask& a, const Mask& b) {
    if (a.known()) return a.value() ? b : a;
    if (b.known()) return b.value() ? a : b;
    return Mask::result(writer().truth(Code::logical_and, {a.id(), b.id()}));
}

Number with_sign_of(const Number& magnitude, const Number& sign) {
    if (magnitude.known() && sign.known())
        return Number(math::with_sign_of(magnitude.value(), sign.value()));
    const uint32_t size = with_word(Code::bitwise_and, bits_of(magnitude), magnitude_bits);
    const uint32_t its_sign = with_word(Code::bitwise_and, bits_of(sign), sign_bit);
    return from_bits(writer().word(Code::bitwise_or, {size, its_sign}));
}

void split_exponent(const Number& x, Number* mantissa, Number* exponent) {
    const uint32_t bits = bits_of(x);
    const uint32_t above = with_word(Code::i_sub, bits, 0x3f3504f3);
    const uint32_t e = with_word(Code::shift_right_arithmetic, above, 23);
    const uint32_t shifted = with_word(Code::shift_left_logical, e, 23);
    *mantissa = from_bits(writer().word(Code::i_sub, {bits, shifted}));
    const uint32_t integer = writer().make(Code::bitcast, writer().integer_type(), {e});
    *exponent = Number::result(writer().number(Code::convert_s_to_f, {integer}));
}

Number times_exp2(const Number& x, const Number& n) {
    const uint32_t shifted = with_word(Code::shift_left_logical, integer_of(n), 23);
    return from_bits(writer().word(Code::i_add, {bits_of(x), shifted}));
}

void hash_bits(const Number& x, const Number& y, const Number& seed, Number* low, Number* high) {
    const auto mixed = [](uint32_t h, uint32_t shift) {
        return writer().word(Code::bitwise_xor,
                             {h, with_word(Code::shift_right_logical, h, shift)});
    };
    const auto product = [](const Number& v, uint32_t factor) {
        return with_word(Code::i_mul, integer_of(v), factor);
    };
    const auto number = [](uint32_t word) {
        return Number::result(writer().number(Code::convert_u_to_f, {word}));
    };
    uint32_t h = product(x, 0x9e3779b1u);
    h = writer().word(Code::i_add, {h, product(y, 0x85ebca77u)});
    h = writer().word(Code::i_add, {h, product(seed, 0xc2b2ae3du)});
    h = with_word(Code::i_mul, mixed(h, 15), 0x2c1b3c6du);
    h = with_word(Code::i_mul, mixed(h, 12), 0x297a2d39u);
    h = mixed(h, 15);
    *low = number(with_word(Code::bitwise_and, h, 0xffffu));
    *high = number(with_word(Code::shift_right_logical, h, 16));
}

// Returns log2(x). Any x below the smallest normal number is replaced by this number, because 0 has
// no logarithm.
Number octaves_of(const Number& x) { return one(Glsl::log2, max(x, Number(smallest_normal))); }
Number power_of_two(const Number& x) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    return one(Glsl::exp2, x, x.bounds().any() ? Bounds{0.0f, infinity} : Bounds{});
}

Number saturate(const Number& x) {
    if (x.known()) return Number(math::saturate(x.value()));
    const Bounds& bounds = x.bounds();
    if (bounds.low >= 0 && bounds.high <= 1) return x;
    const auto limited = [](float end) { return math::saturate(end); };
    return Number::result(
        writer().number(Glsl::n_clamp, {x.id(), writer().number(0.0f), writer().number(1.0f)}),
        bounds.any() ? rising(bounds, limited) : unit_bounds);
}

Number exp2(const Number& x) {
    if (x.known()) return Number(math::exp2(x.value()));
    return power_of_two(min(x, Number(127.5f)));
}
Number log2(const Number& x) { return x.known() ? Number(math::log2(x.value())) : octaves_of(x); }

Number rsqrt(const Number& x) {
    if (x.known()) return Number(math::rsqrt(x.value()));
    return where(x < Number(smallest_normal), Number(0.0f), one(Glsl::inverse_sqrt, x));
}

Number pq_encode(const Number& x) {
    if (x.known()) return Number(math::pq_encode(x.value()));
    if (!writer().pq_tables().encode) return generated_pq_encode(x);
    const Number light = min(x, Number(pq_encode_most));
    return saturate(Number::result(writer().call("pq_code", {light.id()})));
}
Number pq_decode(const Number& x) {
    if (x.known()) return Number(math::pq_decode(x.value()));
    if (!writer().pq_tables().decode) return generated_pq_decode(x);
    return Number::result(writer().call("pq_light", {saturate(x).id()}),
                          {0.0f, math::pq_decode(1.0f) * nearly});
}

// Returns x^(1 / gamma). The result for black is 2^-52 instead of 0, but both have the same code in
// every format.
Number bt1886_encode(const Number& x) {
    if (x.known()) return Number(math::bt1886_encode(x.value()));
    constexpr auto exponent = static_cast<float>(1 / constants::bt1886_gamma);
    const Number octaves = octaves_of(saturate(x));
    return one(Glsl::exp2, octaves * Number(exponent), {0.0f, nearly});
}

namespace {

Number joined(const Number& a, uint32_t from_a, const Number& b, uint32_t from_b) {
    return Number::result(writer().number(Code::phi, {a.id(), from_a, b.id(), from_b}),
                          hull(a.bounds(), b.bounds()));
}

template <typename Body>
Triple<Number> unless(const Mask& condition, const Triple<Number>& value, const Body& body) {
    if (condition.known()) return condition.value() ? value : body();
    SpirvWriter& to = writer();
    const uint32_t before = to.block();
    const uint32_t inside = to.module().make_id(), end = to.module().make_id();
    const uint32_t holds = to.lanes() == 1
                               ? condition.id()
                               : to.make(Code::all, to.module().bool_type(), {condition.id()});
    to.line(Code::selection_merge, {end, 0});
    to.line(Code::branch_conditional, {holds, end, inside});
    to.open_block(inside);
    const Triple<Number> made = body();
    const uint32_t after = to.block();
    to.line(Code::branch, {end});
    to.open_block(end);
    return {joined(value.x, before, made.x, after), joined(value.y, before, made.y, after),
            joined(value.z, before, made.z, after)};
}

// Returns whether a color needs no mapping, like gamut_needs_nothing(). Adds comparisons that
// drivers do not remove, so that the result is false for infinities and NaN.
Mask needs_nothing(const Triple<Number>& c, const Gamut<Number>& gamut) {
    const Mask inside = gamut_margin(c, gamut) >= Number(0.0f);
    const Number luminance = gamut_luminance(c);
    return both(inside, both(luminance == luminance, max_rgb(c) <= gamut.top));
}

Triple<Number> gamut_mapped(const Triple<Number>& c, const Gamut<Number>& gamut) {
    return unless(needs_nothing(c, gamut), c, [&] {
        const Number luminance = gamut_luminance(c);
        const Mask only_dims = gamut_only_dims(c, luminance, gamut);
        const Triple<Number> held =
            unless(only_dims, c, [&] { return gamut_compressed(c, luminance, gamut); });
        return gamut_limited(held, gamut);
    });
}

}  // namespace

// Maps colors into the gamut. This long code is needed only for the few colors outside the gamut,
// so a loop over the lanes of a vector contains it only once, for one pixel.
Triple<Number> gamut_map(const Number& r, const Number& g, const Number& b, const Number& peak,
                         const Number& softness) {
    const Triple<Number> c = {r, g, b};
    const Gamut<Number> gamut = gamut_of(peak, softness);
    if (writer().lanes() == 1) return gamut_mapped(c, gamut);
    const Number limits[] = {peak, softness};
    const Triple<Number> made = unless(needs_nothing(c, gamut), c, [&] {
        return each_lane(c, limits, [](const Triple<Number>& lane, std::span<const Number> of) {
            return gamut_mapped(lane, gamut_of(of[0], of[1]));
        });
    });
    const auto inside = [&](const Number& x) {
        return Number::result(x.id(), {0.0f, gamut.top.bounds().high});
    };
    return {inside(made.x), inside(made.y), inside(made.z)};
}

}  // namespace tonelift::spirv
