// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/arithmetic_emitter.h"

#include <span>

#include "kernels/cuda/emit/ptx_operations.h"
#include "kernels/cuda/emit/table_lookup.h"
#include "kernels/device/frame_entries.h"
#include "kernels/evaluate.h"
#include "kernels/program_has.h"

namespace tonelift::cuda {
namespace {

using ptx::Number;

class Arithmetic {
  public:
    Arithmetic(PtxWriter& to, const ArithmeticOperands& operands, std::string tables)
        : to_(to), operands_(operands), tables_(std::move(tables)) {}

    void emit(const PointProgram& program) {
        values_.assign(static_cast<size_t>(program.values), Number(0.0f));
        for (const Instruction& instruction : program.code) run(instruction);
    }

  private:
    std::string number_at(int index) const {
        return "[" + operands_.values + "+" + std::to_string(4 * index) + "]";
    }

    Number operand(const Operand& operand) {
        switch (operand.kind) {
            case Operand::Kind::value:
                return values_[operand.index];
            case Operand::Kind::uniform:
                return Number(to_.number("ld.f32", {number_at(operand.index)}));
            default:
                return Number(operand.constant_value);
        }
    }

    void run(const Instruction& instruction) {
        const OperationInfo& operation = operation_info(instruction.op);
        Number in[max_inputs], out[max_outputs];
        for (int i = 0; i < operation.inputs; ++i)
            in[i] = operand(instruction.in[static_cast<size_t>(i)]);
        if (instruction.op == Op::lookup) {
            out[0] = emit_lookup(to_, tables_, instruction.index, in[0]);
        } else if (instruction.op == Op::store_uniform) {
            to_.line("st.f32", {number_at(instruction.index), in[0].text()});
        } else if (instruction.op == Op::load_core) {
            out[0] = Number(operands_.position, unit_bounds);
        } else if (instruction.op == Op::store_core) {
            to_.line("mov.f32", {operands_.value, in[0].text()});
        } else {
            emit_operation(instruction.op, in, out);
        }
        for (int i = 0; i < operation.outputs; ++i)
            values_[instruction.out[static_cast<size_t>(i)]] = out[i];
    }

    PtxWriter& to_;
    const ArithmeticOperands& operands_;
    std::string tables_;
    std::vector<Number> values_;
};

struct Candidate {
    size_t index;
    const PointProgram* program;
};

// Emits a binary search for the program with the index `operands.index`. A sequence of tests would
// be slower, because the GPU would also fetch the instructions of all programs with lower indices.
void emit_choice(PtxWriter& to, const ArithmeticOperands& operands, const std::string& tables,
                 std::span<const Candidate> programs) {
    if (programs.size() == 1) return Arithmetic(to, operands, tables).emit(*programs[0].program);
    const size_t half = programs.size() / 2;
    const std::string upper = to.label(), end = to.label();
    const std::string first = std::to_string(programs[half].index);
    to.line_if(to.truth("setp.ge.s32", {operands.index, first}), "bra", {upper});
    emit_choice(to, operands, tables, programs.first(half));
    to.line("bra", {end});
    to.place(upper);
    emit_choice(to, operands, tables, programs.subspan(half));
    to.place(end);
}

}  // namespace

std::string emit_arithmetic(const std::vector<const PointProgram*>& programs,
                            const ArithmeticOperands& operands) {
    PtxWriter to("ar");
    const ptx::WritingScope scope(to);
    const std::string entries = to.address("cvta.to.global.u64", {operands.frame});
    const std::string tables = to.address(
        "ld.global.u64", {"[" + entries + "+" + std::to_string(16 * entry_tables) + "]"});
    if (operands.fills_table()) to.line("mov.f32", {operands.value, ptx_number(0.0f)});
    std::vector<Candidate> candidates;
    for (size_t i = 0; i < programs.size(); ++i) {
        if (program_has(*programs[i], Op::store_core) == operands.fills_table())
            candidates.push_back({i, programs[i]});
    }
    if (!candidates.empty()) emit_choice(to, operands, tables, candidates);
    return to.scope();
}

}  // namespace tonelift::cuda
