// SPDX-License-Identifier: BSD-2-Clause
//
// Machine code for groups of a point program's instructions: one loop over a strip in which values
// stay in registers, with the results of the loops of each instruction to the last bit, but for
// which NaN comes out where two of them meet. It needs asmjit, AVX2 and memory that may be
// executed; without them there is none, and every instruction has its own loop.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "kernels/instruction_set.h"
#include "kernels/point/draft.h"

namespace tonelift {

// The machine code of a program.
class MachineCode {
  public:
    MachineCode();
    ~MachineCode();
    MachineCode(const MachineCode&) = delete;

    // Whether there is any for an instruction set.
    static bool is_for(const InstructionSet& set);
    // Whether the system lets memory be executed, which is tried.
    static bool may_run();
    // Whether a loop can be part of a group.
    static bool can_join(const Draft& draft);

    // What groups read and write.
    struct Ground {
        std::span<const DraftValue> values;
        std::span<const PreparedProgram::Fixed> fixed;
        std::span<const float> constants;  // blocks
        const Picture* input;              // of load_codes
    };
    // The loops of these groups, which run as long as this object lives. Empty where the system
    // lets no memory be executed, or where asmjit fails: nothing is known to make it.
    std::vector<PointLoop> compile(std::span<const Draft* const> groups, const Ground& ground,
                                   const InstructionSet& set);

  private:
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

}  // namespace tonelift
