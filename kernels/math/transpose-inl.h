// SPDX-License-Identifier: BSD-2-Clause
//
// Transposes tiles of 16 x 16 elements in registers. Included once per SIMD target.
#if defined(TONELIFT_MATH_TRANSPOSE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TONELIFT_MATH_TRANSPOSE_INL_H_
#undef TONELIFT_MATH_TRANSPOSE_INL_H_
#else
#define TONELIFT_MATH_TRANSPOSE_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr int tile_size = 16;

#if HWY_TARGET == HWY_SCALAR

template <typename T>
void transpose_tile(const T* from, ptrdiff_t from_pitch, T* to, ptrdiff_t to_pitch) {
    for (int row = 0; row < tile_size; ++row) {
        for (int column = 0; column < tile_size; ++column) {
            to[column * to_pitch + row] = from[row * from_pitch + column];
        }
    }
}

#else

// Loads a vector from blocks of 16 bytes at the addresses p, p + stride, p + 2 * stride, and so on.
template <class D, typename T = hn::TFromD<D> >
HWY_INLINE hn::Vec<D> load_blocks(D d, const T* p, ptrdiff_t stride) {
    if constexpr (hn::MaxLanes(D()) * sizeof(T) <= 16) {
        return hn::LoadU(d, p);
    } else {
        const hn::Half<D> half;
        constexpr ptrdiff_t half_blocks = hn::MaxLanes(D()) * sizeof(T) / 32;
        return hn::Combine(d, load_blocks(half, p + half_blocks * stride, stride),
                           load_blocks(half, p, stride));
    }
}

template <typename T>
using TileLanes = hn::CappedTag<T, tile_size>;

template <int n, class D, class V = hn::Vec<D> >
HWY_INLINE void transpose_blocks(D d, V* v) {
    for (int round = 1; round < n; round *= 2) {
        V next[n];
        for (int i = 0; i < n / 2; ++i) {
            next[2 * i] = hn::InterleaveLower(d, v[i], v[i + n / 2]);
            next[2 * i + 1] = hn::InterleaveUpper(d, v[i], v[i + n / 2]);
        }
        for (int i = 0; i < n; ++i) v[i] = next[i];
    }
}

template <typename T>
HWY_INLINE void transpose_tile(const T* HWY_RESTRICT from, ptrdiff_t from_pitch, T* HWY_RESTRICT to,
                               ptrdiff_t to_pitch) {
    const TileLanes<T> d;
    constexpr int block = 16 / sizeof(T);
    for (int row = 0; row < tile_size; row += static_cast<int>(hn::Lanes(d))) {
        for (int column = 0; column < tile_size; column += block) {
            hn::Vec<decltype(d)> v[block];
            for (int i = 0; i < block; ++i) {
                v[i] = load_blocks(d, from + (row + i) * from_pitch + column, block * from_pitch);
            }
            transpose_blocks<block>(d, v);
            for (int i = 0; i < block; ++i) {
                hn::StoreU(v[i], d, to + (column + i) * to_pitch + row);
            }
        }
    }
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#endif  // include guard of this target
