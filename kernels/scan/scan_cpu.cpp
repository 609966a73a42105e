// SPDX-License-Identifier: BSD-2-Clause
//
// Recursive filters on the CPU. Each SIMD lane filters a row or a column.
#include "kernels/scan/scan.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/scan/scan_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/math/integers-inl.h"
#include "kernels/math/transpose-inl.h"
#include "kernels/scan/edge-inl.h"
#include "kernels/scan/lines-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {

constexpr int panel_vectors = scan_panel / lane_count;
constexpr int group_vectors = scan_column_group / lane_count;
static_assert(scan_panel == tile_size);

template <typename T>
void copy_tile(const T* from, ptrdiff_t from_pitch, T* to, ptrdiff_t to_pitch, int rows,
               int columns) {
    for (int row = 0; row < rows; ++row) {
        std::memcpy(to + row * to_pitch, from + row * from_pitch,
                    static_cast<size_t>(columns) * sizeof(T));
    }
}

template <typename T>
HWY_INLINE void load_tile(const T* from, ptrdiff_t pitch, int rows, int columns, T* tile) {
    if (rows == tile_size && columns == tile_size) {
        transpose_tile(from, pitch, tile, tile_size);
    } else {
        HWY_ALIGN T part[tile_size * tile_size] = {};
        copy_tile(from, pitch, part, tile_size, rows, columns);
        transpose_tile(part, tile_size, tile, tile_size);
    }
}

template <typename T>
HWY_INLINE void store_tile(const T* tile, T* to, ptrdiff_t pitch, int rows, int columns) {
    if (rows == tile_size && columns == tile_size) {
        transpose_tile(tile, tile_size, to, pitch);
    } else {
        HWY_ALIGN T part[tile_size * tile_size];
        transpose_tile(tile, tile_size, part, tile_size);
        copy_tile(part, tile_size, to, pitch, rows, columns);
    }
}

void filter_panel(const Scan& scan, float* value, const float* guide, ptrdiff_t pitch, int steps,
                  float* scratch) {
    if (scan.kind == ScanKind::edge) {
        edge_lanes<panel_vectors, false>(edge_slope<float>(scan), value, guide, value, pitch, steps,
                                         scratch);
    } else {
        filter_lanes<panel_vectors>(scan, value, guide, pitch, steps, scratch);
    }
}

void scan_rows_target(const Scan& scan, float* value, const float* guide, int rows, int width,
                      ptrdiff_t pitch, float* scratch) {
    float* panel = scratch;
    float* guide_panel = panel + static_cast<ptrdiff_t>(width) * scan_panel;
    float* rest = guide_panel + static_cast<ptrdiff_t>(width) * scan_panel;
    HWY_ALIGN float tile[tile_size * tile_size];
    const auto load = [&](const float* from, float* to) HWY_ATTR {
        for (int x = 0; x < width; x += tile_size) {
            const int columns = std::min(tile_size, width - x);
            load_tile(from + x, pitch, rows, columns, tile);
            std::memcpy(to + x * scan_panel, tile,
                        sizeof(float) * static_cast<size_t>(columns * scan_panel));
        }
    };
    load(value, panel);
    if (guide != nullptr) load(guide, guide_panel);
    filter_panel(scan, panel, guide_panel, scan_panel, width, rest);
    for (int x = 0; x < width; x += tile_size) {
        const int columns = std::min(tile_size, width - x);
        std::memcpy(tile, panel + x * scan_panel,
                    sizeof(float) * static_cast<size_t>(columns * scan_panel));
        store_tile(tile, value + x, pitch, rows, columns);
    }
}

// Filters the last columns in a copy in scratch memory, because they do not fill the lanes of a
// vector.
template <typename T, class Filter>
void scan_last_columns(const T* value, const T* guide, T* out, int columns, int steps,
                       ptrdiff_t pitch, float* scratch, const Filter& filter) {
    T* panel = reinterpret_cast<T*>(scratch);
    T* guide_panel = panel + static_cast<ptrdiff_t>(steps) * scan_panel;
    std::memset(panel, 0, 2 * sizeof(T) * static_cast<size_t>(steps) * scan_panel);
    copy_tile<T>(value, pitch, panel, scan_panel, steps, columns);
    if (guide != nullptr) copy_tile<T>(guide, pitch, guide_panel, scan_panel, steps, columns);
    filter(panel, guide_panel, scratch + static_cast<ptrdiff_t>(steps) * 2 * scan_panel);
    copy_tile<T>(panel, scan_panel, out, pitch, steps, columns);
}

