// SPDX-License-Identifier: BSD-2-Clause
//
// Selects the instruction set of the CPU code, separately for each executor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tonelift {

// Returns a bit set of the Highway targets that the build contains and that the processor and the
// operating system support.
int64_t available_targets();

class InstructionSet {
  public:
    // Selects the best set of this processor.
    InstructionSet();
    // Takes a value of the option `cpu`; 0 is the best set. Throws Failure::unsupported if the set
    // is unavailable.
    explicit InstructionSet(int option);

    std::string name() const;

    // Returns the same set without run-time compilation. Both sets give the same results.
    InstructionSet without_machine_code() const;
    // Number of floats per register; 0 for sets without run-time compilation.
    int machine_code_lanes() const;

    // Gathers are slow on AMD, and on Intel processors before Sapphire Rapids (AVX512-FP16).
    bool has_quick_gathers() const;

    template <typename Function, size_t count>
    Function of(Function const (&table)[count]) const {
        return table[index_ < count ? index_ : 0];
    }

  private:
    int64_t target_;
    size_t index_;
    bool machine_code_ = true;
};

// Like HWY_DYNAMIC_DISPATCH, but for one InstructionSet.
#define TONELIFT_DISPATCH(set, function) ((set).of(HWY_DISPATCH_TABLE(function)))

}  // namespace tonelift
