// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/fused_products.h"

#include <initializer_list>
#include <optional>

#include "kernels/cpu/short_sums.h"

namespace tonelift {
namespace {

using Kind = Operand::Kind;

class ProductFuser {
  public:
    explicit ProductFuser(PointProgram program)
        : program_(std::move(program)),
          readers_(static_cast<size_t>(program_.values)),
          product_(static_cast<size_t>(program_.values)) {}

    PointProgram run() {
        count_readers();
        for (Instruction& instruction : program_.code) {
            if (instruction.op == Op::multiply) product_[instruction.out[0]] = instruction;
            if (instruction.op == Op::add || instruction.op == Op::subtract) fuse(instruction);
        }
        std::erase_if(program_.code, [&](const Instruction& instruction) {
            return instruction.op == Op::multiply && readers_[instruction.out[0]] == 0;
        });
        return std::move(program_);
    }

  private:
    void count_readers() {
        for (const Instruction& instruction : program_.code) {
            for (const Operand& operand : instruction.in) {
                if (operand.kind == Kind::value) ++readers_[operand.index];
            }
        }
    }

    const Instruction* product(const Operand& operand) const {
        if (operand.kind != Kind::value || readers_[operand.index] != 1) return nullptr;
        const auto& found = product_[operand.index];
        return found ? &*found : nullptr;
    }

    static bool negate(std::initializer_list<Operand*> operands) {
        for (Operand* operand : operands) {
            if (operand->kind != Kind::constant) continue;
            operand->constant_value = -operand->constant_value;
            return true;
        }
        return false;
    }

    void fuse(Instruction& sum) {
        const bool difference = sum.op == Op::subtract;
        for (const size_t k : {0, 1}) {
            const Instruction* of = product(sum.in[k]);
            if (of == nullptr) continue;
            Operand a = of->in[0], b = of->in[1], rest = sum.in[1 - k];
            if (difference && !(k == 0 ? negate({&rest}) : negate({&a, &b}))) continue;
            readers_[sum.in[k].index] = 0;
            sum.op = Op::multiply_add;
            sum.in = {a, b, rest};
            return;
        }
    }

    PointProgram program_;
    std::vector<int> readers_;
    std::vector<std::optional<Instruction>> product_;
};

}  // namespace

PointProgram with_fused_products(PointProgram program) {
    return ProductFuser(with_short_sums(std::move(program))).run();
}

}  // namespace tonelift
