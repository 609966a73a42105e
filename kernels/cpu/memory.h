// SPDX-License-Identifier: BSD-2-Clause
//
// Memory that is far from the memory of other threads and is aligned for SIMD.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "kernels/error.h"
#include "kernels/pass.h"

namespace tonelift {

constexpr size_t cache_line = 64;

// The unused memory after an array, in bytes. A processor prefetches up to a page beyond an array
// that its thread uses. If another thread writes there, the two processors take the memory from
// each other. Short arrays cause few prefetches. AddressSanitizer detects accesses beyond an array
// only if there is no unused memory.
#if defined(__SANITIZE_ADDRESS__)
constexpr size_t longest_gap = 0;
#else
constexpr size_t longest_gap = 8192;
#endif
constexpr size_t gap_after(size_t bytes) { return bytes < 2048 ? 0 : longest_gap; }

inline size_t whole_lines(size_t bytes) {
    return (bytes + cache_line - 1) / cache_line * cache_line;
}

// Returns memory that std::free() releases, or null.
inline void* allocate_apart(size_t bytes) {
    return std::aligned_alloc(cache_line, whole_lines(bytes) + gap_after(bytes));
}

template <typename T>
struct ApartAllocator {
    using value_type = T;

    ApartAllocator() = default;
    template <typename Other>
    ApartAllocator(const ApartAllocator<Other>&) {}

    T* allocate(size_t count) {
        static_assert(alignof(T) <= cache_line);
        void* const memory = allocate_apart(count * sizeof(T));
        if (memory == nullptr) throw std::bad_alloc();
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, size_t) { std::free(memory); }
    bool operator==(const ApartAllocator&) const { return true; }
};

// A vector that one thread changes.
template <typename T>
using ApartVector = std::vector<T, ApartAllocator<T>>;

// An object for each worker.
template <typename T>
class PerWorker {
  public:
    explicit PerWorker(int workers) {
        for (int i = 0; i < workers; ++i) objects_.emplace_back(size_t{1});
    }

    T& operator[](int worker) { return objects_[static_cast<size_t>(worker)].front(); }

  private:
    std::vector<ApartVector<T>> objects_;
};

// An array that contains zeros at first.
template <typename T>
class Aligned {
  public:
    Aligned() = default;
    explicit Aligned(size_t size) : size_(size) {
        const size_t bytes = whole_lines(size * sizeof(T));
        if (bytes == 0) return;
        data_.reset(static_cast<T*>(allocate_apart(bytes)));
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
