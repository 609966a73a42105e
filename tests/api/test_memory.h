// SPDX-License-Identifier: BSD-2-Clause
// Replaces the memory allocator of the test program. It counts allocations, and a test can make an
// allocation fail.
#pragma once

#include <atomic>
#include <cstddef>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define TONELIFT_TEST_MEMORY 0
#else
#define TONELIFT_TEST_MEMORY 1
#endif

namespace tonelift {

extern std::atomic<int> allocations;
extern std::atomic<size_t> aligned_bytes;  // without the unused memory after arrays

// Number of allocations of this thread that succeed before one fails. If it is negative, all
// succeed.
extern thread_local long allocations_left;
extern thread_local bool memory_failed;

template <typename Work>
bool with_allocations(long count, const Work& work) {
    memory_failed = false;
    allocations_left = count;
    work();
    allocations_left = -1;
    return !memory_failed;
}

}  // namespace tonelift
