// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/gpu/early_prologues.h"

#include <algorithm>
#include <map>
#include <optional>

#include "kernels/evaluate.h"
#include "kernels/gpu/shared_halving.h"
#include "kernels/index16.h"
#include "kernels/program_has.h"

namespace tonelift {
namespace {

using Step = std::variant<Pass, FrameStep>;

bool reads_plane(const Pass& pass) {
    const bool resamples = std::holds_alternative<Resample>(pass.core);
    return (resamples && !halves(pass)) || std::holds_alternative<Stencil>(pass.core);
}

std::optional<int> source_of(const Pass& pass, const Plan& plan) {
    std::optional<int> source;
    for (const Instruction& instruction : pass.prologue.code) {
        const bool loads = instruction.op == Op::load_buffer;
        if (loads && source.value_or(instruction.index) != instruction.index) return {};
        if (loads) source = instruction.index;
        if (operation_info(instruction.op).access && !loads && instruction.op != Op::store_core)
            return {};
        for (int i = 0; i < operation_info(instruction.op).inputs; ++i) {
            const Operand& operand = instruction.in[static_cast<size_t>(i)];
            const bool varies = operand.kind == Operand::Kind::uniform;
            if (varies && operand.index >= plan.first_computed()) return {};
        }
    }
    return source;
}

bool is_early(const Pass& pass, const Plan& plan) {
    return reads_plane(pass) && pass.inputs.size() == 1 &&
           !program_has_only(pass.prologue, {Op::load_buffer, Op::store_core}) &&
           source_of(pass, plan).has_value();
}

bool stores(const Pass& pass, int buffer) {
    return program_has(pass.prologue, Op::store_buffer, buffer) ||
           program_has(pass.epilogue, Op::store_buffer, buffer);
}

Pass* maker_of(int buffer, Plan& plan, size_t before) {
    for (size_t i = before; i-- > 0;) {
        auto* pass = std::get_if<Pass>(&plan.steps[i]);
        if (pass != nullptr && stores(*pass, buffer)) return pass;
    }
    return nullptr;
}

bool reads(const Plan& plan, const PointProgram& program, int buffer) {
    return std::ranges::any_of(program.code, [&](const Instruction& instruction) {
        const std::vector<int> buffers = buffers_read(plan, instruction);
        return std::ranges::find(buffers, buffer) != buffers.end();
    });
}

bool reads(const Plan& plan, const Pass& pass, int buffer) {
    const bool input = std::ranges::any_of(
        pass.inputs, [&](const CoreInput& from) { return from.buffer == buffer; });
    return input || reads(plan, pass.prologue, buffer) || reads(plan, pass.epilogue, buffer);
}

bool is_read_after(const Plan& plan, const Pass* maker, int buffer) {
    bool after = false;
    for (const Step& step : plan.steps) {
        const auto* pass = std::get_if<Pass>(&step);
        if (pass == nullptr) continue;
        if (after && reads(plan, *pass, buffer)) return true;
        if (after && stores(*pass, buffer)) return false;
        after |= pass == maker;
    }
    return false;
}

// Emits instructions that change `value` as if it were stored in a plane and loaded again. Storing
// clamps unorm16 values to [0,1], and replaces NaN by 0.
Operand as_stored(Operand value, Storage storage, PointProgram& program) {
    const auto emit = [&](Op op, std::initializer_list<Operand> in) {
        Instruction instruction;
        instruction.op = op;
        std::ranges::copy(in, instruction.in.begin());
        instruction.out[0] = index16(program.values++);
        program.code.push_back(instruction);
        return Operand::value(instruction.out[0]);
    };
    if (storage == Storage::unorm16) return emit(Op::saturate, {value});
    const Operand is_number = emit(Op::equal, {value, value});
    return emit(Op::select, {is_number, value, Operand::constant(0)});
}

void append(const PointProgram& prologue, int source, Storage storage, int result,
            PointProgram& epilogue) {
    const auto store = std::ranges::find_if(epilogue.code, [&](const Instruction& instruction) {
        return instruction.op == Op::store_buffer && instruction.index == source;
    });
    const Operand stored = as_stored(store->in[0], storage, epilogue);
    std::map<uint16_t, Operand> operands;
    for (Instruction instruction : prologue.code) {
        if (instruction.op == Op::load_buffer) {
            operands[instruction.out[0]] = stored;
            continue;
        }
        for (Operand& operand : instruction.in) {
            if (operand.kind == Operand::Kind::value) operand = operands.at(operand.index);
        }
        for (int i = 0; i < operation_info(instruction.op).outputs; ++i) {
            uint16_t& value = instruction.out[static_cast<size_t>(i)];
            const uint16_t before = value;
            value = index16(epilogue.values++);
            operands[before] = Operand::value(value);
        }
        if (instruction.op == Op::store_core) {
            instruction.op = Op::store_buffer;
            instruction.index = index16(result);
        }
        epilogue.code.push_back(instruction);
    }
}

void read_directly(Pass& pass, int buffer) {
    Instruction load, store;
    load.op = Op::load_buffer;
    load.index = index16(buffer);
    store.op = Op::store_core;
    store.in[0] = Operand::value(load.out[0]);
    pass.prologue = {{load, store}, 1};
    pass.inputs[0] = {CoreInput::Source::loaded, buffer};
}

void move_prologue(Plan& plan, size_t step) {
    auto& pass = std::get<Pass>(plan.steps[step]);
    const int source = *source_of(pass, plan);
    Pass* maker = maker_of(source, plan, step);
    if (maker == nullptr) return;
    if (!program_has(maker->epilogue, Op::store_buffer, source)) return;
    const Buffer plane = plan.buffers[static_cast<size_t>(source)];
    if (plane.width != maker->width || plane.height != maker->height) return;
    const auto result = static_cast<int>(plan.buffers.size());
    append(pass.prologue, source, plane.storage, result, maker->epilogue);
    plan.buffers.push_back({plane.width, plane.height, Storage::float32});
    read_directly(pass, result);
    if (is_read_after(plan, maker, source)) return;
    std::erase_if(maker->epilogue.code, [&](const Instruction& instruction) {
        return instruction.op == Op::store_buffer && instruction.index == source;
    });
}

}  // namespace

Plan with_early_prologues(const Plan& plan) {
    Plan result = plan;
    for (size_t i = 0; i < result.steps.size(); ++i) {
        const auto* pass = std::get_if<Pass>(&result.steps[i]);
        if (pass != nullptr && is_early(*pass, result)) move_prologue(result, i);
    }
    return result;
}

}  // namespace tonelift
