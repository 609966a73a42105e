// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/matrix_first.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/cpu/matrix_rows.h"
#include "kernels/evaluate.h"
#include "kernels/unread.h"

namespace tonelift {
namespace {

// One component: component * factor + rest. Nothing is added if `rest` is empty.
struct Scaled {
    Operand component;
    Operand factor;
    std::optional<Operand> rest;
};

// color * factor + rest
struct ScaledColor {
    ColorOperands color;
    Operand factor;
    std::optional<Operand> rest;
};

class Rewriter {
  public:
    explicit Rewriter(const PointProgram& program)
        : program_(program),
          definitions_(static_cast<size_t>(program.values)),
          readers_(static_cast<size_t>(program.values)) {
        result_.values = program.values;
        for (const Instruction& instruction : program.code) note(instruction);
    }

    PointProgram run() && {
        for (const Instruction& instruction : program_.code) {
            const std::optional<ScaledColor> scaled = scaled_by(instruction);
            if (scaled)
                scale_row(instruction, *scaled);
            else
                result_.code.push_back(instruction);
        }
        return without_unread(std::move(result_));
    }

  private:
    void note(const Instruction& instruction) {
        for (const Operand& operand : operands_of(instruction)) {
            if (operand.kind == Operand::Kind::value) ++readers_[operand.index];
        }
        if (operation_info(instruction.op).outputs == 1)
            definitions_[instruction.out[0]] = &instruction;
    }

    const Instruction* definition_of(const Operand& operand, Op op) const {
        if (operand.kind != Operand::Kind::value) return nullptr;
        const Instruction* const found = definitions_[operand.index];
        return found != nullptr && found->op == op ? found : nullptr;
    }

    // Returns the scaled color that the row of a matrix reads, if the row can be computed first.
    std::optional<ScaledColor> scaled_by(const Instruction& row) const {
        if (!is_matrix_row(row) || !only_rows_read(color_of(row))) return {};
        std::optional<ScaledColor> scaled = scaled_color(color_of(row));
        if (scaled && scaled->rest && !all_keep_gray(color_of(row))) return {};
        return scaled;
    }

    bool only_rows_read(const ColorOperands& color) const {
        const auto rows = std::ranges::count_if(program_.code, [&](const Instruction& row) {
            return is_matrix_row(row) && color_of(row) == color;
        });
        return rows == row_terms && std::ranges::all_of(color, [&](const Operand& component) {
                   return component.kind == Operand::Kind::value &&
                          readers_[component.index] == rows;
               });
    }

    bool all_keep_gray(const ColorOperands& color) const {
        return std::ranges::all_of(program_.code, [&](const Instruction& row) {
            return !is_matrix_row(row) || color_of(row) != color || keeps_gray(row);
        });
    }

    std::optional<ScaledColor> scaled_color(const ColorOperands& color) const {
        for (const Scaled& way : ways_to_scale(color[0])) {
            ScaledColor result{{way.component}, way.factor, way.rest};
            if (adds_component(1, color, result) && adds_component(2, color, result)) return result;
        }
        return {};
    }

    // Adds the component `i` to a scaled color if it has the same factor and rest.
    bool adds_component(size_t i, const ColorOperands& color, ScaledColor& to) const {
        for (const Scaled& way : ways_to_scale(color[i])) {
            if (way.factor != to.factor || way.rest != to.rest) continue;
            to.color[i] = way.component;
            return true;
        }
        return false;
    }

    // Returns the ways to write a value as a scaled component. Both factors of a product can be
    // the component, and both terms of a sum can be the product.
    std::vector<Scaled> ways_to_scale(const Operand& value) const {
        if (const Instruction* const product = definition_of(value, Op::multiply))
            return ways_of(product->in[0], product->in[1], {});
        if (const Instruction* const sum = definition_of(value, Op::multiply_add))
            return ways_of(sum->in[0], sum->in[1], sum->in[2]);
        std::vector<Scaled> all;
        const Instruction* const sum = definition_of(value, Op::add);
        if (sum == nullptr) return all;
        for (const size_t k : {0, 1}) {
            const Instruction* const product = definition_of(sum->in[k], Op::multiply);
            if (product == nullptr) continue;
            const auto ways = ways_of(product->in[0], product->in[1], sum->in[1 - k]);
            all.insert(all.end(), ways.begin(), ways.end());
        }
        return all;
    }

    static std::vector<Scaled> ways_of(const Operand& a, const Operand& b,
                                       const std::optional<Operand>& rest) {
        return {{a, b, rest}, {b, a, rest}};
    }

    void scale_row(const Instruction& row, const ScaledColor& scaled) {
        Instruction first = row;
        std::ranges::copy(scaled.color, first.in.begin());
        first.out[0] = index16(result_.values++);
        result_.code.push_back(first);
        Instruction last{scaled.rest ? Op::multiply_add : Op::multiply, 0, {}, row.out};
        last.in = {Operand::value(first.out[0]), scaled.factor, scaled.rest.value_or(Operand{})};
        result_.code.push_back(last);
    }

    const PointProgram& program_;
    PointProgram result_;
    std::vector<const Instruction*> definitions_;  // of values; null for instructions with several
    std::vector<int> readers_;
};

}  // namespace

PointProgram with_matrix_first(const PointProgram& program) { return Rewriter(program).run(); }

}  // namespace tonelift
