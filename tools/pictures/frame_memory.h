// SPDX-License-Identifier: BSD-2-Clause
//
// The memory of one frame that the tool reads or makes.
#pragma once

#include <tonelift/frame.h>

#include <cstdint>
#include <vector>

namespace tonelift {

// The planes of a frame one after the other, each row after the other, without gaps.
class FrameMemory {
  public:
    // video: size and format count, and must be valid. Takes no memory.
    explicit FrameMemory(const tonelift_video& video);

    size_t size() const { return size_; }  // bytes of a whole frame
    void allocate() { bytes_.resize(size_); }
    // The bytes so far: none before allocate(), unless a reader adds them.
    std::vector<char>& bytes() { return bytes_; }
    const std::vector<char>& bytes() const { return bytes_; }

    // The first byte of row y of a plane.
    uint8_t* row(size_t plane, int y) {
        return reinterpret_cast<uint8_t*>(bytes_.data()) + offset(plane, y);
    }
    const uint8_t* row(size_t plane, int y) const {
        return reinterpret_cast<const uint8_t*>(bytes_.data()) + offset(plane, y);
    }
    // Bytes of a row of a plane.
    size_t pitch(size_t plane) const { return planes_[plane].pitch; }

    // The bytes as a frame of the library.
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
