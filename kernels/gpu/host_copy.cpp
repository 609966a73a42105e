// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/gpu/host_copy.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/gpu/host_copy.cpp"
#include <hwy/foreach_target.h>
// Highway requires that these includes come after hwy/foreach_target.h.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tonelift::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void copy_past_cache(const std::byte* from, std::byte* to, size_t bytes) {
    const hn::ScalableTag<uint8_t> d;
    const size_t step = hn::Lanes(d);
    const size_t before = std::min(bytes, (step - reinterpret_cast<uintptr_t>(to) % step) % step);
    std::memcpy(to, from, before);
    size_t done = before;
    for (; done + step <= bytes; done += step) {
        const auto v = hn::LoadU(d, reinterpret_cast<const uint8_t*>(from + done));
        hn::Stream(v, d, reinterpret_cast<uint8_t*>(to + done));
    }
    std::memcpy(to + done, from + done, bytes - done);
    hwy::FlushStream();
}

}  // namespace tonelift::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tonelift {
namespace {

// Size of an item in bytes. Each item is copied by one thread. With smaller items, task overhead
// would take a noticeable share of the time. With larger items, small frames would have fewer items
// than threads.
constexpr size_t bytes_per_item = 256 << 10;

HWY_EXPORT(copy_past_cache);

}  // namespace

void HostCopies::add(const FramePlanes& from, const FramePlanes& to, size_t plane,
                     const PackedPicture& picture, CopyReader reader) {
    const PackedPicture::Plane& shape = picture.planes[plane];
    const size_t rows_per_item = std::max<size_t>(1, bytes_per_item / shape.row_bytes);
    for (size_t row = 0; row < shape.rows; row += rows_per_item) {
        const auto y = static_cast<ptrdiff_t>(row);
        items_.push_back({from.data[plane] + y * from.pitch[plane],
                          to.data[plane] + y * to.pitch[plane], from.pitch[plane], to.pitch[plane],
                          shape.row_bytes, std::min(rows_per_item, shape.rows - row), reader});
    }
}

void HostCopies::copy(size_t item) const {
    Rows rows = items_[item];
    const auto pitch = static_cast<ptrdiff_t>(rows.bytes);
    if (rows.from_pitch == pitch && rows.to_pitch == pitch) {
        rows.bytes *= rows.rows;
        rows.rows = 1;
    }
    for (size_t row = 0; row < rows.rows; ++row) {
        const auto y = static_cast<ptrdiff_t>(row);
        const std::byte* from = rows.from + y * rows.from_pitch;
        std::byte* to = rows.to + y * rows.to_pitch;
        if (rows.reader == CopyReader::device) {
            std::memcpy(to, from, rows.bytes);
        } else {
            HWY_DYNAMIC_DISPATCH(copy_past_cache)(from, to, rows.bytes);
        }
    }
}

}  // namespace tonelift
#endif
