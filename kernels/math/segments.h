// SPDX-License-Identifier: BSD-2-Clause
//
// Transfer functions by a polynomial for each of 32 segments, whose coefficients AVX-512 looks up
// in registers. They take the place of the templates for Vec; what lies outside of their segments
// goes to the templates. Four to seven times as fast, and as precise: segments.inc gives the
// errors. Included by simd.h for AVX3 only.

struct Segments {
    hn::Vec<Ints> index;  // the lowest five bits count
};

HWY_INLINE Vec segment_entry(const float (&table)[32], Segments segments) {
    const __m512 low = _mm512_loadu_ps(table), high = _mm512_loadu_ps(table + 16);
    return hn::Vec<Floats>{_mm512_permutex2var_ps(low, segments.index.raw, high)};
}

// A polynomial of t with a row of the table for each power.
template <int rows>
HWY_INLINE Vec segment_polynomial(const float (&table)[rows][32], Segments segments, Vec t) {
    Vec sum = segment_entry(table[rows - 1], segments);
    for (int power = rows - 2; power >= 0; --power) {
        sum = multiply_add(sum, t, segment_entry(table[power], segments));
    }
    return sum;
}

template <int count>
HWY_INLINE Vec polynomial(const float (&coefficients)[count], Vec t) {
    Vec sum(coefficients[count - 1]);
    for (int power = count - 2; power >= 0; --power)
        sum = multiply_add(sum, t, Vec(coefficients[power]));
    return sum;
}

// The mantissa less its `dropped` highest bits, as a number from 1 on.
template <int dropped>
HWY_INLINE Vec mantissa_of(Vec x) {
    const auto bits = hn::And(hn::BitCast(Ints(), x.v), hn::Set(Ints(), 0x7fffff >> dropped));
    return hn::BitCast(Floats(), hn::Or(bits, hn::Set(Ints(), 0x3f800000)));
}

template <int shift>
HWY_INLINE Segments segments_of(Vec x) {
    return {hn::ShiftRight<shift>(hn::BitCast(Ints(), x.v))};
}

// Where x is positive and below the first segment, which is rare, the template's result.
template <typename Precise>
HWY_INLINE Vec below_segments(Vec x, float first, Vec fast, float at_zero, Precise precise) {
    const Truth below = x < Vec(first);
    const Vec result = where(below, Vec(at_zero), fast);
    const Truth rest = both(below, x > Vec(0.0f));
    return HWY_UNLIKELY(any(rest)) ? where(rest, precise(x), result) : result;
}

struct PqEncodeOfShare {
    HWY_INLINE Vec operator()(Vec share) const { return pq_encode<Vec>(share * Vec(pq_top)); }
};

HWY_INLINE Vec pq_encode(Vec x) {
    constexpr float below_one = 0.99999994f;
    const Vec share = clamp(x * Vec(pq_white), Vec(0.0f), Vec(below_one));
    const Vec fast = segment_polynomial(pq_encode_segments, segments_of<23>(share),
                                        mantissa_of<0>(share) - Vec(1.5f));
    return below_segments(share, 0x1p-32f, fast, static_cast<float>(7.309559025783966e-07),
                          PqEncodeOfShare());
}

HWY_INLINE Vec pq_decode(Vec x) {
    constexpr float below_one = 0.99999994f;
    const Vec place =
        min(multiply_add(max(x, Vec(0.0f)), Vec(0.9375f), Vec(0.0625f)), Vec(below_one));
    const Vec t = mantissa_of<3>(place) - Vec(1.0625f);
    return max(segment_polynomial(pq_decode_segments, segments_of<20>(place), t), Vec(0.0f));
}

struct Bt1886Encode {
    HWY_INLINE Vec operator()(Vec x) const { return bt1886_encode<Vec>(x); }
};
struct Bt1886Decode {
    HWY_INLINE Vec operator()(Vec x) const { return bt1886_decode<Vec>(x); }
};

HWY_INLINE Vec bt1886_encode(Vec x) {
    const Vec light = saturate(x);
    const Vec octave = segment_entry(bt1886_encode_octaves[0], segments_of<23>(light));
    const Vec fast = octave * polynomial(bt1886_encode_mantissa, mantissa_of<0>(light) - Vec(1.5f));
    return below_segments(light, 0x1p-31f, min(fast, Vec(1.0f)), 0.0f, Bt1886Encode());
}

HWY_INLINE Vec bt1886_decode(Vec x) {
    const Vec code = max(x, Vec(0.0f));
    const Vec octave = segment_entry(bt1886_decode_octaves[0], segments_of<23>(code));
    const Vec fast = octave * polynomial(bt1886_decode_mantissa, mantissa_of<0>(code) - Vec(1.5f));
    const Vec result = below_segments(code, 0x1p-31f, fast, 0.0f, Bt1886Decode());
    const Truth above = code >= Vec(2.0f);
    return HWY_UNLIKELY(any(above)) ? where(above, bt1886_decode<Vec>(code), result) : result;
}
