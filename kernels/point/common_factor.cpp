// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/point/common_factor.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "kernels/evaluate.h"
#include "kernels/program_has.h"
#include "kernels/unread.h"

namespace tonelift {
namespace {

bool is_number_zero(const Operand& operand) {
    return operand.kind == Operand::Kind::constant && operand.constant_value == 0;
}

bool is_product_of(const Instruction& instruction, const Operand& a, const Operand& b) {
    const auto in = operands_of(instruction);
    return instruction.op == Op::multiply && std::ranges::is_permutation(in, std::array{a, b});
}

// scale * base^exponent
struct Power {
    float scale;
    float exponent;
};

// A factor by which the components of a color are multiplied: a power of the luminance.
struct Factor {
    Operand value;
    Operand luminance;
    std::array<Operand, 3> components;
    Power power;
};

// Finds factors like the OOTF of HLG. Components are decoded from HLG, so that they are at least 0.
// The factor is then positive unless the color is black, and the product of luminance and factor
// grows with the luminance.
class FactorFinder {
  public:
    explicit FactorFinder(const PointProgram& program) : program_(program) {}

    std::optional<Factor> find() const {
        for (const Instruction& instruction : program_.code) {
            if (instruction.op != Op::luminance) continue;
            if (const auto found = factor_of(instruction)) return found;
        }
        return {};
    }

  private:
    std::optional<Factor> factor_of(const Instruction& luminance) const {
        Factor factor{{}, Operand::value(luminance.out[0]), {}, {}};
        std::ranges::copy(operands_of(luminance), factor.components.begin());
        for (const Operand& component : factor.components) {
            if (!is_result_of(program_, component, Op::hlg_decode)) return {};
        }
        for (const Instruction& instruction : program_.code) {
            const std::optional<Power> power = power_of(instruction, factor.luminance);
            if (!power) continue;
            factor.value = Operand::value(instruction.out[0]);
            factor.power = *power;
            if (multiplies_all(factor)) return factor;
        }
        return {};
    }

    // Returns the power of `base` that an instruction computes, if the scale is positive.
    std::optional<Power> power_of(const Instruction& instruction, const Operand& base) const {
        const Operand &first = instruction.in[0], &second = instruction.in[1];
        const float number = second.constant_value;
        if (second.kind != Operand::Kind::constant) return {};
        if (instruction.op == Op::pow)
            return first == base && number > -1 ? std::optional(Power{1, number}) : std::nullopt;
        const bool scales = instruction.op == Op::multiply && number > 0;
        if (!scales || !is_result_of(program_, first, Op::pow)) return {};
        std::optional<Power> power = power_of(*definition_of(program_, first.index), base);
        if (power) power->scale = number;
        return power;
    }

    bool multiplies_all(const Factor& factor) const {
        return std::ranges::all_of(factor.components, [&](const Operand& component) {
            return std::ranges::any_of(program_.code, [&](const Instruction& instruction) {
                return is_product_of(instruction, component, factor.value);
            });
        });
    }

    const PointProgram& program_;
};

// Bounds above these lights could limit more than nearly black colors.
constexpr float highest_display_bound = 1e-5f;
constexpr float highest_scene_bound = 1e-4f;

// Rewrites a program without a factor. Each value of the original program is the new value times a
// power of the factor. The exponent is the degree of the value.
class FactorRemover {
  public:
    FactorRemover(const PointProgram& program, const Factor& factor)
        : program_(program),
          factor_(factor),
          degree_(static_cast<size_t>(program.values)),
          same_as_(static_cast<size_t>(program.values)) {}

    // Returns nothing if the factor does not cancel out.
    std::optional<PointProgram> run() {
        for (const Instruction& instruction : program_.code) {
            if (!add(instruction)) return {};
        }
        return without_unread({std::move(code_), program_.values});
    }

