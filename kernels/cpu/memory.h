// SPDX-License-Identifier: BSD-2-Clause
//
// Memory that contains zeros at first and is aligned for SIMD.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "kernels/error.h"
#include "kernels/pass.h"

namespace tonelift {

constexpr size_t cache_line = 64;

template <typename T>
class Aligned {
  public:
    Aligned() = default;
    explicit Aligned(size_t size) : size_(size) {
        const size_t bytes = (size * sizeof(T) + cache_line - 1) / cache_line * cache_line;
        if (bytes == 0) return;
        data_.reset(static_cast<T*>(std::aligned_alloc(cache_line, bytes)));
        if (data_ == nullptr) throw_out_of_memory(bytes);
        std::memset(static_cast<void*>(data_.get()), 0, bytes);
    }

    void reserve(size_t size) {
        if (size > size_) *this = Aligned(size);
    }

    T* data() const { return data_.get(); }
    size_t size() const { return size_; }
    T& operator[](size_t i) const { return data_.get()[i]; }

  private:
    struct Free {
        void operator()(T* data) const { std::free(data); }
    };
    std::unique_ptr<T, Free> data_;
    size_t size_ = 0;
};

// Returns the distance between rows, in samples. Avoids multiples of 4096 bytes, because rows at
// such distances use the same few sets of the cache.
inline ptrdiff_t row_pitch(int width, int bytes) {
    constexpr ptrdiff_t line = cache_line, page = 4096;
    ptrdiff_t pitch = (static_cast<ptrdiff_t>(width) + 15) / 16 * 16 * bytes;
    pitch = (pitch + line - 1) / line * line;
    if (pitch % page == 0) pitch += line;
    return pitch / bytes;
}

class FloatRows {
  public:
    FloatRows() = default;
    FloatRows(Aligned<float>& memory, int rows, int width)
        : pitch_(row_pitch(width, sizeof(float))), memory_(&memory) {
        memory.reserve(static_cast<size_t>(rows * pitch_));
    }

    float* row(int y) const { return memory_->data() + y * pitch_; }
    ptrdiff_t pitch() const { return pitch_; }

  private:
    ptrdiff_t pitch_ = 0;
    Aligned<float>* memory_ = nullptr;
};

// A plane in memory. Two planes can have the same memory if they are never in use at the same time.
class BufferMemory {
  public:
    explicit BufferMemory(const Buffer& buffer)
        : sample_(storage_bytes(buffer.storage)),
          pitch_(row_pitch(buffer.width, sample_)),
          bytes_(static_cast<size_t>(pitch_ * sample_ * buffer.height)) {}

    size_t bytes() const { return bytes_; }
    void lie_at(std::byte* memory) { memory_ = memory; }
    std::byte* at(int x, int y) const { return memory_ + (y * pitch_ + x) * sample_; }
    ptrdiff_t pitch() const { return pitch_; }

  private:
    int sample_;
    ptrdiff_t pitch_;
    size_t bytes_;
    std::byte* memory_ = nullptr;
};

}  // namespace tonelift
