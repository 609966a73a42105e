// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/light_tables.h"

#include <algorithm>

#include "kernels/program_has.h"

namespace tonelift {
namespace {

// The threads fill a table in parts of this many rows. The address of the first light of a part
// must be a multiple of 64 bytes.
constexpr int part_rows = 176;
constexpr int parts = (light_rows + part_rows - 1) / part_rows;
constexpr int part_lights = 2 * part_rows + 1;
constexpr int all_lights = 2 * light_rows + 1;  // the size of sampled_lights()
static_assert(2 * part_rows * sizeof(float) % cache_line == 0);

// Returns whether a program reads a uniform for whose index `is_meant` returns true.
template <typename Predicate>
bool reads_uniform(const PointProgram& program, const Predicate& is_meant) {
    return std::ranges::any_of(program.code, [&](const Instruction& instruction) {
        return std::ranges::any_of(instruction.in, [&](const Operand& operand) {
            return operand.kind == Operand::Kind::uniform && is_meant(operand.index);
        });
    });
}

// Returns whether a step computes a table or a uniform that a program reads.
bool gives_operand(const FrameStep& step, const PointProgram& program) {
    return std::ranges::any_of(step.operations, [&](const FrameOperation& operation) {
        return program_has(program, Op::lookup, operation.table) ||
               reads_uniform(program, [&](int uniform) { return gives(operation, uniform); });
    });
}

}  // namespace

// Uses only threads that already have memory, because more threads would make small frames slower.
LightTables::LightTables(CpuContext& context)
    : no_reductions_(context, all_lights, 1, strip_pixels,
                     std::clamp(context.shared.workers(), 1, parts)),
      results_(static_cast<size_t>(no_reductions_.workers())) {
    if (context.light_functions.empty()) return;
    lights_ = Aligned<float>(all_lights);
    std::ranges::copy(sampled_lights(), lights_.data());
    for (TabulatedFunction& function : context.light_functions) {
        for (Results& results : results_) {
            for (size_t i = 0; i < function.results(); ++i)
                results[i].reserve(static_cast<size_t>(round_up_to_block(part_lights)));
        }
        tables_.push_back(
            {function, {function.program, context, no_reductions_}, when_filled(function.program)});
    }
    // Only this thread works, because a program can fork before the first frame, and the child then
    // lacks all threads that have started.
    for (const Filled& table : tables_) {
        for (int part = 0; table.when == When::once && part < parts; ++part)
            fill_part(table, part, 0);
    }
}

LightTables::When LightTables::when_filled(const PointProgram& program) {
    if (program_has(program, Op::lookup)) return When::after_steps;
    return reads_uniform(program, [](int) { return true; }) ? When::each_frame : When::once;
}

std::vector<Loop> LightTables::loops_of_frame() {
    std::vector<Loop> loops;
    for (const Filled& table : tables_) {
        if (table.when == When::each_frame) loops.push_back(loop_of(table));
    }
    return loops;
}

std::vector<Loop> LightTables::loops_after(const FrameStep& step) {
    std::vector<Loop> loops;
    for (const Filled& table : tables_) {
        if (gives_operand(step, table.function.program)) loops.push_back(loop_of(table));
    }
    return loops;
}

Loop LightTables::loop_of(const Filled& table) {
    return {parts, no_reductions_.workers(),
            [this, &table](int part, int worker) { fill_part(table, part, worker); }};
}

void LightTables::fill_part(const Filled& table, int part, int worker) const {
    const int row = part * part_rows;
    const int rows = std::min(part_rows, light_rows - row);
    const Results& results = results_[static_cast<size_t>(worker)];
    OutsideRows outside;
    outside.from[0] = lights_.data() + static_cast<ptrdiff_t>(2 * row);
    for (size_t i = 0; i < most_light_functions; ++i) outside.to[i] = results[i].data();
    table.program.run(worker, 0, 0, 2 * rows + 1, outside);
    for (size_t i = 0; i < table.function.results(); ++i)
        table.function.table.fill(i, row, rows, results[i].data());
}

}  // namespace tonelift
