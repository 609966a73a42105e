// SPDX-License-Identifier: BSD-2-Clause
//
// Compiles instructions of a program to loops of machine code, in which values stay in registers.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "kernels/instruction_set.h"
#include "kernels/point/draft.h"

namespace tonelift {

class MachineCode {
  public:
    MachineCode();
    ~MachineCode();
    MachineCode(const MachineCode&) = delete;

    static bool is_for(const InstructionSet& set);
    // Returns whether the system allows executable memory. Allocates a byte of such memory to find
    // out.
    static bool may_run();
    static bool can_join(const Draft& draft);

    struct GroupTables {
        std::span<const DraftValue> values;
        std::span<const PreparedProgram::Fixed> fixed;
        std::span<const float> constants;
        const Picture* input;
        int row;
    };
    // Returns one loop per group, or an empty list if the system refuses executable memory. The
    // loops are valid as long as this object exists.
    std::vector<PointLoop> compile(std::span<const Draft* const> groups, const GroupTables& tables,
                                   const InstructionSet& set);

  private:
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

}  // namespace tonelift
