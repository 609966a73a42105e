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

// Tests run every case (step 1), or every fifth case with instrumentation (step 5).
constexpr int case_step = is_instrumented ? 5 : 1;

// Tests run every format (step 1), or every fifth format with ThreadSanitizer (step 5). A few
// formats suffice to find races, because threads share the same data in every format.
#if defined(__SANITIZE_THREAD__)
constexpr size_t format_step = 5;
#else
constexpr size_t format_step = 1;
#endif

// Returns how many of `all` cases are run: all of them, or a fifth of them with instrumentation.
template <typename Number>
constexpr Number repeats(Number all) {
    return all / case_step;
}

}  // namespace tonelift
