// SPDX-License-Identifier: BSD-2-Clause
//
// With these helpers, tests of executors write point programs and plans by hand:
//
//   ProgramWriter program;
//   const Operand y = program.load(Op::load_input, 0);
//   program.store(Op::store_output, 0, program.op(Op::pq_decode, {y}));
#pragma once

#include <algorithm>
#include <initializer_list>

#include "kernels/evaluate.h"
#include "kernels/pass.h"

namespace tonelift {

class ProgramWriter {
  public:
    Operand load(Op op, int index) {
        Instruction instruction;
        instruction.op = op;
        instruction.index = static_cast<uint16_t>(index);
        return add(instruction)[0];
    }

    Operand lookup(int table, Operand x) {
        Instruction instruction;
        instruction.op = Op::lookup;
        instruction.index = static_cast<uint16_t>(table);
        instruction.in[0] = x;
        return add(instruction)[0];
    }

    std::array<Operand, max_outputs> ops(Op op, std::initializer_list<Operand> operands) {
        Instruction instruction;
        instruction.op = op;
        std::copy(operands.begin(), operands.end(), instruction.in.begin());
        return add(instruction);
    }
    Operand op(Op name, std::initializer_list<Operand> operands) { return ops(name, operands)[0]; }

    void store(Op op, int index, Operand value) {
        Instruction instruction;
        instruction.op = op;
        instruction.index = static_cast<uint16_t>(index);
        instruction.in[0] = value;
        program_.code.push_back(instruction);
    }

    PointProgram take() { return std::move(program_); }

  private:
    std::array<Operand, max_outputs> add(Instruction instruction) {
        std::array<Operand, max_outputs> out;
        const int outputs = std::min(operation_info(instruction.op).outputs, max_outputs);
        for (int i = 0; i < outputs; ++i) {
            instruction.out[i] = static_cast<uint16_t>(program_.values);
            out[i] = Operand::value(program_.values++);
        }
        program_.code.push_back(instruction);
        return out;
    }

    PointProgram program_;
};

inline Plan empty_plan(const Picture& in, const Picture& out) {
    Plan plan;
    plan.input = in;
    plan.output = out;
    plan.dither = Dither::none;
    plan.uniforms = static_cast<int>(FrameUniform::count_);
    return plan;
}

inline Pass point_pass(const Picture& grid, PointProgram program) {
    Pass pass;
    pass.name = "point";
    pass.width = grid.width;
    pass.height = grid.height;
    pass.epilogue = std::move(program);
    return pass;
}

inline Pass core_pass(const Picture& grid, const Core& core, PointProgram prologue, int buffer,
                      std::vector<CoreInput> inputs = {}) {
    ProgramWriter epilogue;
    epilogue.store(Op::store_buffer, buffer, epilogue.load(Op::load_core, 0));
    Pass pass = point_pass(grid, epilogue.take());
    pass.core = core;
    const auto made = std::count_if(prologue.code.begin(), prologue.code.end(),
                                    [](const Instruction& i) { return i.op == Op::store_core; });
    inputs.resize(std::max(inputs.size(), static_cast<size_t>(made)));
    pass.inputs = std::move(inputs);
    pass.prologue = std::move(prologue);
    return pass;
}

inline Operand frame_uniform(FrameUniform uniform) {
    return Operand::uniform(static_cast<int>(uniform));
}

}  // namespace tonelift
