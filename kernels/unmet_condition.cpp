// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/unmet_condition.h"

#include <algorithm>
#include <map>

#include "kernels/evaluate.h"

namespace tonelift {
namespace {

using Kind = Operand::Kind;

void settle_selects(PointProgram& program, const std::set<uint16_t>& conditions) {
    std::map<uint16_t, Operand> settled;  // by value
    std::erase_if(program.code, [&](Instruction& instruction) {
        for (Operand& operand : instruction.in) {
            const auto known = settled.find(operand.index);
            if (operand.kind == Kind::value && known != settled.end()) operand = known->second;
        }
        const Operand& by = instruction.in[0];
        if (instruction.op != Op::select || by.kind != Kind::uniform ||
            !conditions.contains(by.index))
            return false;
        settled[instruction.out[0]] = instruction.in[2];
        return true;
    });
}

void drop_unread(PointProgram& program) {
    std::set<uint16_t> read;
    std::vector<Instruction> kept;
    for (auto at = program.code.rbegin(); at != program.code.rend(); ++at) {
        const int outputs = operation_info(at->op).outputs;
        const bool stores = outputs == 0;
        const bool is_read = std::any_of(at->out.begin(), at->out.begin() + outputs,
                                         [&](uint16_t value) { return read.contains(value); });
        if (!stores && !is_read) continue;
        for (const Operand& operand : at->in) {
            if (operand.kind == Kind::value) read.insert(operand.index);
        }
        kept.push_back(*at);
    }
    program.code.assign(kept.rbegin(), kept.rend());
}

}  // namespace

Operand condition_of(const Instruction& load) {
    if (load.op == Op::load_buffer) return load.in[0];
    return load.op == Op::load_upsampled ? load.in[1] : Operand{};
}

std::set<uint16_t> conditions_of(const PointProgram& program) {
    std::set<uint16_t> conditions;
    for (const Instruction& instruction : program.code) {
        const Operand when = condition_of(instruction);
        if (when.kind == Kind::uniform) conditions.insert(when.index);
    }
    return conditions;
}

PointProgram where_unmet(PointProgram program, const std::set<uint16_t>& conditions) {
    settle_selects(program, conditions);
    drop_unread(program);
    return program;
}

}  // namespace tonelift
