// SPDX-License-Identifier: BSD-2-Clause
//
// The instruction set that the kernels of the CPU use. Highway compiles them for several, and this
// chooses among these, for each executor by itself: Highway's own choice is one for the process.
// Results of two sets differ in their last bits, for one has fused multiplications, or tables where
// another has one fit (kernels/math/segments.h, fits.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tonelift {

// The targets of Highway that this build has and this processor and its system run, as bits.
int64_t available_targets();

class InstructionSet {
  public:
    // The best of this processor, or what tests restrict Highway to.
    InstructionSet();
    // By the value of the option cpu: 0 for the best one. Throws Error (unsupported) for one that
    // this build or this processor does not have.
    explicit InstructionSet(int option);

    // The option's name for it: "avx512". For sets without a name there, Highway's.
    std::string name() const;

    // The same instructions without machine code: point programs run a loop for each operation. The
    // results are the same.
    InstructionSet without_machine_code() const;
    // Floats in the registers of machine code for this set: 8 with AVX2, 16 with AVX-512. 0: there
    // is none.
    int machine_code_lanes() const;

    // Whether a gather of this set takes less time than a load for each lane. True with AVX-512 on
    // processors that have AVX512-FP16: Intel's from Sapphire Rapids on, whose gathers nothing
    // slows down. Those before guard them against spying, and AMD's split them into many loads.
    // Results are the same.
    bool has_quick_gathers() const;

    // The entry of a table that HWY_EXPORT made. A build for one set has one entry.
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