void scan_columns_target(const Scan& scan, float* value, const float* guide, int columns,
                         int height, ptrdiff_t pitch, float* scratch) {
    const auto guide_at = [&](int x) { return guide == nullptr ? nullptr : guide + x; };
    int x = 0;
    if (scan.kind == ScanKind::edge) {
        for (; x + scan_column_group <= columns; x += scan_column_group) {
            edge_lanes<group_vectors, false>(edge_slope<float>(scan), value + x, guide_at(x),
                                             value + x, pitch, height, scratch);
        }
    }
    for (; x + scan_panel <= columns; x += scan_panel) {
        filter_panel(scan, value + x, guide_at(x), pitch, height, scratch);
    }
    if (x == columns) return;
    scan_last_columns<float>(value + x, guide_at(x), value + x, columns - x, height, pitch, scratch,
                             [&](float* panel, const float* guide_panel, float* rest) HWY_ATTR {
                                 filter_panel(scan, panel, guide_panel, scan_panel, height, rest);
                             });
}

template <bool in_range>
void edge_rows_unorm16(const Scan& scan, const uint16_t* value, const uint16_t* guide,
                       uint16_t* out, int rows, int width, ptrdiff_t pitch, float* scratch) {
    HWY_ALIGN uint16_t value_tile[tile_size * tile_size];
    HWY_ALIGN uint16_t guide_tile[tile_size * tile_size];
    const EdgeSlope edge = edge_slope<uint16_t>(scan);
    EdgeState<panel_vectors> state;
    constexpr int step = edge_step<panel_vectors>;
    int x = 0;
    for (; x < width; x += tile_size) {
        const int columns = std::min(tile_size, width - x);
        for (int row = 0; row < rows; ++row) {
            hwy::Prefetch((x % 32 == 0 ? value : guide) + row * pitch + x + scan_prefetch_columns);
        }
        load_tile(value + x, pitch, rows, columns, value_tile);
        load_tile(guide + x, pitch, rows, columns, guide_tile);
        if (x == 0) edge_start(value_tile, guide_tile, state);
        edge_forward<panel_vectors, false, in_range>(edge, value_tile, guide_tile, tile_size,
                                                     columns, state,
                                                     scratch + static_cast<ptrdiff_t>(x) * step);
    }
    for (int k = 0; k < panel_vectors; ++k) state.other[k] = hn::Zero(Lanes());
    for (x -= tile_size; x >= 0; x -= tile_size) {
        const int columns = std::min(tile_size, width - x);
        edge_backward(value_tile + (columns - 1) * tile_size, tile_size, columns, state,
                      scratch + static_cast<ptrdiff_t>(x + columns - 1) * step);
        store_tile(value_tile, out + x, pitch, rows, columns);
    }
}

template <bool in_range>
void edge_columns_unorm16(const Scan& scan, const uint16_t* value, const uint16_t* guide,
                          uint16_t* out, int columns, int height, ptrdiff_t pitch, float* scratch) {
    const EdgeSlope edge = edge_slope<uint16_t>(scan);
    int x = 0;
    for (; x + scan_column_group <= columns; x += scan_column_group) {
        edge_lanes<group_vectors, in_range>(edge, value + x, guide + x, out + x, pitch, height,
                                            scratch);
    }
    for (; x + scan_panel <= columns; x += scan_panel) {
        edge_lanes<panel_vectors, in_range>(edge, value + x, guide + x, out + x, pitch, height,
                                            scratch);
    }
    if (x == columns) return;
    scan_last_columns(value + x, guide + x, out + x, columns - x, height, pitch, scratch,
                      [&](uint16_t* panel, const uint16_t* guide_panel, float* rest) HWY_ATTR {
                          edge_lanes<panel_vectors, in_range>(edge, panel, guide_panel, panel,
                                                              scan_panel, height, rest);
                      });
}

void decode_row(const uint16_t* from, float* to, int n) {
    const Lanes d;
    const LaneVector base = hn::Set(d, code_base);
    const LaneVector unit = hn::Set(d, 1.0f / 65535.0f);
    int x = 0;
    for (; x + lane_count <= n; x += lane_count) {
        hn::StoreU(hn::Mul(hn::Sub(load_codes(from + x), base), unit), d, to + x);
    }
    for (; x < n; ++x) to[x] = static_cast<float>(from[x]) * (1.0f / 65535.0f);
}

void encode_row(const float* from, uint16_t* to, int n) {
    const Lanes d;
    const hn::Rebind<uint16_t, Lanes> d16;
    const auto code = [&](const float* p) HWY_ATTR {
        const LaneVector v = hn::Mul(hn::LoadU(d, p), hn::Set(d, 65535.0f));
        return hn::DemoteTo(
            d16, nearest_integers(hn::Min(hn::Max(v, hn::Zero(d)), hn::Set(d, 65535.0f))));
    };
    int x = 0;
    for (; x + lane_count <= n; x += lane_count) hn::StoreU(code(from + x), d16, to + x);
    if (x >= n) return;
    HWY_ALIGN float last[lane_count] = {};
    HWY_ALIGN uint16_t codes[lane_count];
    std::memcpy(last, from + x, sizeof(float) * static_cast<size_t>(n - x));
    hn::Store(code(last), d16, codes);
    std::memcpy(to + x, codes, sizeof(uint16_t) * static_cast<size_t>(n - x));
}

