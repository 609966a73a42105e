// SPDX-License-Identifier: BSD-2-Clause
// Planes of random numbers. Tests check that the padding of the rows does not change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tonelift {

// A plane. Its rows are aligned to 64 bytes if T has 4 bytes and the pitch is a multiple of 16
// elements.
template <typename T>
class TestPlane {
  public:
    TestPlane(int width, int height, ptrdiff_t pitch, T filler)
        : width_(width), height_(height), pitch_(pitch), filler_(filler) {
        store_.assign(static_cast<size_t>(pitch) * static_cast<size_t>(height) + 64, filler);
        const auto address = reinterpret_cast<uintptr_t>(store_.data());
        offset_ = ((64 - address % 64) % 64) / sizeof(T);
    }

    T* row(int y) { return store_.data() + offset_ + static_cast<ptrdiff_t>(y) * pitch_; }
    const T* row(int y) const {
        return store_.data() + offset_ + static_cast<ptrdiff_t>(y) * pitch_;
    }
    T& at(int x, int y) { return row(y)[x]; }
    T at(int x, int y) const { return row(y)[x]; }
    int width() const { return width_; }
    int height() const { return height_; }
    ptrdiff_t pitch() const { return pitch_; }

    template <class Value>
    void fill(const Value& value) {
        for (int y = 0; y < height_; ++y) {
            for (int x = 0; x < width_; ++x) at(x, y) = value(x, y);
        }
    }

    bool padding_untouched() const {
        for (size_t i = 0; i < store_.size(); ++i) {
            const auto from_start = static_cast<ptrdiff_t>(i) - static_cast<ptrdiff_t>(offset_);
            const bool inside =
                from_start >= 0 && from_start < pitch_ * height_ && from_start % pitch_ < width_;
            if (!inside && store_[i] != filler_) return false;
        }
        return true;
    }

  private:
    int width_;
    int height_;
    ptrdiff_t pitch_;
    T filler_;
    size_t offset_ = 0;
    std::vector<T> store_;
};

}  // namespace tonelift
