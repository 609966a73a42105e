// SPDX-License-Identifier: BSD-2-Clause
//
// Copies between host and device: page-locked memory, and copies of planes.
#pragma once

#include <array>

#include "kernels/cuda/driver/stream.h"
#include "kernels/format.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// Host memory that the device reads and writes at full speed.
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

// The planes of a picture in one block of memory, on the host or on the device.
struct PackedPicture {
    struct Plane {
        size_t offset = 0;
        size_t pitch = 0;
        size_t row_bytes = 0;
        size_t rows = 0;
    };
    explicit PackedPicture(const Picture& picture);

    FramePlanes at(std::byte* block) const;

    size_t count = 0;
    std::array<Plane, 4> planes;
    size_t bytes = 0;
};

// Whether the driver knows the plane's memory as page-locked.
bool is_pinned(const FramePlanes& frame, size_t plane, const PackedPicture& picture);

enum class Side : bool { host, device };

// Enqueues the copy of one plane. Pitches may be negative.
void copy_plane(const FramePlanes& from, Side from_side, const FramePlanes& to, Side to_side,
                size_t plane, const PackedPicture& picture, CUstream stream);

}  // namespace tonelift::cuda