void scan_rows_unorm16_target(const Scan& scan, const uint16_t* value, const uint16_t* guide,
                              uint16_t* out, int rows, int width, ptrdiff_t pitch, float* scratch) {
    if (scan.kind == ScanKind::edge) {
        const auto filter =
            exponent_in_range(scan) ? edge_rows_unorm16<true> : edge_rows_unorm16<false>;
        return filter(scan, value, guide, out, rows, width, pitch, scratch);
    }
    const ptrdiff_t float_pitch = (width + scan_panel - 1) / scan_panel * scan_panel;
    float* values = scratch;
    float* guides = values + float_pitch * scan_panel;
    float* rest = guides + float_pitch * scan_panel;
    for (int row = 0; row < rows; ++row) {
        decode_row(value + row * pitch, values + row * float_pitch, width);
        if (guide != nullptr) decode_row(guide + row * pitch, guides + row * float_pitch, width);
    }
    scan_rows_target(scan, values, guide == nullptr ? nullptr : guides, rows, width, float_pitch,
                     rest);
    for (int row = 0; row < rows; ++row)
        encode_row(values + row * float_pitch, out + row * pitch, width);
}

void scan_columns_unorm16_target(const Scan& scan, const uint16_t* value, const uint16_t* guide,
                                 uint16_t* out, int columns, int height, ptrdiff_t pitch,
                                 float* scratch) {
    if (scan.kind == ScanKind::edge) {
        const auto filter =
            exponent_in_range(scan) ? edge_columns_unorm16<true> : edge_columns_unorm16<false>;
        return filter(scan, value, guide, out, columns, height, pitch, scratch);
    }
    float* values = scratch;
    float* guides = values + static_cast<ptrdiff_t>(height) * scan_panel;
    float* rest = guides + static_cast<ptrdiff_t>(height) * scan_panel;
    for (int x = 0; x < columns; x += scan_panel) {
        const int n = std::min(scan_panel, columns - x);
        std::fill(values, rest, 0.0f);
        for (ptrdiff_t row = 0; row < height; ++row) {
            decode_row(value + row * pitch + x, values + row * scan_panel, n);
            if (guide != nullptr) decode_row(guide + row * pitch + x, guides + row * scan_panel, n);
        }
        filter_panel(scan, values, guides, scan_panel, height, rest);
        for (ptrdiff_t row = 0; row < height; ++row) {
            encode_row(values + row * scan_panel, out + row * pitch + x, n);
        }
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tonelift {
namespace {

HWY_EXPORT(scan_rows_target);
HWY_EXPORT(scan_columns_target);
HWY_EXPORT(scan_rows_unorm16_target);
HWY_EXPORT(scan_columns_unorm16_target);

size_t scratch_floats(int length) {
    return scan_alignment + static_cast<size_t>(length) *
                                (2 * scan_panel + 2 * std::max(scan_panel, scan_column_group));
}

float* aligned(float* scratch) {
    const uintptr_t mask = scan_alignment * sizeof(float) - 1;
    return reinterpret_cast<float*>((reinterpret_cast<uintptr_t>(scratch) + mask) & ~mask);
}

}  // namespace

size_t scan_scratch(const Scan&, int length) { return scratch_floats(length); }

size_t scan_scratch_unorm16(const Scan& scan, int length) {
    if (scan.kind == ScanKind::edge) return scratch_floats(length);
    return scratch_floats(length) + static_cast<size_t>(length + scan_panel) * 2 * scan_panel;
}

void scan_rows(const Scan& scan, float* value, const float* guide, int rows, int width,
               ptrdiff_t pitch, float* scratch, const InstructionSet& set) {
    if (rows <= 0 || width <= 0) return;
    TONELIFT_DISPATCH(set, scan_rows_target)
    (scan, value, guide, rows, width, pitch, aligned(scratch));
}

void scan_columns(const Scan& scan, float* value, const float* guide, int columns, int height,
                  ptrdiff_t pitch, float* scratch, const InstructionSet& set) {
    if (columns <= 0 || height <= 0) return;
    TONELIFT_DISPATCH(set, scan_columns_target)
    (scan, value, guide, columns, height, pitch, aligned(scratch));
}

void scan_rows_unorm16(const Scan& scan, const uint16_t* value, const uint16_t* guide,
                       uint16_t* out, int rows, int width, ptrdiff_t pitch, float* scratch,
                       const InstructionSet& set) {
    if (rows <= 0 || width <= 0) return;
    TONELIFT_DISPATCH(set, scan_rows_unorm16_target)
    (scan, value, guide, out, rows, width, pitch, aligned(scratch));
}

void scan_columns_unorm16(const Scan& scan, const uint16_t* value, const uint16_t* guide,
                          uint16_t* out, int columns, int height, ptrdiff_t pitch, float* scratch,
                          const InstructionSet& set) {
    if (columns <= 0 || height <= 0) return;
    TONELIFT_DISPATCH(set, scan_columns_unorm16_target)
    (scan, value, guide, out, columns, height, pitch, aligned(scratch));
}

}  // namespace tonelift
#endif
