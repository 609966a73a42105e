// SPDX-License-Identifier: BSD-2-Clause
//
// The assertion of the fuzzers.
#pragma once

#include <cstdlib>

namespace tonelift {

// Aborts if the condition is false, which the fuzzer reports.
inline void require(bool holds) {
    if (!holds) std::abort();
}

}  // namespace tonelift
