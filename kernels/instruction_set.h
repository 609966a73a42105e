// SPDX-License-Identifier: BSD-2-Clause
//
// Selects the instruction set of the CPU kernels. Highway compiles the kernels for several sets and
// selects one for the whole process. This class selects one per executor instead. Results of two
// sets differ in their last bits. For example, only some sets have fused multiply-add, and only
// some compute functions by piecewise polynomials (kernels/math/segments.h, fits.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tonelift {

// Returns the usable Highway targets as a bit set. This build contains them, and the processor and
// the system support them.
int64_t available_targets();

class InstructionSet {
  public:
    // Selects the best set of this processor. Tests can exclude sets through Highway.
    InstructionSet();
    // Selects a set by the value of the option cpu: 0 is the best set. Throws Error (unsupported)
    // if this build or this processor does not have the set.
    explicit InstructionSet(int option);

    // Returns the name for this set in the option cpu, such as "avx512". Sets without such a name
    // have Highway's name.
    std::string name() const;

    // Returns the same set without machine code. Each operation of a point program then runs in a
    // loop of its own. The results are equal.
    InstructionSet without_machine_code() const;
    // Returns the number of floats per register in machine code: 8 with AVX2, 16 with AVX-512, 0
    // for sets without machine code.
    int machine_code_lanes() const;

    // Returns whether a gather is faster than one load per lane. It is for AVX-512 on processors
    // with AVX512-FP16, which are Intel's from Sapphire Rapids on. On earlier Intel processors,
    // mitigations against side channels slow gathers down. AMD processors split gathers into many
    // loads.
    bool has_quick_gathers() const;

    // Returns this set's function from a table made by HWY_EXPORT. In a build for a single set the
    // table has one entry.
    template <typename Function, size_t count>
    Function of(Function const (&table)[count]) const {
        return table[index_ < count ? index_ : 0];
    }

  private:
    int64_t target_;  // Highway target
    size_t index_;
    bool machine_code_ = true;
};

// Selects the version of a function for an InstructionSet, as HWY_DYNAMIC_DISPATCH does for the
// process.
#define TONELIFT_DISPATCH(set, function) ((set).of(HWY_DISPATCH_TABLE(function)))

}  // namespace tonelift
