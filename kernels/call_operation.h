// SPDX-License-Identifier: BSD-2-Clause
//
// Calls a math operation whose operands and results are in arrays.
#pragma once

#include <cstddef>
#include <utility>

namespace tonelift {

template <int inputs, typename F, typename Number>
auto call_with(F f, const Number* in) {
    return [&]<size_t... I>(std::index_sequence<I...>) { return f(in[I]...); }
    (std::make_index_sequence<inputs>());
}

template <int outputs, typename Result, typename Number>
void write_result(const Result& result, Number* out) {
    if constexpr (outputs == 1) {
        out[0] = result;
    } else {
        out[0] = result.x;
        out[1] = result.y;
        out[2] = result.z;
    }
}

}  // namespace tonelift
