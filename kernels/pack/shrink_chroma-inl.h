// SPDX-License-Identifier: BSD-2-Clause
//
// Subsamples chroma, which the programs compute for every pixel. Included once per SIMD target.
#if defined(TONELIFT_PACK_SHRINK_CHROMA_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TONELIFT_PACK_SHRINK_CHROMA_INL_H_
#undef TONELIFT_PACK_SHRINK_CHROMA_INL_H_
#else
#define TONELIFT_PACK_SHRINK_CHROMA_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "kernels/numbers-inl.h"
#include "kernels/pack/chroma_taps.h"
#include "kernels/pack/pack.h"
#include "kernels/pairs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace chroma {

namespace hn = hwy::HWY_NAMESPACE;

using numbers::lanes;
using numbers::Numbers;
using numbers::Tag;

// The weights of ChromaTaps are 1, 1/2 and 1/4. This number makes them integers: 1, 2 or 4.
constexpr int sum_of_weights(int taps) { return 1 << (taps - 1); }

// Sums up to three rows by the integer weights. row(r) returns the values of row r.
template <int taps, class Row>
HWY_INLINE Numbers sum_rows(Row row) {
    if constexpr (taps == 1) return row(0);
    const Numbers ends = hn::Add(row(0), row(taps - 1));
    return taps == 2 ? ends : hn::MulAdd(hn::Set(Tag(), 2.0f), row(1), ends);
}

// Shifts a vector up by one lane. Its lane 0 becomes the last lane of `before`.
HWY_INLINE Numbers shifted_up(Numbers v, Numbers before) {
#if HWY_TARGET == HWY_AVX3
    return Numbers{_mm512_castsi512_ps(
        _mm512_alignr_epi32(_mm512_castps_si512(v.raw), _mm512_castps_si512(before.raw), 15))};
#elif HWY_TARGET == HWY_AVX2
    const __m256i lanes = _mm256_castps_si256(v.raw);
    const __m256i below = _mm256_permute2x128_si256(_mm256_castps_si256(before.raw), lanes, 0x21);
    return Numbers{_mm256_castsi256_ps(_mm256_alignr_epi8(lanes, below, 12))};
#elif HWY_TARGET == HWY_SCALAR
    return before;
#else
    return hn::CombineShiftRightLanes<3>(Tag(), v, before);
#endif
}

// Sums rows and pairs of columns, from left to right. The sums are not divided by the weights:
// multiplications by powers of two are exact, so the conversion to codes can include them.
template <int taps, bool centered>
class RowHalver {
  public:
    static constexpr float weight = sum_of_weights(taps) * sum_of_weights(centered ? 2 : 3);

    explicit RowHalver(const float* const* rows)
        : last_odd_(sum_rows<taps>([&](int r) HWY_ATTR { return hn::Set(Tag(), rows[r][0]); })) {}

    // Halves the next two vectors of each row, from value i on.
    HWY_INLINE Numbers operator()(const float* const* rows, int i) {
        const auto summed = [&](int x) HWY_ATTR {
            return sum_rows<taps>([&](int r) HWY_ATTR { return hn::LoadU(Tag(), rows[r] + x); });
        };
        const auto [even, odd] = pairs_of(Tag(), summed(i), summed(i + lanes()));
        if constexpr (centered) return hn::Add(even, odd);
        const Numbers ends = hn::Add(shifted_up(odd, last_odd_), odd);
        last_odd_ = odd;
        return hn::MulAdd(hn::Set(Tag(), 2.0f), even, ends);
    }

  private:
    Numbers last_odd_;
};

// The values of rows from value i on. The last value of each row is repeated.
struct RowEnds {
    RowEnds(const float* const* rows, int taps, int i, int width) {
        for (int r = 0; r < taps; ++r) {
            float* const rest = std::copy(rows[r] + i, rows[r] + width, memory[r]);
            std::fill(rest, std::end(memory[r]), rows[r][width - 1]);
        }
    }
    float memory[3][2 * max_lanes];
    const float* const starts[3] = {memory[0], memory[1], memory[2]};
};

// The results are the means, multiplied by the returned weight.
template <int taps, bool centered>
float halve_rows(const float* const* rows, int width, float* out) {
    RowHalver<taps, centered> halve(rows);
    const int step = 2 * lanes();
    int i = 0;
    for (; i + step <= width; i += step) hn::StoreU(halve(rows, i), Tag(), out + i / 2);
    if (i == width) return halve.weight;
    const RowEnds ends(rows, taps, i, width);
    hn::StoreU(halve(ends.starts, 0), Tag(), out + i / 2);
    return halve.weight;
}

template <int taps>
float halve_rows(const float* const* rows, bool centered, int width, float* out) {
    if (centered) return halve_rows<taps, true>(rows, width, out);
    return halve_rows<taps, false>(rows, width, out);
}

// Writes a row of chroma at half the width. `y` is the row of the result. The results are the
// means, multiplied by the returned weight.
inline float shrink_chroma(const Picture& picture, const PackBlock& block, int component, int y,
                           float* out) {
    const Format& format = *picture.format;
    const ChromaOffset offset = chroma_offset(picture.chroma_location);
    const ChromaTaps taps = chroma_taps(y, format.chroma_h, offset.y);
    const float* rows[3] = {};
    for (int i = 0; i < taps.count; ++i) {
        const int row = std::clamp(taps.first + i, 0, picture.height - 1);
        rows[i] = block.component[component] + (row - block.y) * block.pitch;
    }
    const bool centered = offset.x == 0.5f;
    switch (taps.count) {
        case 1:
            return halve_rows<1>(rows, centered, picture.width, out);
        case 2:
            return halve_rows<2>(rows, centered, picture.width, out);
        default:
            return halve_rows<3>(rows, centered, picture.width, out);
    }
}

}  // namespace chroma
}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#endif  // include guard of this target
