// SPDX-License-Identifier: BSD-2-Clause
//
// Reduces the number of random test cases in builds with instrumentation, which run slowly.
#pragma once

#include <cstddef>

namespace tonelift {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool is_instrumented = true;
#else
constexpr bool is_instrumented = false;
#endif

// Step between the cases that this build runs: 1, or 5 with instrumentation.
constexpr int case_step = is_instrumented ? 5 : 1;

// Step between the formats that this build runs. With ThreadSanitizer, it is 5: a few formats
// suffice to find races, because threads share the same data in every format.
#if defined(__SANITIZE_THREAD__)
constexpr size_t format_step = 5;
#else
constexpr size_t format_step = 1;
#endif

// Returns how many of `all` cases this build runs: all, or a fifth with instrumentation.
template <typename Number>
constexpr Number repeats(Number all) {
    return all / case_step;
}

}  // namespace tonelift
