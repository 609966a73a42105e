// SPDX-License-Identifier: BSD-2-Clause
//
// Functions of a vector that one polynomial or one quotient of two fits everywhere, in place of the
// templates: without a logarithm, a table or a test. segments.inc has the coefficients. Included by
// simd.h.

template <int count>
HWY_INLINE Vec polynomial(const float (&coefficients)[count], Vec t) {
    Vec sum(coefficients[count - 1]);
    for (int power = count - 2; power >= 0; --power)
        sum = multiply_add(sum, t, Vec(coefficients[power]));
    return sum;
}

// The bits of a float are nearly its logarithm, so that z is 1 / cbrt(x) but for 6 %, for which the
// polynomial makes up. Numbers that are not normal count as 0.
HWY_INLINE Vec cube_root(Vec x) {
    const Vec positive = where(x >= Vec(smallest_normal), x, Vec(0.0f));
    const Vec logarithm = hn::ConvertTo(Floats(), hn::BitCast(Ints(), positive.v));
    const Vec bits = multiply_add(logarithm, Vec(-1.0f / 3.0f), Vec(cube_root_start));
    const Vec z = hn::BitCast(Floats(), nearest_integers(bits.v));
    const Vec root = positive * z * z;
    return root * polynomial(cube_root_polynomial, multiply_add(root, z, Vec(-1.0f)));
}

// The quotient is the square root of the light. Black is 0, exactly. AVX-512 has segments that are
// faster.
#if !TONELIFT_AVX512
HWY_INLINE Vec pq_decode(Vec x) {
    const Vec code = saturate(x);
    const Vec root = code * polynomial(pq_decode_above, code) / polynomial(pq_decode_below, code);
    return root * root;
}
#endif
