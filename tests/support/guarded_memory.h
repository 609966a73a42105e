// SPDX-License-Identifier: BSD-2-Clause
//
// Memory that ends at an inaccessible page: one byte read or written past it ends the program, in
// every build. There are canaries before it.
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

    // Filled with canaries. size: at most a page.
    explicit GuardedMemory(size_t size) : page_(static_cast<size_t>(sysconf(_SC_PAGESIZE))) {
        void* pages =
            mmap(nullptr, 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED || size > page_) throw std::bad_alloc();
        first_ = static_cast<unsigned char*>(pages);
        std::memset(first_, canary, page_);
        mprotect(first_ + page_, page_, PROT_NONE);
        data_ = first_ + page_ - size;
    }
    ~GuardedMemory() { munmap(first_, 2 * page_); }
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;

    unsigned char* data() { return data_; }
    bool untouched_in_front() const {
        return std::all_of(first_, data_, [](unsigned char byte) { return byte == canary; });
    }

  private:
    size_t page_;
    unsigned char* first_;
    unsigned char* data_;
};

}  // namespace tonelift
