// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/emit/program_emitter.h"

#include "kernels/device/frame_entries.h"
#include "kernels/error.h"
#include "kernels/evaluate.h"
#include "kernels/vulkan/emit/spirv_operations.h"

namespace tonelift::vulkan {
namespace {

using spirv::Code;
using spirv::Number;

constexpr uint32_t lanes = 4;

Number without_nan(const Number& value) { return where(value == value, value, Number(0.0f)); }

int storage_number(Storage storage) { return static_cast<int>(storage); }

}  // namespace

ProgramEmitter::ProgramEmitter(spirv::Module& module, const FrameLayout& layout,
                               const KernelReductions& reductions, int rows, Units units)
    : module_(module), layout_(layout), reductions_(reductions), rows_(rows), units_(units) {}

const Buffer& ProgramEmitter::buffer(int index) const {
    return layout_.plan->buffers[static_cast<size_t>(index)];
}

void ProgramEmitter::emit(const Placeholder& placeholder, const PointProgram& program) {
    const uint32_t function = module_.function(placeholder.function);
    take_parameters(placeholder, module_.parameters(function));
    spirv::SpirvWriter to(module_, lanes);
    const spirv::WritingScope scope(to);
    to_ = &to;
    values_.assign(static_cast<size_t>(program.values), Number(0.0f));
    results_.assign(placeholder.results, Number(0.0f));
    load_uniforms(program);
    for (const Instruction& instruction : program.code) run(instruction);
    if (results_.empty()) {
        to.line(Code::return_, {});
    } else {
        std::vector<uint32_t> columns;
        for (const Number& result : results_) columns.push_back(result.id());
        to.line(Code::return_value, {to.make(Code::composite_construct,
                                             module_.result_type(function), std::move(columns))});
    }
    module_.replace_body(function, to.take_code());
}

void ProgramEmitter::take_parameters(const Placeholder& placeholder,
                                     const std::vector<uint32_t>& parameters) {
    if (placeholder.gathers) {
        there_ = parameters.at(0);
        here_ = {parameters.at(1), parameters.at(2)};
        core_ = parameters.at(3);
        weight_ = parameters.at(4);
        return;
    }
    at_ = parameters.back();
    core_ = parameters.front();
}

// Emits the loads of all uniforms of a program at its start. A load inside a branch would not be
// executed if the branch is skipped, but later code can use the same uniform.
void ProgramEmitter::load_uniforms(const PointProgram& program) {
    uniforms_.clear();
    for (const Instruction& instruction : program.code) {
        for (int i = 0; i < operation_info(instruction.op).inputs; ++i) {
            const Operand& operand = instruction.in[static_cast<size_t>(i)];
            if (operand.kind != Operand::Kind::uniform || uniforms_.contains(operand.index))
                continue;
            const uint32_t number = to_->call("uniform_value", {to_->integer(operand.index)});
            uniforms_[operand.index] = Number::result(to_->splat(number));
        }
    }
}

Number ProgramEmitter::operand(const Operand& operand) const {
    switch (operand.kind) {
        case Operand::Kind::value:
            return values_[operand.index];
        case Operand::Kind::uniform:
            return uniforms_.at(operand.index);
        default:
            return Number(operand.constant_value);
    }
}

void ProgramEmitter::run(const Instruction& instruction) {
    const OperationInfo& operation = operation_info(instruction.op);
    Number in[max_inputs], out[max_outputs];
    for (int i = 0; i < operation.inputs; ++i)
        in[i] = operand(instruction.in[static_cast<size_t>(i)]);
    if (operation.access) {
        access(instruction, in, out);
    } else {
        spirv::emit_with_tables(instruction.op, in, out);
    }
    for (int i = 0; i < operation.outputs; ++i)
        values_[instruction.out[static_cast<size_t>(i)]] = out[i];
}

void ProgramEmitter::access(const Instruction& instruction, const Number* in, Number* out) {
    const int index = instruction.index;
    switch (instruction.op) {
        case Op::load_input:
            out[0] = input_value(index);
            break;
        case Op::load_buffer:
            out[0] = buffer_value(index);
            break;
        case Op::load_upsampled:
            out[0] = upsampled(index, in[0]);
            break;
        case Op::load_core:
            out[0] = column(core_, index);
            break;
        case Op::load_neighbor:
            out[0] = column(there_, index);
            break;
        case Op::load_here:
            out[0] = column(here_.at(static_cast<size_t>(index / 4)), index % 4);
            break;
        case Op::load_weight:
            out[0] = loaded("neighbor_weight", {to_->make(Code::i_add, module_.int_type(),
                                                          {weight_, to_->integer(index)})});
            break;
        case Op::coordinate_x:
            out[0] = loaded("coordinate_x", {at_});
            break;
        case Op::coordinate_y:
            out[0] = loaded("coordinate_y", {at_});
            break;
        case Op::lookup:
            out[0] = loaded("lookup", {to_->integer(index), saturate(in[0]).id()});
            break;
        case Op::store_buffer:
            store(entry_buffers + index, buffer(index).storage, in[0]);
            break;
        case Op::store_output:
            results_.at(instruction.index) = output_value(in[0]);
            break;
        case Op::store_core:
            keep_core(index, in[0]);
            break;
        case Op::reduce:
            reductions_.emit(index, in[0], at_);
            break;
        default:
            throw Error(Failure::internal, "a point program cannot contain this load or store");
    }
}

Number ProgramEmitter::loaded(const char* function, const std::vector<uint32_t>& arguments) {
    return Number::result(to_->call(function, arguments));
}

Number ProgramEmitter::column(uint32_t matrix, int index) {
    return Number::result(
        to_->number(Code::composite_extract, {matrix, static_cast<uint32_t>(index)}));
}

Number ProgramEmitter::input_value(int component) {
    if (layout_.plan->input.format->components[static_cast<size_t>(component)].plane < 0)
        return Number(component == 3 ? 1.0f : 0.0f);
    return loaded("load_input", {to_->integer(component), at_});
}

Number ProgramEmitter::buffer_value(int index) {
    const uint32_t entry = to_->integer(entry_buffers + index);
    if (units_ == Units::codes) return loaded("load_codes", {entry, at_});
    const Storage storage = buffer(index).storage;
    return Number::result(
        to_->call("load_plane", {entry, to_->integer(storage_number(storage)), at_}),
        storage == Storage::unorm16 ? unit_bounds : Bounds{});
}

Number ProgramEmitter::upsampled(int index, const Number& fine) {
    const Upsampling& upsampling = layout_.plan->upsamplings[static_cast<size_t>(index)];
    const bool joint = upsampling.kind == ResampleKind::joint;
    const Buffer& value = buffer(upsampling.value);
    const auto integers = [&](std::initializer_list<int> values) {
        std::vector<uint32_t> ids;
        for (const int each : values) ids.push_back(to_->integer(each));
        const auto count = static_cast<uint32_t>(ids.size());
        return to_->make(Code::composite_construct, module_.vector_type(module_.int_type(), count),
                         ids);
    };
    const uint32_t entries =
        integers({entry_buffers + upsampling.value, joint ? entry_buffers + upsampling.guide : -1,
                  storage_number(value.storage),
                  joint ? storage_number(buffer(upsampling.guide).storage) : 0});
    const uint32_t limits =
        to_->make(Code::composite_construct, module_.vector_type(module_.float_type(), 3),
                  {to_->scalar(upsampling.epsilon), to_->scalar(upsampling.steepest),
                   to_->scalar(upsampling.overshoot)});
    const uint32_t line =
        to_->call("load_upsampled", {entries, integers({value.width, value.height}),
                                     to_->integer(rows_ / value.height), limits, at_});
    const Number at_zero = column(line, 0);
    if (!joint) return at_zero;
    const Number any = multiply_add(column(line, 1), fine, at_zero);
    const bool bounded = limits_overshoot(upsampling, value.storage);
    const Number made = bounded ? clamp(any, column(line, 2), column(line, 3)) : any;
    return value.storage == Storage::unorm16 ? saturate(made) : made;
}

void ProgramEmitter::store(int entry, Storage storage, const Number& value) {
    if (units_ == Units::codes) {
        to_->call("store_codes", {to_->integer(entry), at_, value.id()});
        return;
    }
    constexpr float largest = 3.4028235e38f;
    const Number stored = storage == Storage::unorm16
                              ? saturate(value)
                              : clamp(without_nan(value), Number(-largest), Number(largest));
    to_->call("store_plane",
              {to_->integer(entry), to_->integer(storage_number(storage)), at_, stored.id()});
}

Number ProgramEmitter::output_value(const Number& value) const {
    const bool coded = layout_.plan->output.format->sample != Sample::F32;
    return coded && !value.bounds().any() ? spirv::sanitize(value) : without_nan(value);
}

void ProgramEmitter::keep_core(int index, const Number& value) {
    if (results_.empty()) {
        store(layout_.core_plane[static_cast<size_t>(index)], Storage::float32, value);
    } else {
        results_.at(static_cast<size_t>(index)) = value;
    }
}

}  // namespace tonelift::vulkan
