// SPDX-License-Identifier: BSD-2-Clause
//
// A SPIR-V module whose function bodies and constants can be replaced before a driver compiles it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/vulkan/emit/spirv.h"

namespace tonelift::spirv {

class Module {
  public:
    // `words` is SPIR-V that glslang compiled. It must have one entry point, and it must contain
    // the names of its functions.
    explicit Module(std::span<const uint32_t> words);

    uint32_t make_id() { return bound_++; }

    // These functions return the id of a type or constant. The first call for a type or constant
    // also declares it.
    uint32_t void_type() { return declared(Code::type_void, 0, {}); }
    uint32_t bool_type() { return declared(Code::type_bool, 0, {}); }
    uint32_t float_type() { return declared(Code::type_float, 0, {32}); }
    uint32_t uint_type() { return declared(Code::type_int, 0, {32, 0}); }
    uint32_t int_type() { return declared(Code::type_int, 0, {32, 1}); }
    uint32_t vector_type(uint32_t type, uint32_t lanes);
    uint32_t matrix_type(uint32_t column, uint32_t columns) {
        return declared(Code::type_matrix, 0, {column, columns});
    }
    uint32_t constant(uint32_t type, uint32_t bits) {
        return declared(Code::constant, type, {bits});
    }
    uint32_t splat_constant(uint32_t type, uint32_t bits, uint32_t lanes);

    // Returns the id of a function. `name` is its name in the GLSL source. Throws if the module has
    // no such function.
    uint32_t function(std::string_view name) const;
    bool uses(std::string_view name) const;
    uint32_t result_type(uint32_t function) const;
    std::vector<uint32_t> parameters(uint32_t function) const;
    // Replaces the body of a function. `body` includes the first label and the instruction that
    // ends the function.
    void replace_body(uint32_t function, std::vector<Instruction> body);

    // Gives fixed values to the specialization constants whose names are in `bits_by_name`. Names
    // that the module lacks are ignored.
    void freeze(const std::map<std::string, uint32_t>& bits_by_name);

    uint32_t glsl() const { return glsl_; }

    std::vector<uint32_t> words() const;

  private:
    struct Function {
        uint32_t id = 0;
        std::vector<Instruction> code;
    };
    using Key = std::pair<Code, std::vector<uint32_t>>;

    void take(Instruction instruction);
    bool in_function() const;
    uint32_t declared(Code code, uint32_t type, std::vector<uint32_t> operands);
    const Function* find_function(std::string_view name) const;
    size_t index_of(uint32_t function) const;
    std::vector<const Function*> used_functions() const;
    std::vector<const Instruction*> used_declarations(
        const std::vector<const Function*>& functions) const;

    uint32_t version_ = 0;
    uint32_t generator_ = 0;
    uint32_t bound_ = 0;
    uint32_t glsl_ = 0;
    std::vector<Instruction> preamble_;
    std::vector<Instruction> annotations_;
    std::vector<Instruction> declarations_;
    std::vector<Function> functions_;
    std::map<uint32_t, std::string> names_;
    std::map<Key, uint32_t> known_;
};

}  // namespace tonelift::spirv
