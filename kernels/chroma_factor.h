// SPDX-License-Identifier: BSD-2-Clause
//
// Finds the constant factors by which an output pass multiplies chroma before it stores the chroma.
#pragma once

#include "kernels/format.h"
#include "kernels/pass.h"

namespace tonelift {

// Returns the instruction that multiplies subsampled chroma by a constant before `store`, or
// nullptr if there is no such instruction.
inline const Instruction* scaled_chroma(const Picture& output, const PointProgram& program,
                                        const Instruction& store) {
    const Format& format = *output.format;
    const bool chroma = store.index == 1 || store.index == 2;
    if (store.op != Op::store_output || !chroma || !format.subsampled()) return nullptr;
    if (format.sample == Sample::F32 || store.in[0].kind != Operand::Kind::value) return nullptr;
    for (const Instruction& maker : program.code) {
        if (maker.op != Op::multiply || maker.out[0] != store.in[0].index) continue;
        const Operand& factor = maker.in[1];
        return factor.kind == Operand::Kind::constant && factor.constant_value > 0 ? &maker
                                                                                   : nullptr;
    }
    return nullptr;
}

// Returns the constant factor of a chroma component, or 1 if scaled_chroma() finds none.
inline float chroma_factor(const Picture& output, const PointProgram& program, int component) {
    for (const Instruction& store : program.code) {
        if (store.op != Op::store_output || store.index != component) continue;
        const Instruction* scaled = scaled_chroma(output, program, store);
        if (scaled != nullptr) return scaled->in[1].constant_value;
    }
    return 1;
}

// Returns a copy of the program without the multiplications that scaled_chroma() finds.
inline PointProgram without_chroma_factors(const Picture& output, const PointProgram& program) {
    PointProgram result = program;
    for (Instruction& store : result.code) {
        const Instruction* scaled = scaled_chroma(output, program, store);
        if (scaled != nullptr) store.in[0] = scaled->in[0];
    }
    return result;
}

}  // namespace tonelift
