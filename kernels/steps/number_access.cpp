// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/steps/number_access.h"

#include <algorithm>

#include "kernels/evaluate.h"

namespace tonelift {
namespace {

void add_operand(const Operand& operand, Numbers& read) {
    if (operand.kind == Operand::Kind::uniform) read.emplace(NumberKind::uniform, operand.index);
}

void add_program(const PointProgram& program, Numbers& read) {
    for (const Instruction& instruction : program.code) {
        for (int i = 0; i < operation_info(instruction.op).inputs; ++i)
            add_operand(instruction.in[static_cast<size_t>(i)], read);
        if (instruction.op == Op::lookup) read.emplace(NumberKind::table, instruction.index);
    }
}

}  // namespace

Numbers numbers_read(const FrameOperation& operation) {
    Numbers read;
    for (const Operand& operand : operation.arguments) add_operand(operand, read);
    add_program(operation.program, read);
    return read;
}

Numbers numbers_read(const FrameStep& step) {
    Numbers read;
    for (const FrameOperation& operation : step.operations) read.merge(numbers_read(operation));
    return read;
}

Numbers numbers_read(const Pass& pass) {
    Numbers read;
    add_program(pass.prologue, read);
    add_program(pass.epilogue, read);
    if (const auto* gather = std::get_if<Gather>(&pass.core)) add_program(gather->term, read);
    if (pass.condition.uniform >= 0) read.emplace(NumberKind::uniform, pass.condition.uniform);
    return read;
}

Numbers numbers_written(const FrameOperation& operation) {
    Numbers written;
    if (operation.result >= 0) written.emplace(NumberKind::uniform, operation.result);
    if (operation.table >= 0) written.emplace(NumberKind::table, operation.table);
    for (const Instruction& instruction : operation.program.code) {
        if (instruction.op == Op::store_uniform)
            written.emplace(NumberKind::uniform, instruction.index);
    }
    return written;
}

Numbers numbers_written(const FrameStep& step) {
    Numbers written;
    for (const FrameOperation& operation : step.operations)
        written.merge(numbers_written(operation));
    return written;
}

bool have_common(const Numbers& a, const Numbers& b) {
    return std::ranges::any_of(a, [&](const auto& number) { return b.contains(number); });
}

}  // namespace tonelift
