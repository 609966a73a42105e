// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/emit/spirv_writer.h"

#include <bit>

namespace tonelift::spirv {

SpirvWriter::SpirvWriter(Module& module, uint32_t lanes) : module_(module), lanes_(lanes) {
    open_block(module.make_id());
}

uint32_t SpirvWriter::number(float value) {
    return module_.splat_constant(module_.float_type(), std::bit_cast<uint32_t>(value), lanes_);
}
uint32_t SpirvWriter::word(uint32_t value) {
    return module_.splat_constant(module_.uint_type(), value, lanes_);
}

uint32_t SpirvWriter::make(Code code, uint32_t type, std::vector<uint32_t> operands) {
    const uint32_t id = module_.make_id();
    operands.insert(operands.begin(), {type, id});
    code_.push_back({code, std::move(operands)});
    return id;
}

uint32_t SpirvWriter::number(Glsl function, std::initializer_list<uint32_t> operands) {
    std::vector<uint32_t> all = {module_.glsl(), static_cast<uint32_t>(function)};
    all.insert(all.end(), operands);
    return make(Code::ext_inst, number_type(), std::move(all));
}

uint32_t SpirvWriter::splat(uint32_t scalar) {
    if (lanes_ == 1) return scalar;
    const uint32_t vector =
        number(Code::composite_construct, std::vector<uint32_t>(lanes_, scalar));
    scalars_[vector] = scalar;
    return vector;
}

uint32_t SpirvWriter::scalar_of(uint32_t vector) const {
    const auto found = scalars_.find(vector);
    return found == scalars_.end() ? 0 : found->second;
}

uint32_t SpirvWriter::integer(int value) {
    return module_.constant(module_.int_type(), static_cast<uint32_t>(value));
}
uint32_t SpirvWriter::scalar(float value) {
    return module_.constant(module_.float_type(), std::bit_cast<uint32_t>(value));
}

uint32_t SpirvWriter::call(std::string_view function, const std::vector<uint32_t>& arguments) {
    const uint32_t called = module_.function(function);
    std::vector<uint32_t> operands = {called};
    operands.insert(operands.end(), arguments.begin(), arguments.end());
    return make(Code::function_call, module_.result_type(called), std::move(operands));
}

void SpirvWriter::line(Code code, std::vector<uint32_t> operands) {
    code_.push_back({code, std::move(operands)});
}

void SpirvWriter::open_block(uint32_t label) {
    line(Code::label, {label});
    block_ = label;
}

}  // namespace tonelift::spirv
