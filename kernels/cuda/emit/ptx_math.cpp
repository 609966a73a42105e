// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/ptx_math.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <string_view>

#include "kernels/cuda/emit/pq_table.h"

namespace tonelift::ptx {
namespace {

thread_local cuda::PtxWriter* current = nullptr;

std::string word_text(uint32_t value) { return std::to_string(value); }

Number one(const char* op, const Number& a, Bounds bounds = {}) {
    return Number(writer().number(op, {a.text()}), bounds);
}
Number two(const char* op, const Number& a, const Number& b, Bounds bounds = {}) {
    return Number(writer().number(op, {a.text(), b.text()}), bounds);
}

constexpr const char* product_op = "mul.ftz";

// Emits an instruction that can clamp its result to [0,1].
Number limitable(const char* op, const std::string& list, Bounds bounds) {
    const std::string name = writer().number();
    writer().append(op + (".f32 " + name) + list + ";\n");
    return Number(name, bounds).made_by(op, list);
}
Number limitable(const char* op, std::initializer_list<Number> operands, Bounds bounds) {
    std::string list;
    for (const Number& operand : operands) list += ", " + operand.text();
    return limitable(op, list, bounds);
}

Mask compare(const char* op, const Number& a, const Number& b) {
    return Mask(writer().truth(op, {a.text(), b.text()}));
}
std::string bits_of(const Number& a) { return writer().word("mov.b32", {a.text()}); }
Number from_bits(const std::string& word) { return Number(writer().number("mov.b32", {word})); }

template <int count>
Number polynomial(const float (&coefficients)[count], const Number& t) {
    Number sum(coefficients[count - 1]);
    for (int power = count - 2; power >= 0; --power)
        sum = multiply_add(sum, t, Number(coefficients[power]));
    return sum;
}

}  // namespace

WritingScope::WritingScope(cuda::PtxWriter& writer) : before_(current) { current = &writer; }
WritingScope::~WritingScope() { current = before_; }
cuda::PtxWriter& writer() { return *current; }

// -------------------------------------------------------------------------------------------------
// Bounds. Rounding is monotonic, so bounds of the exact result also hold for the rounded one.

namespace {

Bounds bounds_from(std::initializer_list<float> corners) {
    Bounds bounds{*corners.begin(), *corners.begin()};
    for (const float corner : corners) {
        if (std::isnan(corner)) return {};
        bounds.low = std::min(bounds.low, corner);
        bounds.high = std::max(bounds.high, corner);
    }
    return bounds;
}

Bounds product_bounds(const Number& a, const Number& b) {
    const Bounds &x = a.bounds(), &y = b.bounds();
    Bounds bounds = bounds_from({x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high});
    if (a.text() == b.text() && x.any()) bounds.low = std::max(bounds.low, 0.0f);
    return bounds;
}

Bounds sum_bounds(const Bounds& a, const Bounds& b) {
    return bounds_from({a.low + b.low, a.high + b.high});
}

Bounds hull(const Bounds& a, const Bounds& b) {
    if (!a.any() || !b.any()) return {};
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

// The bounds of an increasing function: its values at both ends.
template <typename F>
Bounds rising(const Bounds& a, F f) {
    return a.any() ? Bounds{f(a.low), f(a.high)} : a;
}

// Bound of the relative error of an approximation, as a factor.
constexpr float nearly = 1.00001f;

Bounds reciprocal_bounds(const Bounds& a) {
    return a.low > 0 ? Bounds{0.0f, nearly / a.low} : Bounds{};
}

// A product that is added becomes one instruction together with the sum. The separate product is
// then unused, and the driver removes it.
bool is_product(const Number& a) {
    return a.maker().op != nullptr && std::string_view(a.maker().op) == product_op;
}
Number plus_product(const Number& a, const Number& product, Bounds bounds) {
    const std::string list = product.maker().operands + ", " + a.text();
    return limitable("fma.rn.ftz", list, bounds);
}

// The factors of a product with a constant. If the other operand is itself a multiple of a number,
// the result is that number times the product of both constants, unless the constant becomes too
// large or too small.
struct Factors {
    std::string of;
    float factor;
};
std::optional<Factors> factors(const Number& a, const Number& b) {
    const Number &constant = a.known() ? a : b, &other = a.known() ? b : a;
    if (!constant.known() || other.known()) return std::nullopt;
    const float factor = constant.value() * other.multiple().factor;
    const bool usual = std::abs(factor) > 1e-30f && std::abs(factor) < 1e30f;
    if (other.multiple().of.empty() || !usual) return Factors{other.text(), constant.value()};
    return Factors{other.multiple().of, factor};
}

}  // namespace

Number operator+(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Number(a.value() + b.value());
    if (b.known() && b.value() == 0) return a;
    if (a.known() && a.value() == 0) return b;
    const Bounds bounds = sum_bounds(a.bounds(), b.bounds());
    if (is_product(b)) return plus_product(a, b, bounds);
    if (is_product(a)) return plus_product(b, a, bounds);
    return limitable("add.ftz", {a, b}, bounds);
}
Number operator-(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Number(a.value() - b.value());
    if (b.known() && b.value() == 0) return a;
    const Bounds negative{-b.bounds().high, -b.bounds().low};
    if (a.known() && a.value() == 0) return one("neg.ftz.f32", b, negative);
    return limitable("sub.ftz", {a, b}, sum_bounds(a.bounds(), negative));
}
Number operator*(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Number(a.value() * b.value());
    if (b.known() && b.value() == 1) return a;
    if (a.known() && a.value() == 1) return b;
    const Bounds bounds = product_bounds(a, b);
    const auto with = factors(a, b);
    if (!with) return limitable(product_op, {a, b}, bounds);
    return limitable(product_op, {Number(with->of), Number(with->factor)}, bounds)
        .multiple_of(with->of, with->factor);
}
Number operator/(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Number(a.value() / b.value());
    if (b.known()) return a * Number(1.0f / b.value());
    return a * one("rcp.approx.ftz.f32", b, reciprocal_bounds(b.bounds()));
}

Mask operator<(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Mask(a.value() < b.value());
    if (a.known() && a.value() == 0 && !b.truth().empty()) return Mask(b.truth());
    if (a.bounds().high < b.bounds().low) return Mask(true);
    if (a.bounds().low >= b.bounds().high) return Mask(false);
    return compare("setp.lt.ftz.f32", a, b);
}
Mask operator<=(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Mask(a.value() <= b.value());
    const bool numbers = a.bounds().any() && b.bounds().any();
    if (numbers && a.bounds().high <= b.bounds().low) return Mask(true);
    if (a.bounds().low > b.bounds().high) return Mask(false);
    return compare("setp.le.ftz.f32", a, b);
}
Mask operator>(const Number& a, const Number& b) { return b < a; }
Mask operator>=(const Number& a, const Number& b) { return b <= a; }
Mask operator==(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Mask(a.value() == b.value());
    if (a.bounds().high < b.bounds().low || a.bounds().low > b.bounds().high) return Mask(false);
    return compare("setp.eq.ftz.f32", a, b);
}

Number min(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Number(math::min(a.value(), b.value()));
    const Bounds &x = a.bounds(), &y = b.bounds();
    if (x.high <= y.low) return a;
    if (y.high <= x.low) return b;
    return two("min.ftz.f32", a, b, {std::min(x.low, y.low), std::min(x.high, y.high)});
}
Number max(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Number(math::max(a.value(), b.value()));
    const Bounds &x = a.bounds(), &y = b.bounds();
    if (x.low >= y.high) return a;
    if (y.low >= x.high) return b;
    return two("max.ftz.f32", a, b, {std::max(x.low, y.low), std::max(x.high, y.high)});
}
Number abs(const Number& a) {
    if (a.known()) return Number(math::abs(a.value()));
    const Bounds& x = a.bounds();
    if (x.low >= 0) return a;
    return one("abs.ftz.f32", a,
               x.any() ? Bounds{std::max(-x.high, 0.0f), std::max(-x.low, x.high)} : x);
}
Number floor(const Number& a) {
    return a.known() ? Number(math::floor(a.value()))
                     : one("cvt.rmi.ftz.f32.f32", a, rising(a.bounds(), math::floor));
}
Number ceil(const Number& a) {
    return a.known() ? Number(math::ceil(a.value())) : one("cvt.rpi.ftz.f32.f32", a);
}
Number round(const Number& a) {
    return a.known() ? Number(math::round(a.value())) : one("cvt.rni.ftz.f32.f32", a);
}
Number trunc(const Number& a) {
    return a.known() ? Number(math::trunc(a.value())) : one("cvt.rzi.ftz.f32.f32", a);
}
Number square_root(const Number& a) {
    if (a.known()) return Number(math::square_root(a.value()));
    const Bounds& x = a.bounds();
    if (x.low < 0) return one("sqrt.approx.ftz.f32", a);
    return one("sqrt.approx.ftz.f32", a, {std::sqrt(x.low) / nearly, std::sqrt(x.high) * nearly});
}

Number multiply_add(const Number& a, const Number& b, const Number& c) {
    if (a.known() && b.known()) return Number(a.value() * b.value()) + c;
    if ((a.known() && a.value() == 0) || (b.known() && b.value() == 0)) return c;
    if (c.known() && c.value() == 0) return a * b;
    if (a.known() && a.value() == 1) return b + c;
    if (b.known() && b.value() == 1) return a + c;
    const Bounds bounds = sum_bounds(product_bounds(a, b), c.bounds());
    const auto with = factors(a, b);
    if (!with) return limitable("fma.rn.ftz", {a, b, c}, bounds);
    return limitable("fma.rn.ftz", {Number(with->of), Number(with->factor), c}, bounds);
}

Number where(const Mask& condition, const Number& a, const Number& b) {
    if (condition.known()) return condition.value() ? a : b;
    const Number chosen(writer().number("selp.f32", {a.text(), b.text(), condition.text()}),
                        hull(a.bounds(), b.bounds()));
    const bool said = a.known() && b.known() && a.value() == 1 && b.value() == 0;
    return said ? chosen.saying(condition.text()) : chosen;
}

Mask both(const Mask& a, const Mask& b) {
    if (a.known()) return a.value() ? b : a;
    if (b.known()) return b.value() ? a : b;
    return Mask(writer().truth("and.pred", {a.text(), b.text()}));
}

Number with_sign_of(const Number& magnitude, const Number& sign) {
    if (magnitude.known() && sign.known())
        return Number(math::with_sign_of(magnitude.value(), sign.value()));
    return two("copysign.f32", sign, magnitude);  // copies the sign of its first operand
}

void split_exponent(const Number& x, Number* mantissa, Number* exponent) {
    const std::string bits = bits_of(x);
    const std::string above = writer().word("sub.s32", {bits, word_text(0x3f3504f3)});
    const std::string e = writer().word("shr.s32", {above, "23"});
    const std::string shifted = writer().word("shl.b32", {e, "23"});
    *mantissa = from_bits(writer().word("sub.s32", {bits, shifted}));
    *exponent = Number(writer().number("cvt.rn.f32.s32", {e}));
}

Number times_exp2(const Number& x, const Number& n) {
    const std::string e = writer().word("cvt.rzi.s32.f32", {n.text()});
    const std::string shifted = writer().word("shl.b32", {e, "23"});
    return from_bits(writer().word("add.s32", {bits_of(x), shifted}));
}

void hash_bits(const Number& x, const Number& y, const Number& seed, Number* low, Number* high) {
    const auto word_of = [](const Number& v) {
        return writer().word("cvt.rzi.s32.f32", {v.text()});
    };
    const auto times = [](const std::string& a, uint32_t b) {
        return writer().word("mul.lo.u32", {a, word_text(b)});
    };
    const auto mixed = [](const std::string& h, int shift) {
        return writer().word("xor.b32", {h, writer().word("shr.u32", {h, std::to_string(shift)})});
    };
    std::string h = times(word_of(x), 0x9e3779b1u);
    h = writer().word("add.u32", {h, times(word_of(y), 0x85ebca77u)});
    h = writer().word("add.u32", {h, times(word_of(seed), 0xc2b2ae3du)});
    h = times(mixed(h, 15), 0x2c1b3c6du);
    h = times(mixed(h, 12), 0x297a2d39u);
    h = mixed(h, 15);
    *low = Number(writer().number("cvt.rn.f32.u32", {writer().word("and.b32", {h, "65535"})}));
    *high = Number(writer().number("cvt.rn.f32.u32", {writer().word("shr.u32", {h, "16"})}));
}

Number saturate(const Number& x) {
    if (x.known()) return Number(math::saturate(x.value()));
    const Bounds& bounds = x.bounds();
    if (bounds.low >= 0 && bounds.high <= 1) return x;
    const Bounds limited =
        bounds.any() ? rising(bounds, [](float end) { return math::saturate(end); }) : unit_bounds;
    const Number::Maker& maker = x.maker();
    const std::string op = maker.op != nullptr ? maker.op : "add.ftz";
    const std::string name = writer().number();
    writer().append(op + ".sat.f32 " + name +
                    (maker.op != nullptr ? maker.operands : ", " + x.text() + ", 0f00000000") +
                    ";\n");
    return Number(name, limited);
}

Number exp2(const Number& x) {
    if (x.known()) return Number(math::exp2(x.value()));
    const Number bounded = min(x, Number(127.5f));
    return one("ex2.approx.ftz.f32", bounded, {0.0f, std::exp2(bounded.bounds().high) * nearly});
}

Number log2(const Number& x) {
    if (x.known()) return Number(math::log2(x.value()));
    return one("lg2.approx.ftz.f32", max(x, Number(smallest_normal)));
}

Number rsqrt(const Number& x) {
    if (x.known()) return Number(math::rsqrt(x.value()));
    return where(x > Number(0.0f),
                 one("rsqrt.approx.ftz.f32", x, {0.0f, nearly / std::sqrt(smallest_normal)}),
                 Number(0.0f));
}

Number exp(const Number& x) { return exp2(x * Number(1.442695041f)); }

Number pow_of_positive(const Number& a, const Number& b) { return exp2(log2(a) * b); }

// Equal edges are moved slightly apart: the ramp between them is a step, which is 1 at the edge
// itself. The slope is computed only once if the edges are uniform.
Number linearstep(const Number& edge0, const Number& edge1, const Number& value) {
    if (edge0.known() && edge1.known() && value.known())
        return Number(math::linearstep(edge0.value(), edge1.value(), value.value()));
    constexpr float steepest = 1e30f;
    const Number span = edge1 - edge0;
    const Mask flat = span == Number(0.0f);
    const Number slope = where(flat, Number(steepest), Number(1.0f) / span);
    // One multiply_add is enough if its rounding error is at most a millionth.
    const Number start = edge0 * slope;
    if (start.known() && math::abs(start.value()) <= 16.0f && !flat.value())
        return saturate(multiply_add(value, slope, Number(-start.value())));
    const Number at_edge = where(flat, Number(1.0f), Number(0.0f));
    return saturate(multiply_add(value - edge0, slope, at_edge));
}

Number smoothstep(const Number& edge0, const Number& edge1, const Number& value) {
    return smooth(linearstep(edge0, edge1, value));
}

// PQ as a polynomial of log2 of the light's share of 10000 cd/m2, in [-28, 0], mapped to -1 to 1:
// error 6.6e-7. Darker light, below 0.00004 cd/m2, is on a line to 0, within 1.9e-4.
Number pq_encode(const Number& x) {
    if (x.known()) return Number(math::pq_encode(x.value()));
    if (cuda::PqTableScope::there().encode) return cuda::pq_encode_value(writer(), x);
    static constexpr float coefficients[] = {
        0.126229665f,  0.43792643f,    0.547345349f,   0.157590607f,   -0.247497697f,
        -0.155768087f, 0.107582426f,   0.0857122108f,  -0.0465053388f, -0.0319669254f,
        0.0163665511f, 0.00604044674f, -0.00305529913f};
    constexpr float darkest = 0x1p-28f, at_darkest = 0.00093160406f;
    const Number share = saturate(x * Number(pq_white));
    const Number octaves = one("lg2.approx.ftz.f32", max(share, Number(darkest)));
    const Number code =
        polynomial(coefficients, multiply_add(octaves, Number(1.0f / 14.0f), Number(1.0f)));
    const Number dark = saturate(share * Number(at_darkest / darkest));
    return where(share < Number(darkest), dark, saturate(code));
}

// The template, with its last power and factor combined into one power of 2: relative error 2e-5, 1
// part in 10^6 of the coded value.
Number pq_decode(const Number& x) {
    if (x.known()) return Number(math::pq_decode(x.value()));
    if (cuda::PqTableScope::there().decode) return cuda::pq_decode_value(writer(), x);
    const Number code = max(saturate(x), Number(1e-6f));
    const Number octaves = one("lg2.approx.ftz.f32", code);
    const Number d =
        Number(0.0f) - exp2_minus_one(octaves * Number(static_cast<float>(1 / constants::pq_m2)));
    constexpr float span = static_cast<float>(1.0 - constants::pq_c1);
    const Number above = max(Number(span) - d, Number(0.0f));
    const Number below =
        multiply_add(d, Number(static_cast<float>(constants::pq_c3)), Number(span));
    const Number y = one("lg2.approx.ftz.f32", above / below);  // -inf for black, where the power
                                                                // is 0
    constexpr float root = static_cast<float>(1 / constants::pq_m1);
    return one("ex2.approx.ftz.f32", multiply_add(y, Number(root), Number(5.62237646f)));
}

// Zero needs no special case: its logarithm is -infinity, and 2^-infinity is 0.
Number cube_root(const Number& x) {
    if (x.known()) return Number(math::cube_root(x.value()));
    const Number octaves = one("lg2.approx.ftz.f32", max(x, Number(0.0f)));
    return one("ex2.approx.ftz.f32", octaves * Number(1.0f / 3.0f),
               {0.0f, std::numeric_limits<float>::infinity()});
}
Number bt1886_encode(const Number& x) {
    if (x.known()) return Number(math::bt1886_encode(x.value()));
    constexpr auto exponent = static_cast<float>(1 / constants::bt1886_gamma);
    const Number octaves = one("lg2.approx.ftz.f32", saturate(x));
    return one("ex2.approx.ftz.f32", octaves * Number(exponent), unit_bounds);
}

}  // namespace tonelift::ptx
