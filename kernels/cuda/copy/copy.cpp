// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/copy/copy.h"

#include <utility>

namespace tonelift::cuda {
namespace {

constexpr unsigned usable_in_every_context = 1;  // CU_MEMHOSTALLOC_PORTABLE
constexpr int pointer_memory_type = 2;           // CU_POINTER_ATTRIBUTE_MEMORY_TYPE

bool is_page_locked(const std::byte* address) {
    unsigned type = 0;
    const auto pointer = reinterpret_cast<CUdeviceptr>(address);
    const CUresult known = driver().pointer_attribute(&type, pointer_memory_type, pointer);
    return known == CUDA_SUCCESS && type == CU_MEMORYTYPE_HOST;
}

std::byte* row_of(const FramePlanes& frame, size_t plane, size_t row) {
    return frame.data[plane] + static_cast<ptrdiff_t>(row) * frame.pitch[plane];
}

struct CopiedRows {
    std::byte* from;
    std::byte* to;
    size_t from_pitch;
    size_t to_pitch;
    size_t bytes;
    size_t rows;
};

void copy_rows(const CopiedRows& rows, Side from_side, Side to_side, CUstream stream) {
    CUDA_MEMCPY2D copy{};
    copy.srcMemoryType = from_side == Side::host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    copy.srcHost = rows.from;
    copy.srcDevice = reinterpret_cast<CUdeviceptr>(rows.from);
    copy.srcPitch = rows.from_pitch;
    copy.dstMemoryType = to_side == Side::host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    copy.dstHost = rows.to;
    copy.dstDevice = reinterpret_cast<CUdeviceptr>(rows.to);
    copy.dstPitch = rows.to_pitch;
    copy.WidthInBytes = rows.bytes;
    copy.Height = rows.rows;
    check(driver().copy_2d(&copy, stream), "copying a frame");
}

}  // namespace

PinnedMemory::PinnedMemory(DevicePointer device, size_t bytes) : device_(std::move(device)) {
    const CurrentContext current(*device_);
    check(driver().host_allocate(&data_, bytes, usable_in_every_context),
          "allocating " + std::to_string(bytes >> 20) + " MB of page-locked memory");
}

PinnedMemory::~PinnedMemory() {
    if (data_ != nullptr) in_context(device_, [&] { driver().host_free(data_); });
}

void PinnedMemory::swap(PinnedMemory& other) {
    std::swap(device_, other.device_);
    std::swap(data_, other.data_);
}

bool is_pinned(const FramePlanes& frame, size_t plane, const PackedPicture& picture) {
    const PackedPicture::Plane& shape = picture.planes[plane];
    const std::byte* last_row = row_of(frame, plane, shape.rows - 1);
    return is_page_locked(frame.data[plane]) && is_page_locked(last_row + shape.row_bytes - 1);
}

void copy_plane(const FramePlanes& from, Side from_side, const FramePlanes& to, Side to_side,
                size_t plane, const PackedPicture& picture, CUstream stream) {
    const PackedPicture::Plane& shape = picture.planes[plane];
    const ptrdiff_t from_pitch = from.pitch[plane], to_pitch = to.pitch[plane];
    if (from_pitch > 0 && to_pitch > 0) {
        copy_rows({from.data[plane], to.data[plane], static_cast<size_t>(from_pitch),
                   static_cast<size_t>(to_pitch), shape.row_bytes, shape.rows},
                  from_side, to_side, stream);
        return;
    }
    for (size_t row = 0; row < shape.rows; ++row) {
        copy_rows({row_of(from, plane, row), row_of(to, plane, row), shape.row_bytes,
                   shape.row_bytes, shape.row_bytes, 1},
                  from_side, to_side, stream);
    }
}

}  // namespace tonelift::cuda
