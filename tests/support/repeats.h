// SPDX-License-Identifier: BSD-2-Clause
//
// Reduces the number of random test cases in builds with instrumentation, which run slowly.
#pragma once

namespace tonelift {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool is_instrumented = true;
#else
constexpr bool is_instrumented = false;
#endif

// Returns how many of `all` cases this build runs: all, or a fifth with instrumentation.
template <typename Number>
constexpr Number repeats(Number all) {
    return is_instrumented ? all / 5 : all;
}

}  // namespace tonelift
