// SPDX-License-Identifier: BSD-2-Clause
//
// Emits SPIR-V that runs a program for four adjacent pixels, as the body of a function that GLSL
// declares.
#pragma once

#include <map>
#include <vector>

#include "kernels/device/frame_layout.h"
#include "kernels/vulkan/emit/kernel_reductions.h"
#include "kernels/vulkan/emit/spirv_math.h"

namespace tonelift::vulkan {

struct Placeholder {
    const char* function;
    uint32_t results;
    bool gathers = false;
};

// How the emitted code represents samples of 16-bit planes: as numbers in [0,1] or as integer
// codes.
enum class Units { numbers, codes };

class ProgramEmitter {
  public:
    ProgramEmitter(spirv::Module& module, const FrameLayout& layout,
                   const KernelReductions& reductions, int rows, Units units);

    void emit(const Placeholder& placeholder, const PointProgram& program);

  private:
    using Number = spirv::Number;

    void take_parameters(const Placeholder& placeholder, const std::vector<uint32_t>& parameters);
    void load_uniforms(const PointProgram& program);
    void run(const Instruction& instruction);
    void access(const Instruction& instruction, const Number* in, Number* out);
    Number operand(const Operand& operand) const;
    Number loaded(const char* function, const std::vector<uint32_t>& arguments);
    Number input_value(int component);
    Number column(uint32_t matrix, int index);
    Number buffer_value(int index);
    Number upsampled(int index, const Number& fine);
    void store(int entry, Storage storage, const Number& value);
    Number output_value(const Number& value) const;
    void keep_core(int index, const Number& value);
    const Buffer& buffer(int index) const;

    spirv::Module& module_;
    const FrameLayout& layout_;
    const KernelReductions& reductions_;
    int rows_;
    Units units_;
    spirv::SpirvWriter* to_ = nullptr;
    uint32_t at_ = 0;
    uint32_t core_ = 0;
    uint32_t there_ = 0;
    std::vector<uint32_t> here_;
    uint32_t weight_ = 0;
    std::vector<Number> values_;
    std::vector<Number> results_;
    std::map<int, Number> uniforms_;
};

}  // namespace tonelift::vulkan
