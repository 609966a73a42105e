// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/shortcut.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "kernels/program_has.h"
#include "kernels/unread.h"

namespace tonelift {
namespace {

using Kind = Operand::Kind;

enum class Need : uint8_t { whole, shortened, none };

std::optional<Operand> handed_on(const Instruction& instruction, uint16_t number) {
    const auto& in = instruction.in;
    if (instruction.op == Op::select && in[0] == Operand::uniform(number)) return in[2];
    if (instruction.op == Op::add && in[1] == Operand::constant(0)) return in[0];
    return std::nullopt;
}

void settle_selects(PointProgram& program, uint16_t number) {
    std::map<uint16_t, Operand> settled;
    std::erase_if(program.code, [&](Instruction& instruction) {
        for (Operand& operand : instruction.in) {
            const auto known = settled.find(operand.index);
            if (operand.kind == Kind::value && known != settled.end()) operand = known->second;
        }
        const std::optional<Operand> same = handed_on(instruction, number);
        if (same.has_value()) settled[instruction.out[0]] = *same;
        return same.has_value();
    });
}

bool has_effect_in(const PointProgram& program, const std::set<int>& buffers) {
    return std::ranges::any_of(program.code, [&](const Instruction& instruction) {
        const Op op = instruction.op;
        return op == Op::store_output || op == Op::reduce ||
               (op == Op::store_buffer && buffers.contains(instruction.index));
    });
}

bool reads_number(const PointProgram& program, uint16_t number) {
    return std::ranges::any_of(program.code, [&](const Instruction& instruction) {
        return instruction.op == Op::select && instruction.in[0] == Operand::uniform(number);
    });
}

Pass shortened(Pass pass, uint16_t number) {
    for (PointProgram* program : {&pass.prologue, &pass.epilogue}) {
        if (reads_number(*program, number)) *program = settled(std::move(*program), number);
    }
    return pass;
}

class Sorter {
  public:
    Sorter(const Plan& plan, uint16_t number) : plan_(plan), number_(number) {}

    // Returns for each step whether it can be skipped or shortened if the condition is false.
    // Visits the steps from last to first, because a plane is needed only if a later pass reads it.
    std::vector<Need> run() {
        std::vector<Need> needs(plan_.steps.size(), Need::whole);
        for (size_t i = needs.size(); i-- > 0;) {
            if (const Pass* pass = std::get_if<Pass>(&plan_.steps[i])) needs[i] = need_of(*pass);
        }
        return needs;
    }

  private:
    Need need_of(const Pass& pass) {
        if (!has_effect_in(pass.prologue, needed_) && !has_effect_in(pass.epilogue, needed_))
            return Need::none;
        const bool reads =
            reads_number(pass.prologue, number_) || reads_number(pass.epilogue, number_);
        need_planes_of(reads ? shortened(pass, number_) : pass);
        return reads ? Need::shortened : Need::whole;
    }

    void need_planes_of(const Pass& pass) {
        for (const PointProgram* program : {&pass.prologue, &pass.epilogue}) {
            for (const Instruction& i : program->code) {
                if (i.op == Op::store_buffer) needed_.erase(i.index);
            }
        }
        for (const PointProgram* program : {&pass.prologue, &pass.epilogue}) {
            for (const Instruction& i : program->code) {
                const std::vector<int> read = buffers_read(plan_, i);
                needed_.insert(read.begin(), read.end());
            }
        }
        if (has_fine_guide(pass.core)) needed_.insert(pass.inputs.at(fine_guide).buffer);
    }

    const Plan& plan_;
    const uint16_t number_;
    std::set<int> needed_;
};

std::map<uint16_t, size_t> deciding_numbers(const Plan& plan) {
    std::map<uint16_t, size_t> numbers;
    for (const auto& step : plan.steps) {
        const Pass* pass = std::get_if<Pass>(&step);
        if (pass == nullptr) continue;
        for (const PointProgram* program : {&pass->prologue, &pass->epilogue}) {
            for (const Instruction& i : program->code) {
                if (i.op == Op::select && i.in[0].kind == Kind::uniform)
                    numbers.emplace(i.in[0].index, 0);
            }
        }
    }
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        const FrameStep* step = std::get_if<FrameStep>(&plan.steps[i]);
        if (step == nullptr) continue;
        for (auto& number : numbers) {
            const bool given = std::ranges::any_of(
                step->operations,
                [&](const FrameOperation& operation) { return gives(operation, number.first); });
            if (given) number.second = i + 1;
        }
    }
    return numbers;
}

size_t cores_left_out(const Plan& plan, const std::vector<Need>& needs, size_t known) {
    size_t cores = 0;
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        if (needs[i] == Need::whole) continue;
        if (i < known) return 0;
        const Pass& pass = std::get<Pass>(plan.steps[i]);
        cores += needs[i] == Need::none && !std::holds_alternative<Point>(pass.core);
    }
    return cores;
}

void add_conditions(Plan& plan, const std::vector<Need>& needs, uint16_t number) {
    auto steps = std::exchange(plan.steps, {});
    for (size_t i = 0; i < steps.size(); ++i) {
        if (needs[i] != Need::whole) std::get<Pass>(steps[i]).condition = {number, true};
        plan.steps.push_back(std::move(steps[i]));
        if (needs[i] != Need::shortened) continue;
        Pass other = shortened(std::get<Pass>(plan.steps.back()), number);
        other.condition.above_zero = false;
        plan.steps.emplace_back(std::move(other));
    }
}

}  // namespace

PointProgram settled(PointProgram program, uint16_t number) {
    settle_selects(program, number);
    return without_unread(std::move(program));
}

Plan with_shortcut(Plan plan) {
    size_t most = 0;
    uint16_t best = 0;
    std::vector<Need> needs;
    for (const auto& [number, known] : deciding_numbers(plan)) {
        std::vector<Need> of_number = Sorter(plan, number).run();
        const size_t cores = cores_left_out(plan, of_number, known);
        if (cores <= most) continue;
        most = cores;
        best = number;
        needs = std::move(of_number);
    }
    if (most > 0) add_conditions(plan, needs, best);
    return plan;
}

}  // namespace tonelift
