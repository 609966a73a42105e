// SPDX-License-Identifier: BSD-2-Clause
#include "core/language/separable.h"

#include <algorithm>
#include <cmath>

namespace tonelift::lower {
namespace {

// Tolerance for rounding in the products of weights, relative to the largest weight.
constexpr double rounding = 0x1p-22;

}  // namespace

std::optional<SeparableWeights> separated(const std::vector<float>& weights) {
    const auto side = static_cast<size_t>(std::lround(std::sqrt(weights.size())));
    const auto largest = std::ranges::max_element(weights, {}, [](float w) { return std::abs(w); });
    const double most = *largest;
    if (most == 0) return std::nullopt;
    const auto place = static_cast<size_t>(largest - weights.begin());
    SeparableWeights lines;
    for (size_t i = 0; i < side; ++i) {
        lines.across.push_back(weights[place / side * side + i]);
        lines.down.push_back(static_cast<float>(weights[i * side + place % side] / most));
    }
    for (size_t i = 0; i < weights.size(); ++i) {
        const double product = double{lines.across[i % side]} * double{lines.down[i / side]};
        if (!(std::abs(product - double{weights[i]}) <= rounding * std::abs(most)))
            return std::nullopt;
    }
    return lines;
}

}  // namespace tonelift::lower
