// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/fitted_program.h"

#include <algorithm>
#include <utility>

#include "kernels/cpu/fused_products.h"

namespace tonelift {
namespace {

constexpr int tile_pixels = tile_width * tile_height;
constexpr int tiles_of_strip = strip_pixels / tile_pixels;
// Limits of the ranges of luma and of both chroma components in a tile. A polynomial is tried only
// for tiles within these limits, because few other tiles have an accurate polynomial.
constexpr std::array<float, fit_inputs> most_reach = {0.125f, 0.03f, 0.03f};
// A short polynomial may use up this share of the tolerance.
constexpr float short_share = 0.2f;
// Polynomials are used only if the share of tiles with a small enough range is at least
// 1 / least_tried. With a smaller share, running the plain program for all pixels is faster.
constexpr int least_tried = 4;

int line_pixels(int most_tiles) {
    return std::max(fit_points * round_up_to_block(most_tiles), strip_pixels);
}

}  // namespace

FittedProgram::FittedProgram(const PointProgram& program, CpuContext& context, int most_tiles,
                             int workers)
    : context_(context),
      program_(with_fused_products(program), context.plan.buffers, context.set, nullptr,
               strip_pixels, context.plan.precision),
      workers_(workers) {
    context.add_light_function(program_);
    for (int worker = 0; worker < workers; ++worker)
        allocate(workers_[worker], worker, line_pixels(most_tiles));
}

void FittedProgram::allocate(Memory& memory, int worker, int line_pixels) {
    memory.floats = Aligned<float>(static_cast<size_t>((fit_inputs + fit_outputs) * line_pixels));
    float* next = memory.floats.data();
    for (float*& input : memory.inputs) input = std::exchange(next, next + line_pixels);
    for (float*& output : memory.outputs) output = std::exchange(next, next + line_pixels);
    memory.rows = &context_.shared.at(worker, program_rows);
    memory.rows->reserve(program_.scratch_floats());
    memory.at.resize(program_.entries());
}

void FittedProgram::bind(Memory& memory) const {
    program_.bind(memory.at, memory.rows->data(), context_.uniforms.data());
    for (const auto& access : program_.accesses()) {
        if (access.op == Op::lookup) memory.at[access.entry] = context_.table_of(program_, access);
    }
    memory.is_bound = true;
}

void FittedProgram::evaluate(Memory& memory, int pixels) const {
    for (int done = 0; done < pixels; done += strip_pixels) {
        for (const auto& access : program_.accesses()) {
            if (access.op == Op::load_core)
                memory.at[access.entry] = memory.inputs[access.index] + done;
            if (access.op == Op::store_output)
                memory.at[access.entry] = memory.outputs[access.index] + done;
        }
        program_.run({memory.at.data(), std::min(strip_pixels, pixels - done), 0, 0});
    }
}

int FittedProgram::choose_tiles(Memory& memory, Inputs inputs, int tiles) const {
    TileBoxes& boxes = memory.boxes;
    for (int i = 0; i < fit_inputs; ++i)
        find_boxes(inputs[static_cast<size_t>(i)], i, tiles, boxes, context_.set);
    size_t tried = 0;
    for (int tile = 0; tile < tiles; ++tile) {
        const auto from = static_cast<size_t>(tile);
        bool is_small = true;
        for (size_t k = 0; k < fit_inputs; ++k) {
            is_small = is_small && boxes.reach[k][from] <= most_reach[k];
            boxes.middle[k][tried] = boxes.middle[k][from];
            boxes.reach[k][tried] = boxes.reach[k][from];
        }
        memory.tried[tried] = tile;
        if (is_small) ++tried;
    }
    return static_cast<int>(tried);
}

void FittedProgram::fit(Memory& memory, int tried) const {
    const int slots = round_up_to_block(tried);
    place_points(memory.boxes, slots, memory.inputs, context_.set);
    evaluate(memory, fit_points * slots);
    for (int i = 0; i < fit_outputs; ++i) {
        fit_tiles(memory.boxes, slots, memory.outputs[static_cast<size_t>(i)], i,
                  short_share * context_.plan.fit_tolerance, memory.fits, context_.set);
    }
}

bool FittedProgram::is_near(const Memory& memory, int box) const {
    return std::ranges::all_of(memory.fits.error, [&](const TileFits::Term& error) {
        return error[static_cast<size_t>(box)] <= context_.plan.fit_tolerance;
    });
}

bool FittedProgram::run(int worker, Inputs inputs, Outputs outputs, int tiles) {
    Memory& memory = workers_[worker];
    if (!memory.is_bound) bind(memory);
    const int tried = choose_tiles(memory, inputs, tiles);
    if (tried * least_tried < tiles) return false;
    fit(memory, tried);
    std::array<int, tiles_of_strip> others;
    size_t count = 0;
    for (int tile = 0, box = 0; tile < tiles; ++tile) {
        const bool has_fit = box < tried && memory.tried[static_cast<size_t>(box)] == tile;
        if (has_fit && is_near(memory, box))
            evaluate_fit(memory.boxes, memory.fits, box, tile, inputs, outputs, context_.set);
        else
            others[count++] = tile;
        if (has_fit) ++box;
        if (count == others.size() || (count > 0 && tile == tiles - 1))
            run_exactly(memory, inputs, outputs, std::span(others).first(std::exchange(count, 0)));
    }
    return true;
}

void FittedProgram::run_exactly(Memory& memory, Inputs inputs, Outputs outputs,
                                std::span<const int> tiles) const {
    for (size_t k = 0; k < tiles.size(); ++k) {
        for (size_t i = 0; i < fit_inputs; ++i)
            gather_tile(inputs[i], tiles[k], memory.inputs[i] + k * tile_pixels, context_.set);
    }
    evaluate(memory, static_cast<int>(tiles.size()) * tile_pixels);
    for (size_t k = 0; k < tiles.size(); ++k) {
        for (size_t i = 0; i < fit_outputs; ++i)
            scatter_tile(memory.outputs[i] + k * tile_pixels, tiles[k], outputs[i], context_.set);
    }
}

}  // namespace tonelift
