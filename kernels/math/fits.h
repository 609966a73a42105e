// SPDX-License-Identifier: BSD-2-Clause
//
// Approximates transfer functions and roots by polynomials, or by quotients of two polynomials. The
// coefficients are in fits.inc.

template <int count>
HWY_INLINE Vec polynomial(const float (&coefficients)[count], Vec t) {
    Vec sum(coefficients[count - 1]);
    for (int power = count - 2; power >= 0; --power)
        sum = multiply_add(sum, t, Vec(coefficients[power]));
    return sum;
}

// Approximates x^(-1/root) by a linear function of the bits of x. make_fits.py computes `start`,
// the constant term of this function.
template <int root>
HWY_INLINE Vec near_inverse_root(Vec x, float start) {
    const Vec logarithm = hn::ConvertTo(Floats(), hn::BitCast(Ints(), x.v));
    const Vec bits = multiply_add(logarithm, Vec(-1.0f / root), Vec(start));
    return hn::BitCast(Floats(), nearest_integers(bits.v));
}

// Replaces NaN and numbers below smallest_normal by 0, and infinity by the largest float. The roots
// below use the bits of a float as an approximation of its logarithm, which holds only for positive
// normal floats.
HWY_INLINE Vec positive_part(Vec x) {
    constexpr float largest = 3.4028235e38f;
    return where(x >= Vec(smallest_normal), min(x, Vec(largest)), Vec(0.0f));
}

template <int count>
HWY_INLINE Vec cube_root_by(const float (&rest)[count], Vec x) {
    const Vec z = near_inverse_root<3>(x, cube_root_start);
    const Vec root = x * z * z;
    return root * polynomial(rest, multiply_add(root, z, Vec(-1.0f)));
}

HWY_INLINE Vec cube_root_of_normal(Vec x) { return cube_root_by(cube_root_rest, x); }

HWY_INLINE Vec cube_root(Vec x) { return cube_root_of_normal(positive_part(x)); }

#if TONELIFT_AVX2
// Refines an approximation of the inverse root by a step of Newton's method. This is shorter than
// the instruction for the root on most processors. The error is about 3e-7.
HWY_INLINE Vec root_of_positive(Vec x) {
    const Vec inverse = hn::ApproximateReciprocalSqrt(x.v);
    const Vec root = x * inverse;
    const Vec rest = hn::NegMulAdd(root.v, inverse.v, hn::Set(Floats(), 1.0f));
    return multiply_add(root * Vec(0.5f), rest, root);
}
#endif

#if TONELIFT_SEGMENTS != 32
// Returns the linear light of a PQ code, where 1.0 stands for 203 cd/m2. The square root of this
// light is the code times a quotient of two polynomials. For code 0, the light is therefore exactly
// 0.
HWY_INLINE Vec pq_decode(Vec x) {
    const Vec code = saturate(x);
    const Vec root = code * polynomial(pq_decode_above, code) / polynomial(pq_decode_below, code);
    return root * root;
}
#endif

// The functions below are for targets that cannot use segments.h.
#if TONELIFT_SEGMENTS == 0
HWY_INLINE Vec bt1886_decode(Vec x) {
    const Vec code = positive_part(x);
    const Vec z = near_inverse_root<5>(code, bt1886_decode_start);
    const Vec squared = z * z;
    const Vec whole = code * z;  // about code^(4/5)
    const Vec t = multiply_add(whole * squared, squared, Vec(-1.0f));
    return whole * whole * whole * polynomial(bt1886_decode_rest, t);
}

// Computes light^(1 / 2.4) as the square root of light^(5/6).
HWY_INLINE Vec bt1886_encode(Vec x) {
    const Vec light = min(positive_part(x), Vec(1.0f));
    const Vec z = near_inverse_root<6>(light, bt1886_encode_start);
    const Vec cubed_z = z * z * z;
    const Vec t = multiply_add(light * cubed_z, cubed_z, Vec(-1.0f));
    return min(square_root(light * z * polynomial(bt1886_encode_rest, t)), Vec(1.0f));
}
#endif
