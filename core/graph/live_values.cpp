// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/live_values.h"

#include <algorithm>

#include "kernels/evaluate.h"

namespace tonelift {
namespace {

using Kind = Operand::Kind;

// Finds the live range of each value. The operands of a product stay live until the product is
// read, because the product and an addition that reads it can become one multiply-add.
class LiveRanges {
  public:
    explicit LiveRanges(const PointProgram& program)
        : program_(program),
          first_(static_cast<size_t>(program.values)),
          last_(first_),
          readers_(first_) {
        for (size_t i = 0; i < program.code.size(); ++i) add(program.code[i], i);
        for (size_t i = program.code.size(); i-- > 0;) extend(program.code[i]);
    }

    int most() const {
        const size_t steps = program_.code.size();
        std::vector<int> change(steps + 1);
        for (size_t value = 0; value < first_.size(); ++value) {
            ++change[first_[value]];
            --change[std::min(last_[value], steps - 1) + 1];
        }
        int live = 0, most = 0;
        for (const int step : change) most = std::max(most, live += step);
        return most + copies_;
    }

  private:
    void add(const Instruction& instruction, size_t i) {
        const bool reduced = instruction.op == Op::reduce;
        for (const Operand& operand : instruction.in) {
            if (operand.kind != Kind::value) continue;
            size_t& last = last_[operand.index];
            last = reduced ? program_.code.size() : std::max(last, i);
            ++readers_[operand.index];
        }
        if (reduced && instruction.in[0].kind != Kind::value) ++copies_;
        const int outputs = operation_info(instruction.op).outputs;
        for (size_t k = 0; k < static_cast<size_t>(outputs); ++k) {
            first_[instruction.out[k]] = instruction.op == Op::load_input ? 0 : i;
            last_[instruction.out[k]] = i;
        }
    }

    void extend(const Instruction& instruction) {
        if (instruction.op != Op::multiply || readers_[instruction.out[0]] != 1) return;
        for (const Operand& operand : instruction.in) {
            if (operand.kind != Kind::value) continue;
            size_t& last = last_[operand.index];
            last = std::max(last, last_[instruction.out[0]]);
        }
    }

    const PointProgram& program_;
    std::vector<size_t> first_;
    std::vector<size_t> last_;
    std::vector<size_t> readers_;
    int copies_ = 0;
};

}  // namespace

int most_live_values(const PointProgram& program) {
    return program.empty() ? 0 : LiveRanges(program).most();
}

}  // namespace tonelift
