// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/error.h"
#include "kernels/point/point.h"
#include "tests/oracle/plain.h"

namespace tonelift {
namespace {

class NeighborAccess : public PixelAccess {
  public:
    NeighborAccess(const Gather& gather, const GatherInputs& inputs, int dx, int dy)
        : gather_(gather), inputs_(inputs), dx_(dx), dy_(dy) {}

    float load(const Instruction& instruction, float) override {
        const size_t index = instruction.index;
        switch (instruction.op) {
            case Op::load_neighbor:
                return inputs_.at[index][dy_ * inputs_.pitch + dx_];
            case Op::load_here:
                return inputs_.at[index][0];
            case Op::load_weight:
                return gather_.weights[index][gather_.index_of(dx_, dy_)];
            case Op::load_core:
                return 0;
            default:
                throw Error(Failure::internal, "a gather reads what is none of a neighbor's");
        }
    }
    void store(const Instruction& instruction, float value) override {
        shares[instruction.index] = value;
    }

    std::array<float, max_core_outputs> shares{};

  private:
    const Gather& gather_;
    const GatherInputs& inputs_;
    int dx_;
    int dy_;
};

}  // namespace

std::array<double, max_core_outputs> gather_pixel_plain(const Gather& gather,
                                                        const GatherInputs& inputs,
                                                        std::span<const float> uniforms) {
    std::array<double, max_core_outputs> sums{};
    std::vector<float> values(static_cast<size_t>(gather.term.values));
    for (int dy = -gather.radius; dy <= gather.radius; ++dy) {
        for (int dx = -gather.radius; dx <= gather.radius; ++dx) {
            NeighborAccess access(gather, inputs, dx, dy);
            run_plain(gather.term, uniforms, values, access);
            for (size_t i = 0; i < sums.size(); ++i) sums[i] += access.shares[i];
        }
    }
    return sums;
}

}  // namespace tonelift
