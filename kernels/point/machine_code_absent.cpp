// SPDX-License-Identifier: BSD-2-Clause
//
// Replaces machine_code.cpp in builds for processors other than x86-64 and in builds without
// asmjit. In these builds, every instruction has a separate SIMD loop.
#include "kernels/point/machine_code.h"

namespace tonelift {

bool MachineCode::is_for(const InstructionSet&) { return false; }

bool MachineCode::may_run() { return false; }

struct MachineCode::Memory {};
MachineCode::MachineCode() = default;
MachineCode::~MachineCode() = default;
bool MachineCode::can_join(const Draft&) { return false; }
std::vector<PointLoop> MachineCode::compile(std::span<const Draft* const>, const GroupTables&,
                                            const InstructionSet&) {
    return {};
}

}  // namespace tonelift
