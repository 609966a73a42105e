// SPDX-License-Identifier: BSD-2-Clause
//
// Prefetches of memory that a later loop reads or writes.
#pragma once

#include "kernels/strip.h"

namespace tonelift {

// Distance in pixels between an access and its prefetch. Until a loop arrives there, it has
// processed the rest of its line and another line, which takes longer than an access to memory.
constexpr int prefetch_pixels = 2 * long_strip_pixels;

// Prefetches into the second-level cache. A core can wait for many more cache lines there than in
// the first level. GCC removes calls of this function unless it is always inlined, because the
// function has no result.
[[gnu::always_inline]] inline void prefetch(const void* at) { __builtin_prefetch(at, 0, 2); }

}  // namespace tonelift
