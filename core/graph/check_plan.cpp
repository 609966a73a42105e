// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/check_plan.h"

#include <string>

#include "kernels/error.h"

namespace tonelift {
namespace {

struct Grid {
    int width;
    int height;
    bool operator==(const Grid&) const = default;
};

std::string text_of(const Grid& grid) {
    return std::to_string(grid.width) + "x" + std::to_string(grid.height);
}

class Checker {
  public:
    explicit Checker(const Plan& plan) : plan_(plan) {}

    void pass(const Pass& pass) const {
        const Grid out{pass.width, pass.height};
        Grid in = out;
        if (const auto* resample = std::get_if<Resample>(&pass.core)) {
            in = {resample->in_width, resample->in_height};
            if (resample->fine_guide >= 0) same(pass, out, buffer(resample->fine_guide));
        }
        program(pass, pass.prologue, in);
        program(pass, pass.epilogue, out);
    }

  private:
    Grid buffer(int index) const {
        const Buffer& buffer = plan_.buffers.at(static_cast<size_t>(index));
        return {buffer.width, buffer.height};
    }

    void program(const Pass& pass, const PointProgram& program, const Grid& grid) const {
        for (const Instruction& instruction : program.code) access(pass, instruction, grid);
    }

    void access(const Pass& pass, const Instruction& instruction, const Grid& grid) const {
        switch (instruction.op) {
            case Op::load_buffer:
            case Op::store_buffer:
                return same(pass, grid, buffer(instruction.index));
            case Op::load_input:
                return same(pass, grid, {plan_.input.width, plan_.input.height});
            case Op::store_output:
                return same(pass, grid, {plan_.output.width, plan_.output.height});
            case Op::reduce:
                return measured(pass, grid, plan_.reductions.at(instruction.index));
            default:
                return;
        }
    }

    static void same(const Pass& pass, const Grid& grid, const Grid& plane) {
        if (grid == plane) return;
        throw Error(Failure::internal, "the pass '" + pass.name + "' over " + text_of(grid) +
                                           " pixels uses a plane of " + text_of(plane));
    }

    static void measured(const Pass& pass, const Grid& grid, const Reduction& reduction) {
        if (reduction.samples == int64_t{grid.width} * grid.height) return;
        throw Error(Failure::internal, "the pass '" + pass.name + "' over " + text_of(grid) +
                                           " pixels measures a plane of " +
                                           std::to_string(reduction.samples) + " pixels");
    }

    const Plan& plan_;
};

}  // namespace

void check_plan(const Plan& plan) {
    const Checker checker(plan);
    for (const auto& step : plan.steps) {
        if (const auto* pass = std::get_if<Pass>(&step)) checker.pass(*pass);
    }
}

}  // namespace tonelift
