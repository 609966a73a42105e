// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/math/plain.h"
#include "kernels/evaluate.h"
#include "kernels/point/point.h"

namespace tonelift {
namespace {

float number(const Operand& operand, std::span<const float> uniforms,
             std::span<const float> values) {
    switch (operand.kind) {
        case Operand::Kind::value:
            return values[operand.index];
        case Operand::Kind::uniform:
            return uniforms[operand.index];
        case Operand::Kind::constant:
            return operand.constant_value;
        case Operand::Kind::none:
            break;
    }
    return 0;
}

}  // namespace

float lookup_plain(const float* table, float x) {
    const float place = math::saturate(x) * static_cast<float>(curve_entries - 1);
    const float whole = math::min(math::floor(place), static_cast<float>(curve_entries - 2));
    const float* entry = table + static_cast<int>(whole);
    return math::mix(entry[0], entry[1], place - whole);
}

void run_plain(const PointProgram& program, std::span<const float> uniforms,
               std::span<float> values, PixelAccess& access) {
    for (const Instruction& instruction : program.code) {
        const OperationInfo& operation = operation_info(instruction.op);
        float in[max_inputs], out[max_outputs];
        for (int i = 0; i < operation.inputs; ++i)
            in[i] = number(instruction.in[i], uniforms, values);
        if (!operation.access) {
            evaluate_operation(instruction.op, in, out);
        } else if (operation.outputs == 0) {
            access.store(instruction, in[0]);
        } else {
            out[0] = access.load(instruction, operation.inputs > 0 ? in[0] : 0.0f);
        }
        for (int i = 0; i < operation.outputs; ++i) values[instruction.out[i]] = out[i];
    }
}

}  // namespace tonelift
