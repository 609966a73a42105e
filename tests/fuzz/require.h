// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdlib>

namespace tonelift {

inline void require(bool holds) {
    if (!holds) std::abort();
}

}  // namespace tonelift
