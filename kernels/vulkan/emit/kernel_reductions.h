// SPDX-License-Identifier: BSD-2-Clause
//
// Emits SPIR-V for the reductions of a kernel, such as histograms and sums. The SPIR-V calls
// functions of kernels/reduce/reduce.glsl.
#pragma once

#include <map>
#include <vector>

#include "kernels/device/frame_layout.h"
#include "kernels/vulkan/emit/plan_facts.h"
#include "kernels/vulkan/emit/spirv_math.h"

namespace tonelift::vulkan {

class KernelReductions {
  public:
    KernelReductions(const FrameLayout& layout, const std::vector<const PointProgram*>& programs);

    Facts facts() const;
    void emit(int reduction, const spirv::Number& value, uint32_t at) const;
    void emit_begin(spirv::Module& module) const;
    void emit_finish(spirv::Module& module) const;

  private:
    enum class Form { histogram, extreme, total };
    struct Slot {
        Form form{};
        int index = 0;
        int offset = 0;
    };
    const Reduction& reduction(int index) const;

    const FrameLayout& layout_;
    std::map<int, Slot> slots_;
    std::map<Form, int> counts_;
};

}  // namespace tonelift::vulkan
