// SPDX-License-Identifier: BSD-2-Clause
//
// Allocates page-locked host memory, and copies planes between host and device.
#pragma once

#include "kernels/cuda/driver/device.h"
#include "kernels/gpu/packed_picture.h"

namespace tonelift::cuda {

class PinnedMemory {
  public:
    PinnedMemory() = default;
    PinnedMemory(DevicePointer device, size_t bytes);
    PinnedMemory(PinnedMemory&& other) noexcept { swap(other); }
    PinnedMemory& operator=(PinnedMemory&& other) noexcept {
        swap(other);
        return *this;
    }
    ~PinnedMemory();

    std::byte* data() const { return static_cast<std::byte*>(data_); }

  private:
    void swap(PinnedMemory& other);
    DevicePointer device_;
    void* data_ = nullptr;
};

bool is_pinned(const FramePlanes& frame, size_t plane, const PackedPicture& picture);

enum class Side : bool { host, device };

// Enqueues the copy of one plane on `stream`. The pitch of a plane is negative if its rows are
// stored bottom-up.
void copy_plane(const FramePlanes& from, Side from_side, const FramePlanes& to, Side to_side,
                size_t plane, const PackedPicture& picture, CUstream stream);

}  // namespace tonelift::cuda
