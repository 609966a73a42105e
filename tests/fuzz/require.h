// SPDX-License-Identifier: BSD-2-Clause
//
// The assertion of the fuzzers.
#pragma once

#include <cstdlib>

namespace tonelift {

// Ends the fuzzer with a finding if the condition does not hold.
inline void require(bool holds) {
    if (!holds) std::abort();
}

}  // namespace tonelift
