// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/pq_table.h"

#include <cstdint>

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

// The integral part of the place lies in the low bits of a float near 2^23; times 8 it is the byte
// in the table, and the bits of 2^23 itself are left out by beginning so much before it.
ptx::Number pq_table_value(PtxWriter& to, const ptx::Number& x) {
    using ptx::Number;
    constexpr float base = 8388608.0f, intervals = pq_table_entries - 1;
    constexpr uint32_t base_bytes = 0x4B000000u * 8;  // modulo 2^32
    const Number bounded = saturate(x);
    const Number whole(
        to.number("fma.rz.ftz.f32", {bounded.text(), ptx_number(intervals), ptx_number(base)}));
    const Number part = multiply_add(bounded, Number(intervals), Number(base) - whole);
    const std::string start = to.word("mov.u32", {pq_table_shared});
    const std::string before = to.word("sub.u32", {start, std::to_string(base_bytes)});
    const std::string bits = to.word("mov.b32", {whole.text()});
    const std::string low = to.number(), step = to.number();
    to.line("ld.shared.v2.f32", {"{" + low + ", " + step + "}",
                                 "[" + to.word("mad.lo.u32", {bits, "8", before}) + "]"});
    return multiply_add(part, Number(step), Number(low));
}

}  // namespace tonelift::cuda
