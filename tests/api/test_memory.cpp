// SPDX-License-Identifier: BSD-2-Clause
#include "tests/api/test_memory.h"

#include <cstdlib>

#include "kernels/cpu/memory.h"

namespace tonelift {

std::atomic<int> allocations{0};
std::atomic<size_t> aligned_bytes{0};
thread_local long allocations_left = -1;
thread_local bool memory_failed = false;

}  // namespace tonelift

#if TONELIFT_TEST_MEMORY
namespace {

bool takes_allocation() {
    using namespace tonelift;
    ++allocations;
    if (allocations_left < 0) return true;
    if (allocations_left-- > 0) return true;
    allocations_left = 0;
    memory_failed = true;
    return false;
}

}  // namespace

extern "C" {
void* __libc_malloc(size_t size);
void* __libc_memalign(size_t alignment, size_t size);

void* malloc(size_t size) { return takes_allocation() ? __libc_malloc(size) : nullptr; }
void* aligned_alloc(size_t alignment, size_t size) {
    const bool has_gap = size > tonelift::longest_gap;
    tonelift::aligned_bytes += size - (has_gap ? tonelift::longest_gap : 0);
    return takes_allocation() ? __libc_memalign(alignment, size) : nullptr;
}
}
#endif
