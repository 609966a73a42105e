// SPDX-License-Identifier: BSD-2-Clause
//
// Stands in for machine code in builds without asmjit and for other processors: every instruction
// has its own loop.
#include "kernels/point/machine_code.h"

namespace tonelift {

bool MachineCode::is_for(const InstructionSet&) { return false; }

bool MachineCode::may_run() { return false; }

// These functions are never called: there is no set with machine code.
struct MachineCode::Memory {};
MachineCode::MachineCode() = default;
MachineCode::~MachineCode() = default;
bool MachineCode::can_join(const Draft&) { return false; }
std::vector<PointLoop> MachineCode::compile(std::span<const Draft* const>, const Ground&,
                                            const InstructionSet&) {
    return {};
}

}  // namespace tonelift
