// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/arithmetic_emitter.h"

#include "kernels/cuda/emit/ptx_operations.h"
#include "kernels/cuda/emit/table_lookup.h"
#include "kernels/device/frame_entries.h"
#include "kernels/error.h"
#include "kernels/evaluate.h"
#include "kernels/program_has.h"

namespace tonelift::cuda {
namespace {

using ptx::Number;

class Arithmetic {
  public:
    Arithmetic(PtxWriter& to, const ArithmeticPlace& place, std::string numbers, std::string tables)
        : to_(to), place_(place), numbers_(std::move(numbers)), tables_(std::move(tables)) {}

    void emit(const PointProgram& program) {
        values_.assign(static_cast<size_t>(program.values), Number(0.0f));
        for (const Instruction& instruction : program.code) run(instruction);
    }

  private:
    std::string number_at(int index) const {
        return "[" + numbers_ + "+" + std::to_string(4 * index) + "]";
    }

    Number operand(const Operand& operand) {
        switch (operand.kind) {
            case Operand::Kind::value:
                return values_[operand.index];
            case Operand::Kind::uniform:
                return Number(to_.number("ld.global.f32", {number_at(operand.index)}));
            default:
                return Number(operand.constant);
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
            to_.line("st.global.f32", {number_at(instruction.index), in[0].text()});
        } else if (instruction.op == Op::load_core) {
            out[0] = Number(place_.place, ptx::unit_bounds);
        } else if (instruction.op == Op::store_core) {
            to_.line("mov.f32", {place_.value, in[0].text()});
        } else {
            emit_operation(instruction.op, in, out);
        }
        for (int i = 0; i < operation.outputs; ++i)
            values_[instruction.out[static_cast<size_t>(i)]] = out[i];
    }

    PtxWriter& to_;
    const ArithmeticPlace& place_;
    std::string numbers_;
    std::string tables_;
    std::vector<Number> values_;
};

}  // namespace

std::string emit_arithmetic(const std::vector<const PointProgram*>& programs,
                            const ArithmeticPlace& place) {
    PtxWriter to("ar");
    const ptx::WritingScope scope(to);
    const std::string numbers = to.address("cvta.to.global.u64", {place.numbers});
    const std::string entries = to.address("cvta.to.global.u64", {place.frame});
    const std::string tables = to.address(
        "ld.global.u64", {"[" + entries + "+" + std::to_string(16 * entry_tables) + "]"});
    if (place.fills_table()) to.line("mov.f32", {place.value, ptx_number(0.0f)});
    for (size_t i = 0; i < programs.size(); ++i) {
        if (program_has(*programs[i], Op::store_core) != place.fills_table()) continue;
        const std::string next = to.label();
        to.line_if(to.truth("setp.ne.s32", {place.index, std::to_string(i)}), "bra", {next});
        Arithmetic(to, place, numbers, tables).emit(*programs[i]);
        to.place(next);
    }
    return to.scope();
}

}  // namespace tonelift::cuda
