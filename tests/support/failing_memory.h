// SPDX-License-Identifier: BSD-2-Clause
//
// Memory that gives out, for tests of what happens then. A program that includes this has an
// allocator of its own, so only one of its files may.
#pragma once

#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define TONELIFT_MEMORY_CAN_FAIL 0
#else
#define TONELIFT_MEMORY_CAN_FAIL 1
#endif

namespace tonelift {

// Allocations of this thread that still succeed; negative: all do.
inline thread_local long allocations_left = -1;
inline thread_local bool memory_failed = false;

inline bool takes_allocation() {
    if (allocations_left < 0) return true;
    if (allocations_left-- > 0) return true;
    allocations_left = 0;  // whatever comes later fails, too
    memory_failed = true;
    return false;
}

// Runs `work` with memory for so many allocations; whether it had enough.
template <typename Work>
bool with_allocations(long count, const Work& work) {
    memory_failed = false;
    allocations_left = count;
    work();
    allocations_left = -1;
    return !memory_failed;
}

}  // namespace tonelift

#if TONELIFT_MEMORY_CAN_FAIL
extern "C" {
void* __libc_malloc(size_t size);
void* __libc_memalign(size_t alignment, size_t size);

void* malloc(size_t size) { return tonelift::takes_allocation() ? __libc_malloc(size) : nullptr; }
void* aligned_alloc(size_t alignment, size_t size) {
    return tonelift::takes_allocation() ? __libc_memalign(alignment, size) : nullptr;
}
}
#endif
