// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/pq_table.h"

#include "kernels/cuda/table_lookup.h"

namespace tonelift::cuda {
namespace {

thread_local bool table_there = false;

}  // namespace

std::string pq_table_text() {
    std::string text = std::string(".global .align 4 .f32 ") + pq_table_global + "[" +
                       std::to_string(pq_table_entries + 1) + "] = {";
    for (int i = 0; i < pq_table_entries + 1; ++i) {
        if (i > 0) text += i % 8 == 0 ? ",\n" : ", ";
        text += ptx_number(math::pq_decode(static_cast<float>(i) /
                                           static_cast<float>(pq_table_entries - 1)));  // 1 at most
    }
    return text + "};\n";
}

PqTableScope::PqTableScope(bool there) : before_(table_there) { table_there = there; }
PqTableScope::~PqTableScope() { table_there = before_; }
bool PqTableScope::there() { return table_there; }

// The number of the interval are the bits of a denormal number, and the line over it gives the
// light.
ptx::Number pq_table_value(PtxWriter& to, const ptx::Number& x) {
    using ptx::Number;
    const Number bounded = saturate(x);
    const std::string place = table_place(to, bounded, pq_table_entries - 1);
    const std::string start = to.word("mov.u32", {pq_table_shared});
    const std::string low = to.number(), slope = to.number();
    to.line("ld.shared.v2.f32", {"{" + low + ", " + slope + "}",
                                 "[" + to.word("mad.lo.u32", {place, "8", start}) + "]"});
    const Number light = multiply_add(bounded, Number(slope), Number(low));
    return Number(light.text(), {0.0f, math::pq_top});
}

}  // namespace tonelift::cuda
