// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

#include "kernels/cuda/emit/ptx_writer.h"

namespace tonelift::cuda {

inline std::string thread_number(PtxWriter& to) {
    const std::string y = to.word("mov.u32", {"%tid.y"});
    const std::string x = to.word("mov.u32", {"%tid.x"});
    const std::string width = to.word("mov.u32", {"%ntid.x"});
    return to.word("mad.lo.u32", {y, width, x});
}
inline std::string thread_count(PtxWriter& to) {
    const std::string x = to.word("mov.u32", {"%ntid.x"});
    const std::string y = to.word("mov.u32", {"%ntid.y"});
    return to.word("mul.lo.u32", {x, y});
}

template <typename Body>
void for_own_indexes(PtxWriter& to, int size, Body body) {
    const std::string begin = to.label(), end = to.label();
    const std::string index = to.word(), step = thread_count(to);
    to.line("mov.u32", {index, thread_number(to)});
    to.place(begin);
    to.line_if(to.truth("setp.ge.u32", {index, std::to_string(size)}), "bra", {end});
    body(index);
    to.line("add.u32", {index, index, step});
    to.line("bra", {begin});
    to.place(end);
}

}  // namespace tonelift::cuda
