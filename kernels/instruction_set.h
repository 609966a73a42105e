// SPDX-License-Identifier: BSD-2-Clause
//
// Selects the instruction set of the CPU code, separately for each executor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tonelift {

// Returns the bits of all Highway targets that this build contains and that the processor and the
// operating system support.
int64_t available_targets();

class InstructionSet {
  public:
    // Selects the best instruction set that this processor supports.
    InstructionSet();
    // Selects an instruction set by a value of the option `cpu`, where 0 means the best set. Throws
    // an Error with Failure::unsupported if the set is unavailable.
    explicit InstructionSet(int option);

    std::string name() const;

    // Returns the same instruction set, but without run-time compilation. Both sets give the same
    // results.
    InstructionSet without_machine_code() const;
    // Returns the number of floats per register in code that is compiled at run time, or 0 if
    // nothing is compiled at run time.
    int machine_code_lanes() const;

    // Returns whether gather instructions are fast. They are slow on AMD processors, and on Intel
    // processors before Sapphire Rapids (the first with AVX512-FP16).
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

// Selects a function like HWY_DYNAMIC_DISPATCH, but for the given InstructionSet.
#define TONELIFT_DISPATCH(set, function) ((set).of(HWY_DISPATCH_TABLE(function)))

}  // namespace tonelift
