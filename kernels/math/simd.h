// SPDX-License-Identifier: BSD-2-Clause
//
// The math functions for SIMD vectors. Include after hwy/foreach_target.h and hwy/highway.h.
#if defined(TONELIFT_MATH_SIMD) == defined(HWY_TARGET_TOGGLE)
#ifdef TONELIFT_MATH_SIMD
#undef TONELIFT_MATH_SIMD
#else
#define TONELIFT_MATH_SIMD
#endif

#include "hwy/highway.h"
#include "kernels/math/constants.h"
#include "kernels/math/instructions.h"
#include "kernels/math/integers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace math {

namespace hn = hwy::HWY_NAMESPACE;
using Floats = hn::ScalableTag<float>;
using Ints = hn::RebindToSigned<Floats>;
using Words = hn::RebindToUnsigned<Floats>;
using Codes = hn::Rebind<uint16_t, Floats>;

struct Vec {
    hn::Vec<Floats> v;
    Vec() = default;
    HWY_INLINE Vec(hn::Vec<Floats> value) : v(value) {}  // NOLINT: implicit on purpose
    HWY_INLINE explicit Vec(float value) : v(hn::Set(Floats(), value)) {}
};

struct Mask {
    hn::Mask<Floats> m;
};

HWY_INLINE Vec operator+(Vec a, Vec b) { return hn::Add(a.v, b.v); }
HWY_INLINE Vec operator-(Vec a) { return hn::Neg(a.v); }
HWY_INLINE Vec operator-(Vec a, Vec b) { return hn::Sub(a.v, b.v); }
HWY_INLINE Vec operator*(Vec a, Vec b) { return hn::Mul(a.v, b.v); }
HWY_INLINE Vec operator/(Vec a, Vec b) { return hn::Div(a.v, b.v); }
HWY_INLINE Mask operator<(Vec a, Vec b) { return {hn::Lt(a.v, b.v)}; }
HWY_INLINE Mask operator<=(Vec a, Vec b) { return {hn::Le(a.v, b.v)}; }
HWY_INLINE Mask operator>(Vec a, Vec b) { return {hn::Gt(a.v, b.v)}; }
HWY_INLINE Mask operator>=(Vec a, Vec b) { return {hn::Ge(a.v, b.v)}; }
HWY_INLINE Mask operator==(Vec a, Vec b) { return {hn::Eq(a.v, b.v)}; }

HWY_INLINE Vec from_codes(const uint16_t* from) {
    const auto code = hn::PromoteTo(Ints(), hn::LoadU(Codes(), from));
    return hn::Mul(hn::ConvertTo(Floats(), code), hn::Set(Floats(), 1.0f / 65535.0f));
}

// If either operand is NaN, min and max return b, like the x86 instructions minps and maxps.
#if HWY_ARCH_X86
HWY_INLINE Vec min(Vec a, Vec b) { return hn::Min(a.v, b.v); }
HWY_INLINE Vec max(Vec a, Vec b) { return hn::Max(a.v, b.v); }
#else
HWY_INLINE Vec min(Vec a, Vec b) { return hn::IfThenElse(hn::Lt(a.v, b.v), a.v, b.v); }
HWY_INLINE Vec max(Vec a, Vec b) { return hn::IfThenElse(hn::Gt(a.v, b.v), a.v, b.v); }
#endif
HWY_INLINE Vec abs(Vec a) { return hn::Abs(a.v); }
HWY_INLINE Vec floor(Vec a) { return hn::Floor(a.v); }
HWY_INLINE Vec ceil(Vec a) { return hn::Ceil(a.v); }
HWY_INLINE Vec round(Vec a) { return hn::Round(a.v); }
HWY_INLINE Vec trunc(Vec a) { return hn::Trunc(a.v); }
HWY_INLINE Vec square_root(Vec a) { return hn::Sqrt(a.v); }
HWY_INLINE Vec multiply_add(Vec a, Vec b, Vec c) { return hn::MulAdd(a.v, b.v, c.v); }
HWY_INLINE Vec where(Mask t, Vec a, Vec b) { return hn::IfThenElse(t.m, a.v, b.v); }
HWY_INLINE Mask both(Mask a, Mask b) { return {hn::And(a.m, b.m)}; }
HWY_INLINE bool all(Mask t) { return hn::AllTrue(Floats(), t.m); }
HWY_INLINE bool any(Mask t) { return !hn::AllFalse(Floats(), t.m); }
HWY_INLINE Vec with_sign_of(Vec magnitude, Vec sign) { return hn::CopySign(magnitude.v, sign.v); }

HWY_INLINE void split_exponent(Vec x, Vec* mantissa, Vec* exponent) {
    const auto bits = hn::BitCast(Ints(), x.v);
    const auto e = hn::ShiftRight<23>(hn::Sub(bits, hn::Set(Ints(), 0x3f3504f3)));
    mantissa->v = hn::BitCast(Floats(), hn::Sub(bits, hn::ShiftLeft<23>(e)));
    exponent->v = hn::ConvertTo(Floats(), e);
}

HWY_INLINE Vec times_exp2(Vec x, Vec n) {
    const auto e = hn::ShiftLeft<23>(truncated_integers(n.v));
    return hn::BitCast(Floats(), hn::Add(hn::BitCast(Ints(), x.v), e));
}

template <class W>
HWY_INLINE W times_word(W a, uint32_t b) {
    return hn::Mul(a, hn::Set(Words(), b));
}

HWY_INLINE auto word_of(Vec v) { return hn::BitCast(Words(), hn::ConvertTo(Ints(), v.v)); }

HWY_INLINE void hash_bits(Vec x, Vec y, Vec seed, Vec* low, Vec* high) {
    auto h =
        hn::Add(hn::Add(times_word(word_of(x), 0x9e3779b1u), times_word(word_of(y), 0x85ebca77u)),
                times_word(word_of(seed), 0xc2b2ae3du));
    h = times_word(hn::Xor(h, hn::ShiftRight<15>(h)), 0x2c1b3c6du);
    h = times_word(hn::Xor(h, hn::ShiftRight<12>(h)), 0x297a2d39u);
    h = hn::Xor(h, hn::ShiftRight<15>(h));
    low->v = hn::ConvertTo(Floats(), hn::BitCast(Ints(), hn::And(h, hn::Set(Words(), 0xffffu))));
    high->v = hn::ConvertTo(Floats(), hn::BitCast(Ints(), hn::ShiftRight<16>(h)));
}

#define TONELIFT_MATH     \
    template <typename T> \
    HWY_INLINE
// clang-format off
#include "kernels/math/scalar.h"
#include "kernels/math/transfer.h"
#include "kernels/math/color.h"
#include "kernels/math/look.h"
#include "kernels/math/gamut.h"
#include "kernels/math/fits.inc"
#include "kernels/math/fits.h"
#if TONELIFT_SEGMENTS
#include "kernels/math/segments.h"
#endif
// clang-format on
#undef TONELIFT_MATH

}  // namespace math
}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#endif
