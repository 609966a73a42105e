// SPDX-License-Identifier: BSD-2-Clause
//
// Mean, minimum and maximum over a rectangle, on the CPU. The results for long windows are joined
// from results for windows of 1, 2, 4 and so on pixels.
#if defined(TONELIFT_STENCIL_WINDOW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TONELIFT_STENCIL_WINDOW_INL_H_
#undef TONELIFT_STENCIL_WINDOW_INL_H_
#else
#define TONELIFT_STENCIL_WINDOW_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "kernels/stencil/stencil.h"
#include "kernels/stencil/stencil_policy.h"
#include "kernels/stencil/window_sizes.h"

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using WindowTag = hn::CappedTag<float, 16>;
using WindowVector = hn::Vec<WindowTag>;
constexpr int window_lanes = static_cast<int>(hn::MaxLanes(WindowTag()));

struct WindowSum {
    static constexpr bool overlaps = false;
    static HWY_INLINE WindowVector join(WindowVector a, WindowVector b) { return hn::Add(a, b); }
};
struct WindowMinimum {
    static constexpr bool overlaps = true;
    static HWY_INLINE WindowVector join(WindowVector a, WindowVector b) { return hn::Min(a, b); }
};
struct WindowMaximum {
    static constexpr bool overlaps = true;
    static HWY_INLINE WindowVector join(WindowVector a, WindowVector b) { return hn::Max(a, b); }
};

template <class Join>
HWY_INLINE void join_arrays(const float* a, const float* b, float* out, ptrdiff_t n) {
    const WindowTag d;
    for (ptrdiff_t i = 0; i < n; i += window_lanes) {
        hn::StoreU(Join::join(hn::LoadU(d, a + i), hn::LoadU(d, b + i)), d, out + i);
    }
}

template <class Join>
HWY_INLINE void join_windows(float* work, int length, ptrdiff_t element, int taps, float* out) {
    const int results = length - taps + 1;
    bool first = true;
    const auto take = [&](int offset) HWY_ATTR {
        const float* part = work + offset * element;
        if (first) {
            std::memcpy(out, part, sizeof(float) * static_cast<size_t>(results * element));
        } else {
            join_arrays<Join>(out, part, out, results * element);
        }
        first = false;
    };
    int offset = 0;
    int size = 1;
    for (;; size *= 2) {
        if (!Join::overlaps && (taps & size) != 0) {
            take(offset);
            offset += size;
        }
        if (2 * size > taps) break;
        join_arrays<Join>(work, work + size * element, work, (length - 2 * size + 1) * element);
    }
    if (!Join::overlaps) return;
    take(0);
    if (size < taps) take(taps - size);
}

struct WindowScratch {
    ptrdiff_t pitch;
    float* down;
    float* block;
    float* joined;
    float* line;

    WindowScratch(const WindowSizes& sizes, float* scratch)
        : pitch(sizes.pitch),
          down(scratch),
          block(down + sizes.pitch * sizes.rows),
          joined(block + static_cast<ptrdiff_t>(window_columns) * sizes.block_rows),
          line(joined + static_cast<ptrdiff_t>(window_columns) * sizes.rows) {}
};

template <class Join>
HWY_INLINE void window_down(const Stencil& stencil, const StencilBand& band,
                            const WindowScratch& scratch) {
    const int length = band.width + 2 * stencil.radius_x;
    const int block_rows = band.rows + 2 * stencil.radius_y;
    for (int x = 0; x < length; x += window_columns) {
        const float* from = band.value - stencil.radius_y * band.pitch - stencil.radius_x + x;
        const auto columns = static_cast<size_t>(std::min(window_columns, length - x));
        for (int row = 0; row < block_rows; ++row) {
            float* to = scratch.block + row * window_columns;
            std::memcpy(to, from + row * band.pitch, columns * sizeof(float));
            std::fill(to + columns, to + window_columns, 0.0f);
        }
        join_windows<Join>(scratch.block, block_rows, window_columns, 2 * stencil.radius_y + 1,
                           scratch.joined);
        for (int row = 0; row < band.rows; ++row) {
            std::memcpy(scratch.down + row * scratch.pitch + x,
                        scratch.joined + row * window_columns, columns * sizeof(float));
        }
    }
}

template <class Join>
void window(const Stencil& stencil, const StencilBand& band, float* scratch_floats) {
    const WindowTag d;
    const WindowScratch scratch(window_sizes(stencil, band.width, band.rows), scratch_floats);
    window_down<Join>(stencil, band, scratch);
    const int across = 2 * stencil.radius_x + 1;
    const float area = static_cast<float>(across) * static_cast<float>(2 * stencil.radius_y + 1);
    const WindowVector scale = hn::Set(d, Join::overlaps ? 1.0f : 1.0f / area);
    for (int y = 0; y < band.rows; ++y) {
        float* row = scratch.down + y * scratch.pitch;
        join_windows<Join>(row, band.width + 2 * stencil.radius_x, 1, across, scratch.line);
        for (int x = 0; x < band.width; x += window_lanes) {
            hn::StoreU(hn::Mul(hn::LoadU(d, scratch.line + x), scale), d, scratch.line + x);
        }
        std::memcpy(band.out + y * band.out_pitch, scratch.line,
                    sizeof(float) * static_cast<size_t>(band.width));
    }
}

inline void box_band(const Stencil& stencil, const StencilBand& band, float* scratch) {
    window<WindowSum>(stencil, band, scratch);
}
inline void minimum_band(const Stencil& stencil, const StencilBand& band, float* scratch) {
    window<WindowMinimum>(stencil, band, scratch);
}
inline void maximum_band(const Stencil& stencil, const StencilBand& band, float* scratch) {
    window<WindowMaximum>(stencil, band, scratch);
}

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#endif  // include guard of this target
