// SPDX-License-Identifier: BSD-2-Clause
#include "core/metadata/light_codes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/color/pq.h"

namespace tonelift {
namespace {

// The table starts at first_nits (cd/m2). 24 octaves above first_nits are 16777 cd/m2, which is
// above the peak of PQ.
constexpr double first_nits = 0.001, steps_per_octave = 40;
constexpr size_t steps = 24 * 40;

std::array<double, steps + 1> made_codes() {
    std::array<double, steps + 1> codes;
    for (size_t i = 0; i <= steps; ++i)
        codes[i] = pq_code(
            std::min(first_nits * std::exp2(static_cast<double>(i) / steps_per_octave), 10000.0));
    return codes;
}

}  // namespace

double code_of_octave(double log2_nits) {
    static const std::array<double, steps + 1> codes = made_codes();
    static const double first = std::log2(first_nits);
    const double place = std::max(log2_nits - first, 0.0) * steps_per_octave;
    const size_t i = std::min(static_cast<size_t>(place), steps - 1);
    return codes[i] + (place - static_cast<double>(i)) * (codes[i + 1] - codes[i]);
}

double code_of_light(double nits) {
    return nits <= first_nits ? pq_code(nits) : code_of_octave(std::log2(nits));
}

double slope_between(double a, double b) {
    constexpr double least_part = 0.01, least_step = 0.001;
    const double low = std::min(a, b);
    const double high = std::max(std::max(a, b), low * (1 + least_part) + least_step);
    return (code_of_light(high) - code_of_light(low)) / (high - low);
}

}  // namespace tonelift