  private:
    bool add(Instruction instruction) {
        for (const Operand& component : factor_.components) {
            if (!is_product_of(instruction, component, factor_.value)) continue;
            same_as_[instruction.out[0]] = component;
            degree_[instruction.out[0]] = 1;
            return true;
        }
        if (is_product_of(instruction, factor_.luminance, factor_.value))
            product_ = Operand::value(instruction.out[0]);
        if (is_bound(instruction)) return add_bound(instruction);
        const std::optional<int> degree = degree_of(instruction);
        if (!degree) return false;
        if (operation_info(instruction.op).outputs > 0) degree_[instruction.out[0]] = *degree;
        for (Operand& operand : instruction.in) {
            if (operand.kind == Operand::Kind::value &&
                same_as_[operand.index].kind != Operand::Kind::none)
                operand = same_as_[operand.index];
        }
        code_.push_back(instruction);
        return true;
    }

    bool is_bound(const Instruction& instruction) const {
        return instruction.op == Op::max && product_.kind == Operand::Kind::value &&
               instruction.in[0] == product_ && instruction.in[1].kind == Operand::Kind::constant;
    }

    bool add_bound(Instruction instruction) {
        const std::optional<float> bound = scene_bound(instruction.in[1].constant_value);
        if (!bound) return false;
        instruction.in = {factor_.luminance, Operand::constant(*bound)};
        degree_[instruction.out[0]] = 1;
        code_.push_back(instruction);
        return true;
    }

    // Returns the bound of scene light that corresponds to a bound of display light: the luminance
    // whose product with the factor is `display`.
    std::optional<float> scene_bound(float display) const {
        if (!(display > 0) || display > highest_display_bound) return {};
        const float scene =
            std::pow(display / factor_.power.scale, 1 / (1 + factor_.power.exponent));
        return scene <= highest_scene_bound ? std::optional(scene) : std::nullopt;
    }

    int degree_of(const Operand& operand) const {
        return operand.kind == Operand::Kind::value ? degree_[operand.index] : 0;
    }

    // Returns the degree of some operands, if it is the same for all of them. The number 0 has any
    // degree.
    std::optional<int> common_degree(std::span<const Operand> operands) const {
        std::optional<int> common;
        for (const Operand& operand : operands) {
            if (is_number_zero(operand)) continue;
            if (common.value_or(degree_of(operand)) != degree_of(operand)) return {};
            common = degree_of(operand);
        }
        return common.value_or(0);
    }

    // Returns nothing if the result is no product of a power of the factor and the new result.
    std::optional<int> degree_of(const Instruction& instruction) const {
        const auto in = operands_of(instruction);
        if (std::ranges::all_of(in, [&](const Operand& each) { return degree_of(each) == 0; }))
            return 0;
        switch (instruction.op) {
            case Op::multiply:
                return degree_of(in[0]) + degree_of(in[1]);
            case Op::divide:
                return degree_of(in[0]) - degree_of(in[1]);
            case Op::multiply_add: {
                const int product = degree_of(in[0]) + degree_of(in[1]);
                return is_number_zero(in[2]) || degree_of(in[2]) == product ? std::optional(product)
                                                                            : std::nullopt;
            }
            case Op::mix:
                return degree_of(in[2]) == 0 ? common_degree(in.first(2)) : std::nullopt;
            case Op::add:
            case Op::subtract:
            case Op::min:
            case Op::max:
            case Op::min_rgb:
            case Op::max_rgb:
            case Op::luminance:
                return common_degree(in);
            default:
                return {};
        }
    }

    const PointProgram& program_;
    Factor factor_;
    Operand product_{};  // of luminance and factor
    std::vector<int> degree_;
    std::vector<Operand> same_as_;
    std::vector<Instruction> code_;
};

}  // namespace

PointProgram without_common_factor(const PointProgram& program) {
    const std::optional<Factor> factor = FactorFinder(program).find();
    if (!factor) return program;
    return FactorRemover(program, *factor).run().value_or(program);
}

}  // namespace tonelift
