// SPDX-License-Identifier: BSD-2-Clause
//
// Allocates the memory of one frame that the tool reads or makes.
#pragma once

#include <tonelift/frame.h>

#include <cstdint>
#include <vector>

namespace tonelift {

// The memory of one frame, without gaps between rows or planes.
class FrameMemory {
  public:
    // Computes the layout from the size and the format of `video`, which must be valid. Allocates
    // no memory.
    explicit FrameMemory(const tonelift_video& video);

    size_t size() const { return size_; }
    void allocate() { bytes_.resize(size_); }
    std::vector<char>& bytes() { return bytes_; }
    const std::vector<char>& bytes() const { return bytes_; }

    uint8_t* row(size_t plane, int y) {
        return reinterpret_cast<uint8_t*>(bytes_.data()) + offset(plane, y);
    }
    const uint8_t* row(size_t plane, int y) const {
        return reinterpret_cast<const uint8_t*>(bytes_.data()) + offset(plane, y);
    }
    size_t pitch(size_t plane) const { return planes_[plane].pitch; }

    tonelift_frame planes();

  private:
    struct Plane {
        size_t first;
        size_t pitch;
    };
    size_t offset(size_t plane, int y) const {
        return planes_[plane].first + static_cast<size_t>(y) * planes_[plane].pitch;
    }

    std::vector<Plane> planes_;
    size_t size_ = 0;
    std::vector<char> bytes_;
};

}  // namespace tonelift
