// SPDX-License-Identifier: BSD-2-Clause
// Memory that detects accesses out of bounds: an inaccessible page follows it, and bytes with a
// known value precede it.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>

namespace tonelift {

class GuardedMemory {
  public:
    static constexpr unsigned char canary = 0xCC;

    explicit GuardedMemory(size_t size) {
        const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
        const size_t room = (size + page - 1) / page * page;
        mapped_ = room + page;
        void* pages =
            mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) throw std::bad_alloc();
        first_ = static_cast<unsigned char*>(pages);
        std::memset(first_, canary, room);
        mprotect(first_ + room, page, PROT_NONE);
        data_ = first_ + room - size;
    }
    ~GuardedMemory() { munmap(first_, mapped_); }
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;

    unsigned char* data() { return data_; }
    bool untouched_in_front() const {
        return std::all_of(first_, data_, [](unsigned char byte) { return byte == canary; });
    }

  private:
    size_t mapped_;
    unsigned char* first_;
    unsigned char* data_;
};

}  // namespace tonelift
