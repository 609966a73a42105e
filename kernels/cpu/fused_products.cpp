// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/fused_products.h"

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
            if (instruction.op == Op::multiply) product_[instruction.out[0]] = &instruction;
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

    // Returns null if the operand is no product, or if another instruction reads this product too.
    Instruction* product(const Operand& operand) const {
        if (operand.kind != Kind::value || readers_[operand.index] != 1) return nullptr;
        return product_[operand.index];
    }

    // Changes the sign of an operand. A product is negated by one of its factors. Returns false if
    // nothing that could be negated is a constant.
    bool negate(Operand& operand) const {
        if (operand.kind == Kind::constant) {
            operand.constant_value = -operand.constant_value;
            return true;
        }
        Instruction* const of = product(operand);
        return of != nullptr && negate_factor(*of);
    }

    bool negate_factor(Instruction& of) const { return negate(of.in[0]) || negate(of.in[1]); }

    void fuse(Instruction& sum) {
        const bool difference = sum.op == Op::subtract;
        for (const size_t k : {0, 1}) {
            Instruction* const of = product(sum.in[k]);
            if (of == nullptr) continue;
            Operand& rest = sum.in[1 - k];
            if (difference && !(k == 0 ? negate(rest) : negate_factor(*of))) continue;
            readers_[sum.in[k].index] = 0;
            sum.op = Op::multiply_add;
            sum.in = {of->in[0], of->in[1], rest};
            return;
        }
    }

    PointProgram program_;
    std::vector<int> readers_;
    std::vector<Instruction*> product_;
};

}  // namespace

PointProgram with_fused_products(PointProgram program) {
    return ProductFuser(with_short_sums(program)).run();
}

}  // namespace tonelift
