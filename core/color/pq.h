// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cmath>

#include "kernels/math/constants.h"

namespace tonelift {

// Convert between light in cd/m2 and PQ codes (SMPTE ST 2084). Light is limited to [0, 10000],
// codes to [0, 1].
inline double pq_code(double nits) {
    namespace c = constants;
    const double power = std::pow(std::clamp(nits / c::pq_peak, 0.0, 1.0), c::pq_m1);
    return std::pow((c::pq_c1 + c::pq_c2 * power) / (1 + c::pq_c3 * power), c::pq_m2);
}

inline double pq_light(double code) {
    namespace c = constants;
    const double root = std::pow(std::clamp(code, 0.0, 1.0), 1 / c::pq_m2);
    const double power = std::max(root - c::pq_c1, 0.0) / (c::pq_c2 - c::pq_c3 * root);
    return c::pq_peak * std::pow(power, 1 / c::pq_m1);
}

}  // namespace tonelift
