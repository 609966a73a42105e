// SPDX-License-Identifier: BSD-2-Clause
//
// Stand-in for machine code in builds without asmjit and on other processors: every instruction has
// a loop of its own.
#include "kernels/point/machine_code.h"

namespace tonelift {

bool MachineCode::is_for(const InstructionSet&) { return false; }

bool MachineCode::may_run() { return false; }

// Never called: no instruction set has machine code.
struct MachineCode::Memory {};
MachineCode::MachineCode() = default;
MachineCode::~MachineCode() = default;
bool MachineCode::can_join(const Draft&) { return false; }
std::vector<PointLoop> MachineCode::compile(std::span<const Draft* const>, const GroupTables&,
                                            const InstructionSet&) {
    return {};
}

}  // namespace tonelift
