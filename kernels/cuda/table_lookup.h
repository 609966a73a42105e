// SPDX-License-Identifier: BSD-2-Clause
//
// A number between the entries of a table (kernels/pass.h, curve_entries). On the device a table
// holds pairs: a value and the one after it.
#pragma once

#include "kernels/cuda/ptx_math.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

inline ptx::Number emit_lookup(PtxWriter& to, const std::string& tables, int table,
                               const ptx::Number& x) {
    using ptx::Number;
    const Number place = saturate(x) * Number(static_cast<float>(curve_entries - 1));
    const Number whole = min(floor(place), Number(static_cast<float>(curve_entries - 2)));
    const std::string index = to.word("cvt.rzi.u32.f32", {whole.text()});
    const std::string address = to.address("mad.wide.u32", {index, "8", tables});
    const std::string low = to.number(), high = to.number();
    to.line("ld.global.v2.f32",
            {"{" + low + ", " + high + "}",
             "[" + address + "+" + std::to_string(table * curve_entries * 8) + "]"});
    return mix(Number(low), Number(high), place - whole);
}

}  // namespace tonelift::cuda
