// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/short_sums.h"

#include <algorithm>
#include <vector>

namespace tonelift {
namespace {

constexpr size_t terms = 3;

bool is_constant(const Operand& operand, float value) {
    return operand.kind == Operand::Kind::constant && operand.constant_value == value;
}

std::vector<size_t> terms_of(const Instruction& sum) {
    if (sum.op != Op::dot3 || !is_constant(sum.in[2 * terms], 0)) return {};
    std::vector<size_t> order;
    for (size_t i = 0; i < terms; ++i) {
        if (!is_constant(sum.in[terms + i], 0)) order.push_back(i);
    }
    const auto whole =
        std::ranges::find_if(order, [&](size_t i) { return is_constant(sum.in[terms + i], 1); });
    if (whole == order.end() || order.size() < 2) return {};
    std::rotate(order.begin(), whole, whole + 1);
    return order;
}

}  // namespace

PointProgram with_short_sums(PointProgram program) {
    PointProgram result{{}, program.values};
    for (const Instruction& instruction : program.code) {
        const std::vector<size_t> order = terms_of(instruction);
        if (order.empty()) {
            result.code.push_back(instruction);
            continue;
        }
        Operand sum = instruction.in[order.front()];
        for (size_t k = order.size(); k-- > 1;) {
            Instruction product{Op::multiply_add, 0, {}, {}};
            product.in = {instruction.in[order[k]], instruction.in[terms + order[k]], sum};
            product.out[0] = k == 1 ? instruction.out[0] : index16(result.values++);
            sum = Operand::value(product.out[0]);
            result.code.push_back(product);
        }
    }
    return result;
}

}  // namespace tonelift
