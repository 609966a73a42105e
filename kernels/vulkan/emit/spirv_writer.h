// SPDX-License-Identifier: BSD-2-Clause
//
// Writes the instructions of a SPIR-V function. They process vectors with one lane per pixel.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <vector>

#include "kernels/device/pq_tables.h"
#include "kernels/vulkan/emit/spirv_module.h"

namespace tonelift::spirv {

class SpirvWriter {
  public:
    SpirvWriter(Module& module, uint32_t lanes);

    Module& module() { return module_; }
    uint32_t lanes() const { return lanes_; }
    void use_lanes(uint32_t lanes) { lanes_ = lanes; }
    uint32_t number_type() { return module_.vector_type(module_.float_type(), lanes_); }
    uint32_t word_type() { return module_.vector_type(module_.uint_type(), lanes_); }
    uint32_t integer_type() { return module_.vector_type(module_.int_type(), lanes_); }
    uint32_t truth_type() { return module_.vector_type(module_.bool_type(), lanes_); }
    uint32_t number(float value);
    uint32_t word(uint32_t value);

    uint32_t make(Code code, uint32_t type, std::vector<uint32_t> operands);
    uint32_t number(Code code, std::vector<uint32_t> operands) {
        return make(code, number_type(), std::move(operands));
    }
    uint32_t word(Code code, std::vector<uint32_t> operands) {
        return make(code, word_type(), std::move(operands));
    }
    uint32_t truth(Code code, std::vector<uint32_t> operands) {
        return make(code, truth_type(), std::move(operands));
    }
    uint32_t number(Glsl function, std::initializer_list<uint32_t> operands);
    uint32_t splat(uint32_t scalar);
    uint32_t scalar_of(uint32_t vector) const;
    uint32_t integer(int value);
    uint32_t scalar(float value);
    uint32_t call(std::string_view function, const std::vector<uint32_t>& arguments);
    void line(Code code, std::vector<uint32_t> operands);

    const PqTables& pq_tables() const { return pq_tables_; }
    void use(const PqTables& tables) { pq_tables_ = tables; }

    uint32_t block() const { return block_; }
    void open_block(uint32_t label);

    std::vector<Instruction> take_code() { return std::move(code_); }

  private:
    Module& module_;
    uint32_t lanes_;
    uint32_t block_ = 0;
    PqTables pq_tables_;
    std::map<uint32_t, uint32_t> scalars_;
    std::vector<Instruction> code_;
};

}  // namespace tonelift::spirv
