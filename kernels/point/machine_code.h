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
    // Allocates executable memory to find out whether the system allows it.
    static bool may_run();
    static bool can_join(const Draft& draft);

    struct GroupTables {
        std::span<const DraftValue> values;
        std::span<const PreparedProgram::Fixed> fixed;
        std::span<const float> constants;
        const Picture* input;
        int row;
    };
    // The loops are valid as long as this object lives. Returns an empty list if the system refuses
    // executable memory.
    std::vector<PointLoop> compile(std::span<const Draft* const> groups, const GroupTables& tables,
                                   const InstructionSet& set);

  private:
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

}  // namespace tonelift
