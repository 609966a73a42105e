// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/emit/kernel_reductions.h"

#include <algorithm>

#include "kernels/reduce/reduce_policy.h"

namespace tonelift::vulkan {
namespace {

using spirv::Number;

// Largest number of histograms that a kernel counts in shared memory. More histograms are counted
// in device memory, because Vulkan guarantees only 16 KiB of shared memory.
constexpr int most_shared_histograms = 2;

Number term_of(ReductionKind kind, const Number& value) {
    constexpr float ln2 = 0.69314718056f, largest = 3.4028235e38f;
    if (kind == ReductionKind::sum_of_squares) return value * value;
    if (kind != ReductionKind::sum_of_logs) return value;
    return log2(min(max(value, Number(smallest_of_logs)), Number(largest))) * Number(ln2);
}

}  // namespace

KernelReductions::KernelReductions(const FrameLayout& layout,
                                   const std::vector<const PointProgram*>& programs)
    : layout_(layout) {
    for (const PointProgram* program : programs) {
        for (const Instruction& instruction : program->code) {
            if (instruction.op != Op::reduce || slots_.contains(instruction.index)) continue;
            const ReductionKind kind = reduction(instruction.index).kind;
            const Form form = kind == ReductionKind::histogram ? Form::histogram
                              : is_sum(kind)                   ? Form::total
                                                               : Form::extreme;
            const size_t unit = form == Form::total ? sizeof(double) : sizeof(uint32_t);
            const size_t offset = layout.reduction_offset.at(instruction.index) / unit;
            slots_[instruction.index] = {form, counts_[form]++, static_cast<int>(offset)};
        }
    }
}

const Reduction& KernelReductions::reduction(int index) const {
    return layout_.plan->reductions[static_cast<size_t>(index)];
}

Facts KernelReductions::facts() const {
    const auto count = [&](Form form) {
        const auto found = counts_.find(form);
        return found == counts_.end() ? 0u : static_cast<uint32_t>(found->second);
    };
    return {{"histograms", std::min<uint32_t>(count(Form::histogram), most_shared_histograms)},
            {"extremes", count(Form::extreme)},
            {"totals", count(Form::total)}};
}

void KernelReductions::emit(int index, const Number& value, uint32_t at) const {
    spirv::SpirvWriter& to = spirv::writer();
    const Slot& slot = slots_.at(index);
    const ReductionKind kind = reduction(index).kind;
    const uint32_t slot_index = to.integer(slot.index);
    switch (slot.form) {
        case Form::histogram:
            to.call("count_chunk", {slot_index, to.integer(reduction(index).unit_range ? 1 : 0),
                                    to.integer(slot.offset), at, value.id()});
            break;
        case Form::extreme:
            to.call("take_extreme", {slot_index, to.integer(kind == ReductionKind::minimum ? 1 : 0),
                                     at, value.id()});
            break;
        case Form::total:
            to.call("add_chunk", {slot_index, at, term_of(kind, value).id()});
            break;
    }
}

void KernelReductions::emit_begin(spirv::Module& module) const {
    constexpr const char* functions[] = {"begin_histogram", "begin_extreme", "begin_total"};
    spirv::SpirvWriter to(module, 1);
    for (const auto& [index, slot] : slots_)
        to.call(functions[static_cast<size_t>(slot.form)], {to.integer(slot.index)});
    to.line(spirv::Code::return_, {});
    module.replace_body(module.function("begin_reductions"), to.take_code());
}

void KernelReductions::emit_finish(spirv::Module& module) const {
    const uint32_t function = module.function("finish_reductions");
    const uint32_t block = module.parameters(function).at(0);
    spirv::SpirvWriter to(module, 1);
    for (const auto& [index, slot] : slots_) {
        const uint32_t slot_index = to.integer(slot.index), offset = to.integer(slot.offset);
        switch (slot.form) {
            case Form::histogram:
                to.call("finish_histogram", {slot_index, offset});
                break;
            case Form::extreme:
                to.call("finish_extreme", {slot_index, offset});
                break;
            case Form::total:
                to.call("finish_total", {slot_index, offset, block});
                break;
        }
    }
    to.line(spirv::Code::return_, {});
    module.replace_body(function, to.take_code());
}

}  // namespace tonelift::vulkan
