// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/smooth.h"

#include <algorithm>

#include "kernels/evaluate.h"
#include "kernels/program_has.h"

namespace tonelift {
namespace {

// Maximum error of the polynomials that approximate the output pass, in 8-bit codes of limited
// range. kernels/point/tile_fit.cpp measures this error for each tile.
constexpr float tolerance = 0.08f;
// Number of steps of 8-bit luma in limited range, from 16 to 235.
constexpr float codes = 219;

// Maximum bit depth of the output.
constexpr int deepest = 10;
// Minimum cost of an output program that polynomials may replace, in the unit of operations.def.
constexpr int cheapest = 60;

bool is_smooth(Op op) {
    switch (op) {
        case Op::sign:
        case Op::step:
        case Op::floor:
        case Op::ceil:
        case Op::round:
        case Op::trunc:
        case Op::fract:
        case Op::mod:
        case Op::sin:
        case Op::cos:
        case Op::tan:
        case Op::atan2:
        case Op::select:
        case Op::less:
        case Op::less_equal:
        case Op::equal:
        case Op::to_hsv:
        case Op::from_hsv:
        case Op::hue:
        case Op::hue_rotate:
        case Op::skin_likelihood:
        case Op::grain:
            return false;
        default:
            return true;
    }
}

bool is_smooth(const Instruction& instruction) {
    switch (instruction.op) {
        case Op::load_input:
            return instruction.index < 3;
        case Op::store_output:
            return instruction.index < 3;
        case Op::lookup:
            return true;
        default:
            return !operation_info(instruction.op).access && is_smooth(instruction.op);
    }
}

int cost_of(const PointProgram& program) {
    int sum = 0;
    for (const Instruction& instruction : program.code) sum += operation_info(instruction.op).cost;
    return sum;
}

bool has_subsampled_chroma(const Picture& picture) {
    return picture.format->family == Family::YUV && picture.format->subsampled();
}

bool has_all_components(const PointProgram& program) {
    return std::ranges::all_of(std::array{0, 1, 2}, [&](int component) {
        return std::ranges::any_of(program.code, [&](const Instruction& instruction) {
            return instruction.op == Op::load_input && instruction.index == component;
        });
    });
}

// Returns null if no pass writes the output.
const Pass* output_pass(const Plan& plan) {
    for (const auto& step : plan.steps) {
        const auto* pass = std::get_if<Pass>(&step);
        if (pass != nullptr && program_has(pass->epilogue, Op::store_output)) return pass;
    }
    return nullptr;
}

}  // namespace

float fit_tolerance(const Plan& plan) {
    const Pass* const pass = output_pass(plan);
    if (pass == nullptr || !std::holds_alternative<Point>(pass->core)) return 0;
    const Picture& output = plan.output;
    if (pass->width != plan.input.width || pass->height != plan.input.height) return 0;
    if (!has_subsampled_chroma(plan.input) || !has_subsampled_chroma(output)) return 0;
    if (output.format->sample == Sample::F32 || output.format->depth > deepest) return 0;
    const PointProgram& program = pass->epilogue;
    const bool smooth = std::ranges::all_of(
        program.code, [](const Instruction& instruction) { return is_smooth(instruction); });
    const bool pays = has_all_components(program) && cost_of(program) >= cheapest;
    return smooth && pays ? tolerance / codes : 0;
}

Precision precision_of(const Picture& output) {
    const bool few_bits = output.format->sample != Sample::F32 && output.format->depth <= 8;
    return few_bits ? Precision::of_8_bits : Precision::full;
}

}  // namespace tonelift
