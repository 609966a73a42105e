// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/gpu/shared_halving.h"

#include <algorithm>
#include <map>

#include "kernels/evaluate.h"
#include "kernels/index16.h"
#include "kernels/program_has.h"

namespace tonelift {
namespace {

class JoinedProgram {
  public:
    explicit JoinedProgram(const PointProgram& first) : program_(first) {}

    void append(const PointProgram& second) {
        for (Instruction instruction : second.code) {
            const Op op = instruction.op;
            if (op == Op::store_core || op == Op::load_core) instruction.index = 1;
            for (Operand& operand : instruction.in) {
                if (operand.kind == Operand::Kind::value) operand.index = values_.at(operand.index);
            }
            take(instruction);
        }
    }
    const PointProgram& program() const { return program_; }

  private:
    void take(Instruction& instruction) {
        const int outputs = operation_info(instruction.op).outputs;
        const auto same =
            std::find_if(program_.code.begin(), program_.code.end(), [&](const Instruction& other) {
                return other.op == instruction.op && other.index == instruction.index &&
                       other.in == instruction.in;
            });
        const bool known = outputs > 0 && same != program_.code.end();
        for (size_t i = 0; i < static_cast<size_t>(outputs); ++i) {
            const auto value = known ? same->out[i] : index16(program_.values++);
            values_[instruction.out[i]] = value;
            instruction.out[i] = value;
        }
        if (!known) program_.code.push_back(instruction);
    }

    PointProgram program_;
    std::map<uint16_t, uint16_t> values_;
};

PointProgram joined(const PointProgram& first, const PointProgram& second) {
    JoinedProgram both(first);
    both.append(second);
    return both.program();
}

bool is_candidate(const Pass& pass) {
    return halves(pass) && pass.inputs.size() == 1 && program_has(pass.prologue, Op::load_input);
}

bool touches_buffers_of(const Pass& pass, const Pass& other) {
    const auto is_touched = [&](const Instruction& store) {
        if (store.op != Op::store_buffer) return false;
        return std::ranges::any_of(
            std::initializer_list<const PointProgram*>{&pass.prologue, &pass.epilogue},
            [&](const PointProgram* program) {
                return program_has(*program, Op::load_buffer, store.index) ||
                       program_has(*program, Op::store_buffer, store.index);
            });
    };
    return std::ranges::any_of(other.prologue.code, is_touched) ||
           std::ranges::any_of(other.epilogue.code, is_touched);
}

bool may_share(const Pass& first, const Pass& second) {
    return is_candidate(first) && is_candidate(second) && first.core == second.core &&
           !touches_buffers_of(first, second) && !touches_buffers_of(second, first);
}

}  // namespace

bool halves(const Pass& pass) {
    const auto* resample = std::get_if<Resample>(&pass.core);
    return resample != nullptr && resample->kind == ResampleKind::area &&
           2 * pass.width == resample->in_width && 2 * pass.height == resample->in_height &&
           resample->in_width % 4 == 0 && !program_has(pass.epilogue, Op::load_input);
}

Plan with_shared_halvings(const Plan& plan) {
    Plan result = plan;
    result.steps.clear();
    for (const auto& step : plan.steps) {
        const auto* pass = std::get_if<Pass>(&step);
        auto* before = result.steps.empty() ? nullptr : std::get_if<Pass>(&result.steps.back());
        if (pass == nullptr || before == nullptr || !may_share(*before, *pass)) {
            result.steps.push_back(step);
            continue;
        }
        before->inputs.push_back(pass->inputs[0]);
        before->prologue = joined(before->prologue, pass->prologue);
        before->epilogue = joined(before->epilogue, pass->epilogue);
    }
    return result;
}

}  // namespace tonelift
