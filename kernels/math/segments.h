// SPDX-License-Identifier: BSD-2-Clause
//
// Computes transfer functions by piecewise polynomials. One instruction looks up a coefficient for
// each lane in tables that fit into registers.

constexpr int segment_count = TONELIFT_SEGMENTS;

#if TONELIFT_NEON
struct Segments {
    uint8x16_t bytes;
};

HWY_INLINE Segments segments_at(hn::Vec<Ints> index) {
    const uint32x4_t lowest = vandq_u32(vreinterpretq_u32_s32(index.raw), vdupq_n_u32(7));
    const uint32x4_t first = vdupq_n_u32(0x03020100), step = vdupq_n_u32(0x04040404);
    return {vreinterpretq_u8_u32(vmlaq_u32(first, lowest, step))};
}

HWY_INLINE Vec segment_entry(const float (&table)[8], Segments segments) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(table);
    const uint8x16x2_t whole = {{vld1q_u8(bytes), vld1q_u8(bytes + 16)}};
    return hn::Vec<Floats>{vreinterpretq_f32_u8(vqtbl2q_u8(whole, segments.bytes))};
}
#else
struct Segments {
    hn::Vec<Ints> index;
};

HWY_INLINE Segments segments_at(hn::Vec<Ints> index) { return {index}; }
#if TONELIFT_AVX512
HWY_INLINE Vec segment_entry(const float (&table)[32], Segments segments) {
    const __m512 low = _mm512_loadu_ps(table), high = _mm512_loadu_ps(table + 16);
    return hn::Vec<Floats>{_mm512_permutex2var_ps(low, segments.index.raw, high)};
}
#else
HWY_INLINE Vec segment_entry(const float (&table)[8], Segments segments) {
    return hn::Vec<Floats>{_mm256_permutevar8x32_ps(_mm256_loadu_ps(table), segments.index.raw)};
}
#endif
#endif

template <int rows>
HWY_INLINE Vec segment_polynomial(const float (&table)[rows][segment_count], Segments segments,
                                  Vec t) {
    Vec sum = segment_entry(table[rows - 1], segments);
    for (int power = rows - 2; power >= 0; --power) {
        sum = multiply_add(sum, t, segment_entry(table[power], segments));
    }
    return sum;
}

// Returns the place of x, start + slope * x. Some of its bits are the index of the segment of x.
HWY_INLINE Vec place_of(const float (&line)[2], Vec x) {
    return multiply_add(x, Vec(line[1]), Vec(line[0]));
}

template <int dropped>
HWY_INLINE Vec mantissa_of(Vec x) {
    const auto one = hn::Set(Ints(), 0x3f800000), kept = hn::Set(Ints(), 0x7fffff >> dropped);
    return hn::BitCast(Floats(), hn::OrAnd(one, hn::BitCast(Ints(), x.v), kept));
}

template <int shift>
HWY_INLINE Segments segments_of(Vec x) {
    return segments_at(hn::ShiftRight<shift>(hn::BitCast(Ints(), x.v)));
}

HWY_INLINE bool any_positive(Mask where, Vec x) {
#if TONELIFT_AVX2 && !TONELIFT_AVX512
    return _mm256_testz_si256(_mm256_castps_si256(where.m.raw), _mm256_castps_si256(x.v.raw)) == 0;
#else
    return any(both(where, x > Vec(0.0f)));
#endif
}

template <typename Precise>
HWY_INLINE Vec below_segments(Vec x, float first, Vec fast, float at_zero, Precise precise) {
    const Mask below = x < Vec(first);
    const Vec result = where(below, Vec(at_zero), fast);
    if (HWY_LIKELY(!any_positive(below, x))) return result;
    return where(both(below, x > Vec(0.0f)), precise(x), result);
}

template <typename Precise>
HWY_INLINE Vec above_segments(Vec x, float end, Vec fast, Precise precise) {
    const Mask above = x >= Vec(end);
    return HWY_UNLIKELY(any(above)) ? where(above, precise(x), fast) : fast;
}

constexpr float below_one = 0.99999994f;

