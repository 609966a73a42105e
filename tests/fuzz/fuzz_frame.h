// SPDX-License-Identifier: BSD-2-Clause
// Frames for fuzzers. The memory of each plane ends at its last sample, so a sanitizer detects
// every access beyond the plane.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

class FuzzFrame {
  public:
    FuzzFrame(const Picture& picture, uint32_t seed) {
        for (int i = 0; i < picture.format->planes(); ++i) {
            const ptrdiff_t pitch = picture.format->row_bytes(i, picture.width);
            const auto size = static_cast<size_t>(pitch) *
                              static_cast<size_t>(picture.format->plane_height(i, picture.height));
            auto& plane = planes_[static_cast<size_t>(i)];
            pitch_[static_cast<size_t>(i)] = pitch;
            plane.resize(size);
            if (seed == 0) continue;
            for (std::byte& byte : plane) {
                seed = seed * 1664525 + 1013904223;
                byte = static_cast<std::byte>(seed >> 24);
            }
        }
    }

    FramePlanes planes() {
        FramePlanes result;
        for (size_t i = 0; i < planes_.size(); ++i) {
            result.data[i] = planes_[i].empty() ? nullptr : planes_[i].data();
            result.pitch[i] = pitch_[i];
        }
        return result;
    }

    bool operator==(const FuzzFrame&) const = default;

  private:
    std::array<std::vector<std::byte>, 4> planes_;
    std::array<ptrdiff_t, 4> pitch_{};
};

}  // namespace tonelift
