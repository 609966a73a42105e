// SPDX-License-Identifier: BSD-2-Clause
//
// Copies frames between the caller's memory and page-locked memory. A copy is divided into items,
// so that several threads can share it.
#pragma once

#include <vector>

#include "kernels/gpu/packed_picture.h"

namespace tonelift {

// The reader of the copied bytes. Copies for the caller bypass the CPU cache, because the caller
// reads the bytes much later.
enum class CopyReader : bool { device, caller };

class HostCopies {
  public:
    void clear() { items_.clear(); }
    void add(const FramePlanes& from, const FramePlanes& to, size_t plane,
             const PackedPicture& picture, CopyReader reader);

    size_t items() const { return items_.size(); }
    void copy(size_t item) const;

  private:
    struct Rows {
        const std::byte* from;
        std::byte* to;
        ptrdiff_t from_pitch;
        ptrdiff_t to_pitch;
        size_t bytes;
        size_t rows;
        CopyReader reader;
    };
    std::vector<Rows> items_;
};

}  // namespace tonelift