// Returns the argument of the polynomials for PQ encoding. With 32 segments, one per octave, the
// argument is the light relative to 10000 cd/m2. With 8 segments, the argument is the fourth root
// of this light, because 32 octaves of light are 8 octaves of the root.
HWY_INLINE Vec pq_root(Vec x) {
    const Vec share = max(x * Vec(pq_white), Vec(0.0f));
    const Vec root = segment_count == 32 ? share : square_root(square_root(share));
    return min(root, Vec(below_one));
}

struct PqEncodeOfRoot {
    HWY_INLINE Vec operator()(Vec root) const {
        const Vec squared = root * root;
        const Vec share = segment_count == 32 ? root : squared * squared;
        return pq_encode<Vec>(share * Vec(pq_top));
    }
};

// The smallest result of pq_root() that has a segment.
constexpr float first_segment = segment_count == 32 ? 0x1p-32f : 0x1p-8f;

HWY_INLINE Vec pq_encode_of_root(Vec root) {
    const Vec fast = segment_polynomial(pq_encode_segments, segments_of<23>(root),
                                        mantissa_of<0>(root) - Vec(1.5f));
    return below_segments(root, first_segment, fast, static_cast<float>(7.309559025783966e-07),
                          PqEncodeOfRoot());
}

HWY_INLINE Vec pq_encode(Vec x) { return pq_encode_of_root(pq_root(x)); }

#if TONELIFT_AVX512
// The polynomial of the square root of light is negative for code 0.
HWY_INLINE Vec pq_decode(Vec x) {
    constexpr int steps = 1 << (23 - pq_decode_shift);
    const Vec place = min(place_of(pq_decode_place, max(x, Vec(0.0f))), Vec(below_one));
    const Vec t = mantissa_of<23 - pq_decode_shift>(place) - Vec(1.0f + 0.5f / steps);
    const Segments segments = segments_of<pq_decode_shift>(place);
    const Vec root = max(segment_polynomial(pq_decode_segments, segments, t), Vec(0.0f));
    return root * root;
}
#endif

// Returns up to 2e-12 instead of 0 for code 0, which saves a comparison.
HWY_INLINE Vec quick_pq_decode(Vec x) {
    constexpr float last = 0.999999f;  // its place belongs to the last segment
    const Vec code = min(max(x, Vec(0.0f)), Vec(last));
    const Segments segments =
        segments_of<quick_pq_decode_shift>(place_of(quick_pq_decode_place, code));
    const Vec root = segment_polynomial(quick_pq_decode_segments, segments, code);
    return root * root;
}

// Returns (2^e)^p, where 2^e is the largest power of 2 that is not above x. The table belongs to
// one exponent p, and covers 32 values of e.
#if TONELIFT_AVX512
HWY_INLINE Vec octave_power(const float (&table)[1][32], Vec x) {
    return segment_entry(table[0], segments_of<23>(x));
}
#else
HWY_INLINE Vec octave_power(const float (&table)[2][8], Vec x) {
#if TONELIFT_NEON
    const Vec within = segment_entry(table[1], segments_of<23>(x));
#else
    const Vec within = hn::Vec<Floats>{
        _mm256_permutevar_ps(_mm256_loadu_ps(table[1]), segments_of<23>(x).index.raw)};
#endif
    return segment_entry(table[0], segments_of<25>(x)) * within;
}
#endif

template <typename Octaves, int count>
HWY_INLINE Vec segment_power(const Octaves& octaves, const float (&mantissa)[count], Vec x) {
    return octave_power(octaves, x) * polynomial(mantissa, mantissa_of<0>(x) - Vec(1.5f));
}

template <typename Octaves, int count>
HWY_INLINE Vec quick_power(const Octaves& octaves, const float (&mantissa)[count], Vec x) {
    return octave_power(octaves, x) * polynomial(mantissa, mantissa_of<0>(x));
}

#if TONELIFT_AVX512
struct CubeRoot {
    HWY_INLINE Vec operator()(Vec x) const { return cube_root(x); }
};

