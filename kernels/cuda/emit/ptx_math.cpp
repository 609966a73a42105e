// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/ptx_math.h"

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

// Emits an instruction whose result can be clamped to [0,1] without a separate clamp instruction:
// saturate() emits the same instruction again, with the suffix .sat.
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

}  // namespace

WritingScope::WritingScope(cuda::PtxWriter& writer) : before_(current) { current = &writer; }
WritingScope::~WritingScope() { current = before_; }
cuda::PtxWriter& writer() { return *current; }

namespace {

Bounds product_bounds(const Number& a, const Number& b) {
    return tonelift::product_bounds(a.bounds(), b.bounds(), a.text() == b.text());
}

Bounds reciprocal_bounds(const Bounds& a) {
    return a.low > 0 ? Bounds{0.0f, nearly / a.low} : Bounds{};
}

bool is_product(const Number& a) {
    return a.maker().op != nullptr && std::string_view(a.maker().op) == product_op;
}
Number plus_product(const Number& a, const Number& product, Bounds bounds) {
    const std::string list = product.maker().operands + ", " + a.text();
    return limitable("fma.rn.ftz", list, bounds);
}

// A product of a register and a constant. If the register itself is a product with a constant,
// factors() combines both constants, unless the combined factor is very large or very small.
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
    const Bounds negative = negative_bounds(b.bounds());
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
    return two("min.ftz.f32", a, b, min_bounds(x, y));
}
Number max(const Number& a, const Number& b) {
    if (a.known() && b.known()) return Number(math::max(a.value(), b.value()));
    const Bounds &x = a.bounds(), &y = b.bounds();
    if (x.low >= y.high) return a;
    if (y.low >= x.high) return b;
    return two("max.ftz.f32", a, b, max_bounds(x, y));
}
Number abs(const Number& a) {
    if (a.known()) return Number(math::abs(a.value()));
    if (a.bounds().low >= 0) return a;
    return one("abs.ftz.f32", a, abs_bounds(a.bounds()));
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
    return one("sqrt.approx.ftz.f32", a, root_bounds(a.bounds()));
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
    return two("copysign.f32", sign, magnitude);
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

Number octaves_of(const Number& x) { return one("lg2.approx.ftz.f32", x); }
Number power_of_two(const Number& x) { return one("ex2.approx.ftz.f32", x); }

Number log2(const Number& x) {
    if (x.known()) return Number(math::log2(x.value()));
    return octaves_of(max(x, Number(smallest_normal)));
}

Number rsqrt(const Number& x) {
    if (x.known()) return Number(math::rsqrt(x.value()));
    return where(x > Number(0.0f),
                 one("rsqrt.approx.ftz.f32", x, {0.0f, nearly / std::sqrt(smallest_normal)}),
                 Number(0.0f));
}

Number pq_encode(const Number& x) {
    if (x.known()) return Number(math::pq_encode(x.value()));
    if (cuda::PqTableScope::there().encode) return cuda::pq_encode_value(writer(), x);
    return generated_pq_encode(x);
}

Number pq_decode(const Number& x) {
    if (x.known()) return Number(math::pq_decode(x.value()));
    if (cuda::PqTableScope::there().decode) return cuda::pq_decode_value(writer(), x);
    return generated_pq_decode(x);
}

// Computes 2^(log2(x) / 3). 0 needs no special case, because log2(0) is -infinity and 2^-infinity
// is 0.
Number cube_root(const Number& x) {
    if (x.known()) return Number(math::cube_root(x.value()));
    const Number octaves = octaves_of(max(x, Number(0.0f)));
    return one("ex2.approx.ftz.f32", octaves * Number(1.0f / 3.0f),
               {0.0f, std::numeric_limits<float>::infinity()});
}
Number bt1886_encode(const Number& x) {
    if (x.known()) return Number(math::bt1886_encode(x.value()));
    constexpr auto exponent = static_cast<float>(1 / constants::bt1886_gamma);
    const Number octaves = octaves_of(saturate(x));
    return one("ex2.approx.ftz.f32", octaves * Number(exponent), unit_bounds);
}

}  // namespace tonelift::ptx
