// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/unread.h"

#include <algorithm>
#include <utility>

#include "kernels/evaluate.h"

namespace tonelift {

PointProgram without_unread(PointProgram program) {
    std::vector<bool> read(static_cast<size_t>(program.values));
    std::vector<Instruction> kept;
    for (auto at = program.code.rbegin(); at != program.code.rend(); ++at) {
        const int outputs = operation_info(at->op).outputs;
        const bool is_read = std::any_of(at->out.begin(), at->out.begin() + outputs,
                                         [&](uint16_t value) { return read[value]; });
        if (outputs > 0 && !is_read) continue;
        for (const Operand& operand : at->in) {
            if (operand.kind == Operand::Kind::value) read[operand.index] = true;
        }
        kept.push_back(std::move(*at));
    }
    program.code.assign(kept.rbegin(), kept.rend());
    return program;
}

}  // namespace tonelift
