// SPDX-License-Identifier: BSD-2-Clause
//
// The instruction set of the CPU kernels. Highway compiles them for several sets; this class
// chooses one per executor, because Highway's own choice holds for the whole process. Results of
// two sets differ in their last bits: one may have fused multiply-add, or tables instead of a
// single fit (kernels/math/segments.h, fits.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tonelift {

// Bit set of the Highway targets that this build contains and that processor and system support.
int64_t available_targets();

class InstructionSet {
  public:
    // The best one of this processor, within the targets that tests allow Highway.
    InstructionSet();
    // Selects a set by the value of the option cpu: 0 is the best one. Throws Error (unsupported)
    // if this build or this processor does not have the set.
    explicit InstructionSet(int option);

    // The name of the set in the option, such as "avx512"; Highway's name for sets that the option
    // lacks.
    std::string name() const;

    // The same instructions without machine code: point programs run a loop per operation, with
    // equal results.
    InstructionSet without_machine_code() const;
    // Floats per register in machine code for this set: 8 with AVX2, 16 with AVX-512, 0 if there is
    // none.
    int machine_code_lanes() const;

    // Whether a gather is faster than a load per lane. True with AVX-512 on processors with
    // AVX512-FP16, which are Intel's from Sapphire Rapids on. On earlier ones, mitigations against
    // side channels slow gathers down; AMD's split gathers into many loads. Results are equal.
    bool has_quick_gathers() const;

    // The entry of a table made by HWY_EXPORT. In a build for a single set the table has one entry.
    template <typename Function, size_t count>
    Function of(Function const (&table)[count]) const {
        return table[index_ < count ? index_ : 0];
    }

  private:
    int64_t target_;  // of Highway
    size_t index_;
    bool machine_code_ = true;
};

// Like HWY_DYNAMIC_DISPATCH, by an InstructionSet.
#define TONELIFT_DISPATCH(set, function) ((set).of(HWY_DISPATCH_TABLE(function)))

}  // namespace tonelift
