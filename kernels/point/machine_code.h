// SPDX-License-Identifier: BSD-2-Clause
//
// Compiles groups of instructions of a point program to machine code. A group becomes one loop over
// a strip, in which values stay in registers. The results equal those of a loop per instruction to
// the last bit. Only the NaN that results from two NaN operands may differ. Machine code requires
// asmjit, AVX2 and executable memory. Without them, every instruction has a loop of its own.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "kernels/instruction_set.h"
#include "kernels/point/draft.h"

namespace tonelift {

// The machine code of a point program.
class MachineCode {
  public:
    MachineCode();
    ~MachineCode();
    MachineCode(const MachineCode&) = delete;

    // Returns whether machine code exists for an instruction set.
    static bool is_for(const InstructionSet& set);
    // Returns whether the system allows executable memory. It allocates some to find out.
    static bool may_run();
    // Returns whether a draft can be part of a group.
    static bool can_join(const Draft& draft);

    // The tables that the drafts of a group refer to.
    struct GroupTables {
        std::span<const DraftValue> values;
        std::span<const PreparedProgram::Fixed> fixed;
        std::span<const float> constants;  // constants as blocks
        const Picture* input;              // input frame of load_codes
        int row;                           // number of floats of a row
    };
    // Compiles a loop for each group. The loops are valid as long as this object lives. Returns an
    // empty list if the system refuses executable memory, or if asmjit fails, which has not been
    // observed.
    std::vector<PointLoop> compile(std::span<const Draft* const> groups, const GroupTables& tables,
                                   const InstructionSet& set);

  private:
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

}  // namespace tonelift
