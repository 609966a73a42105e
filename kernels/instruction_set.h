// SPDX-License-Identifier: BSD-2-Clause
//
// The instruction set of the CPU kernels. Highway compiles the kernels for several sets. This class
// selects one set per executor, whereas Highway would select one for the whole process. Results of
// two sets differ in their last bits: one set may have fused multiply-add, or piecewise polynomials
// instead of a single polynomial (kernels/math/segments.h, fits.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tonelift {

// Returns a bit set of Highway targets: those that this build contains and that the processor and
// the system support.
int64_t available_targets();

class InstructionSet {
  public:
    // Selects the best set of this processor, among the targets that tests allow Highway to use.
    InstructionSet();
    // Selects a set by the value of the option cpu: 0 is the best set. Throws Error (unsupported)
    // if this build or this processor does not have the set.
    explicit InstructionSet(int option);

    // Returns the set's name in the option cpu, such as "avx512", or Highway's name if the option
    // does not list the set.
    std::string name() const;

    // Returns the same set without machine code: every operation of a point program then runs in a
    // loop of its own, with equal results.
    InstructionSet without_machine_code() const;
    // Returns the number of floats per register in machine code for this set: 8 with AVX2, 16 with
    // AVX-512, 0 if there is none.
    int machine_code_lanes() const;

    // Returns whether a gather is faster than a load per lane. True with AVX-512 on processors with
    // AVX512-FP16, which are Intel's from Sapphire Rapids on. On earlier Intel processors,
    // mitigations against side channels slow gathers down; AMD processors split gathers into many
    // loads. Results are equal.
    bool has_quick_gathers() const;

    // Returns this set's entry of a table made by HWY_EXPORT. In a build for a single set the table
    // has one entry.
    template <typename Function, size_t count>
    Function of(Function const (&table)[count]) const {
        return table[index_ < count ? index_ : 0];
    }

  private:
    int64_t target_;  // Highway target
    size_t index_;
    bool machine_code_ = true;
};

// Selects a function like HWY_DYNAMIC_DISPATCH, but for an InstructionSet.
#define TONELIFT_DISPATCH(set, function) ((set).of(HWY_DISPATCH_TABLE(function)))

}  // namespace tonelift
