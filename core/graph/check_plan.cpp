// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/check_plan.h"

#include <algorithm>
#include <string>

#include "kernels/error.h"
#include "kernels/evaluate.h"
#include "kernels/input_grid.h"

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

// Checks static single assignment: each value is defined once, before it is read.
void check_values(const PointProgram& program) {
    const auto require = [](bool holds) {
        if (!holds) throw Error(Failure::internal, "a program reads or defines a value wrongly");
    };
    std::vector<bool> defined(static_cast<size_t>(program.values));
    for (const Instruction& instruction : program.code) {
        for (const Operand& operand : instruction.in) {
            if (operand.kind == Operand::Kind::value)
                require(operand.index < defined.size() && defined[operand.index]);
        }
        for (int i = 0; i < operation_info(instruction.op).outputs; ++i) {
            const uint16_t value = instruction.out[static_cast<size_t>(i)];
            require(value < defined.size() && !defined[value]);
            defined[value] = true;
        }
    }
}

class Checker {
  public:
    explicit Checker(const Plan& plan) : plan_(plan) {}

    void pass(const Pass& pass) const {
        const Grid out{pass.width, pass.height};
        Grid in = out;
        if (const auto* resample = std::get_if<Resample>(&pass.core)) {
            in = {resample->in_width, resample->in_height};
        }
        for (size_t i = 0; i < pass.inputs.size(); ++i) {
            const bool fine = has_fine_guide(pass.core) && i == fine_guide;
            if (pass.inputs[i].buffer >= 0)
                same(pass, fine ? out : in, buffer(pass.inputs[i].buffer));
        }
        if (const auto* gather = std::get_if<Gather>(&pass.core)) check_values(gather->term);
        program(pass, pass.prologue, in);
        program(pass, pass.epilogue, out);
    }

  private:
    Grid buffer(int index) const {
        const Buffer& buffer = plan_.buffers.at(static_cast<size_t>(index));
        return {buffer.width, buffer.height};
    }

    void program(const Pass& pass, const PointProgram& program, const Grid& grid) const {
        check_values(program);
        for (const Instruction& instruction : program.code) access(pass, instruction, grid);
    }

    void access(const Pass& pass, const Instruction& instruction, const Grid& grid) const {
        switch (instruction.op) {
            case Op::load_buffer:
            case Op::store_buffer:
                return same(pass, grid, buffer(instruction.index));
            case Op::load_upsampled:
                return multiple(pass, grid, plan_.upsamplings.at(instruction.index));
            case Op::load_input:
                if (input_reduction(plan_.input, grid.width, grid.height) > 1) return;
                return same(pass, grid,
                            {plan_.input.width, std::min(grid.height, plan_.input.height)});
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

    void multiple(const Pass& pass, const Grid& grid, const Upsampling& upsampling) const {
        const Grid value = buffer(upsampling.value);
        const int ratio = upsampling_ratio(value.width, value.height, grid.width, grid.height);
        if (ratio == 0) same(pass, grid, value);
        if (upsampling.kind == ResampleKind::joint) same(pass, value, buffer(upsampling.guide));
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
    for (const auto& any_step : plan.steps) {
        if (const auto* pass = std::get_if<Pass>(&any_step)) checker.pass(*pass);
        if (const auto* step = std::get_if<FrameStep>(&any_step)) {
            for (const FrameOperation& operation : step->operations)
                check_values(operation.program);
        }
    }
}

}  // namespace tonelift
