// SPDX-License-Identifier: BSD-2-Clause
//
// Emits PTX that interpolates linearly in a table. Each entry stores the line from its point to the
// next point, as the line's slope and its value at x = 0.
#pragma once

#include <limits>

#include "kernels/cuda/emit/ptx_math.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// Emits the integer floor(x * intervals) for x in [0, 1]. The product is computed as a denormal
// float, whose bits are this integer.
inline std::string table_place(PtxWriter& to, const ptx::Number& x, int intervals) {
    const float units = static_cast<float>(intervals) * std::numeric_limits<float>::denorm_min();
    return to.word("mov.b32", {to.number("mul.rz.f32", {x.text(), ptx_number(units)})});
}

inline ptx::Number emit_lookup(PtxWriter& to, const std::string& tables, int table,
                               const ptx::Number& x) {
    using ptx::Number;
    const Number bounded = saturate(x);
    const std::string place = table_place(to, bounded, curve_entries - 1);
    const std::string address = to.address("mad.wide.u32", {place, "8", tables});
    const std::string start = to.number(), slope = to.number();
    to.line("ld.global.v2.f32",
            {"{" + start + ", " + slope + "}",
             "[" + address + "+" + std::to_string(table * curve_entries * 8) + "]"});
    return multiply_add(bounded, Number(slope), Number(start));
}

}  // namespace tonelift::cuda