// Returns 0 for numbers below 2^-26.
HWY_INLINE Vec quick_cube_root(Vec x) {
    constexpr float end_of_table = 32;
    const Vec fast =
        quick_power(quick_cube_root_octaves, quick_cube_root_mantissa, max(x, Vec(0x1p-27f)));
    return above_segments(x, end_of_table, fast, CubeRoot());
}
#else
// Returns 1e-10 for numbers below 1e-30.
HWY_INLINE Vec quick_cube_root(Vec x) {
    return cube_root_by(quick_cube_root_rest, min(max(x, Vec(1e-30f)), Vec(1e30f)));
}
#endif

struct Bt1886Encode {
    HWY_INLINE Vec operator()(Vec x) const { return bt1886_encode<Vec>(x); }
};
struct Bt1886Decode {
    HWY_INLINE Vec operator()(Vec x) const { return bt1886_decode<Vec>(x); }
};

HWY_INLINE Vec bt1886_encode(Vec x) {
    const Vec light = saturate(x);
    const Vec fast = segment_power(bt1886_encode_octaves, bt1886_encode_mantissa, light);
    return below_segments(light, 0x1p-31f, min(fast, Vec(1.0f)), 0.0f, Bt1886Encode());
}

// Encodes light in [0,1]. The table has a 0 for the darkest octaves, so the result for light below
// 2^-30 (32 segments) or 2^-27 (8 segments) is 0. Such light would be at most 0.1 steps of an 8-bit
// code. The error for brighter light is less than 0.04 steps. The sum keeps 0 out of the octaves
// below the table. An addition is faster than a maximum, because Intel processors have more units
// for it.
HWY_INLINE Vec quick_bt1886_encode_of_share(Vec light) {
    return quick_power(quick_bt1886_encode_octaves, quick_bt1886_encode_mantissa,
                       light + Vec(0x1p-31f));
}

HWY_INLINE Vec quick_bt1886_encode(Vec x) { return quick_bt1886_encode_of_share(saturate(x)); }

HWY_INLINE Vec bt1886_decode(Vec x) {
    const Vec code = max(x, Vec(0.0f));
    const Vec fast = segment_power(bt1886_decode_octaves, bt1886_decode_mantissa, code);
    const Vec result = below_segments(code, 0x1p-31f, fast, 0.0f, Bt1886Decode());
    return above_segments(code, 0x1p1f, result, Bt1886Decode());
}

struct HlgDecode {
    HWY_INLINE Vec operator()(Vec x) const { return hlg_decode<Vec>(x); }
};

// For codes above 1/2, HLG light is an exponential function of the code. The eighth root of this
// light is a nearly linear function of the code, so a short polynomial approximates the root.
HWY_INLINE Vec hlg_decode(Vec x) {
    constexpr auto shift = static_cast<float>(constants::hlg_b / 12);
    const Vec code = max(x, Vec(0.0f));
    const Vec root = polynomial(hlg_decode_root, code - Vec(0.8125f));
    const Vec squared = root * root, fourth = squared * squared;
    const Vec high = multiply_add(fourth, fourth, Vec(shift));
    const Vec fast = where(code <= Vec(0.5f), code * code * Vec(1.0f / 3.0f), high);
    return above_segments(code, 1.125f, fast, HlgDecode());
}

// Returns the place of a nonnegative HLG code. Codes have segments if their place is below
// end_of_hlg_places.
constexpr float end_of_hlg_places = 2.0f;
HWY_INLINE Vec quick_hlg_place(Vec code) {
    return multiply_add(code, Vec(segment_count == 32 ? 28.0f / 32 : 6.0f / 8), Vec(1.0f));
}

// Computes HLG light by polynomials for equal parts of the codes: with 32 segments, polynomials of
// light, and with 8 segments, polynomials of the square root of light. The error is less than 0.006
// steps of an 8-bit code of BT.1886.
HWY_INLINE Vec quick_hlg_decode_at(Vec code, Vec place) {
    constexpr int shift = segment_count == 32 ? 18 : 20;
    const Vec fast = segment_polynomial(quick_hlg_decode_segments, segments_of<shift>(place), code);
    return segment_count == 32 ? fast : fast * fast;
}
