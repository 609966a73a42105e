// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/short_sums.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/cpu/matrix_rows.h"

namespace tonelift {
namespace {

// Returns the terms whose factor is not 0. The first term is the one with the factor 1. Returns
// nothing if no factor is 1.
std::vector<size_t> terms_of(const Instruction& sum) {
    std::vector<size_t> order;
    for (size_t i = 0; i < row_terms; ++i) {
        if (!is_constant(sum.in[row_terms + i], 0)) order.push_back(i);
    }
    const auto whole = std::ranges::find_if(
        order, [&](size_t i) { return is_constant(sum.in[row_terms + i], 1); });
    if (whole == order.end() || order.size() < 2) return {};
    std::rotate(order.begin(), whole, whole + 1);
    return order;
}

class Shortener {
  public:
    explicit Shortener(const PointProgram& program) : program_(program) {
        result_.values = program.values;
    }

    PointProgram run() && {
        for (const Instruction& instruction : program_.code) shorten(instruction);
        return std::move(result_);
    }

  private:
    void shorten(const Instruction& instruction) {
        if (!is_matrix_row(instruction)) return keep(instruction);
        const std::vector<size_t> order = terms_of(instruction);
        if (!order.empty()) return omit_factors(instruction, order);
        if (is_in_matrix(instruction)) return add_differences(instruction);
        keep(instruction);
    }

    void keep(const Instruction& instruction) { result_.code.push_back(instruction); }

    Operand written(Op op, const std::array<Operand, max_inputs>& in, uint16_t to) {
        keep({op, 0, in, {to}});
        return Operand::value(to);
    }
    Operand written(Op op, const std::array<Operand, max_inputs>& in) {
        return written(op, in, index16(result_.values++));
    }

    void omit_factors(const Instruction& sum, const std::vector<size_t>& order) {
        Operand total = sum.in[order.front()];
        for (size_t k = order.size(); k-- > 1;) {
            const uint16_t to = k == 1 ? sum.out[0] : index16(result_.values++);
            total = written(Op::multiply_add,
                            {sum.in[order[k]], sum.in[row_terms + order[k]], total}, to);
        }
    }

    // Returns whether the sum is a row of a matrix whose three rows keep gray. Fewer rows would not
    // make up for the two differences.
    bool is_in_matrix(const Instruction& sum) const {
        if (!keeps_gray(sum)) return false;
        const auto rows = std::ranges::count_if(program_.code, [&](const Instruction& other) {
            return is_matrix_row(other) && keeps_gray(other) && color_of(other) == color_of(sum);
        });
        return rows >= 3;
    }

    void add_differences(const Instruction& sum) {
        const auto [x, y, z] = color_of(sum);
        const auto& [first, last] = differences_of(color_of(sum));
        const Operand part = written(Op::multiply_add, {last, sum.in[row_terms + 2], y});
        written(Op::multiply_add, {first, sum.in[row_terms], part}, sum.out[0]);
    }

    // Returns the first and the last component of a color, minus the component between them.
    const std::pair<Operand, Operand>& differences_of(const ColorOperands& color) {
        const auto known = std::ranges::find(differences_, color, &Differences::first);
        if (known != differences_.end()) return known->second;
        const Operand first = written(Op::subtract, {color[0], color[1]});
        const Operand last = written(Op::subtract, {color[2], color[1]});
        return differences_.emplace_back(color, std::pair(first, last)).second;
    }

    using Differences = std::pair<ColorOperands, std::pair<Operand, Operand>>;
    const PointProgram& program_;
    PointProgram result_;
    std::vector<Differences> differences_;
};

}  // namespace

PointProgram with_short_sums(const PointProgram& program) { return Shortener(program).run(); }

}  // namespace tonelift
