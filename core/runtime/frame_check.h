// SPDX-License-Identifier: BSD-2-Clause
// Checks the planes, the pitch and the alignment of frames before any access.
#pragma once

#include <tonelift/tonelift.h>

#include <cstdint>
#include <span>
#include <vector>

namespace tonelift {

class FrameCheck {
  public:
    explicit FrameCheck(bool one_memory) : one_memory_(one_memory) {}

    // Throws Error (argument) for an invalid plane, with a message that names the frame and the
    // plane.
    void check(std::span<const tonelift_frame> in, const tonelift_video& in_video,
               std::span<const tonelift_frame> out, const tonelift_video& out_video);

  private:
    struct Extent {
        uintptr_t low;
        uintptr_t high;
        uintptr_t row;
        uintptr_t pitch;
        size_t frame;
        int plane;
        bool output;
    };
    void add(std::span<const tonelift_frame> frames, const tonelift_video& video, bool output);
    bool conflict(const Extent& a, const Extent& b) const;
    void check_overlaps();

    bool one_memory_;
    std::vector<Extent> extents_;  // kept between calls to avoid allocations
};

}  // namespace tonelift
