// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/fitted_rows.h"

#include <algorithm>
#include <utility>

#include "kernels/unpack/unpack.h"

namespace tonelift {
namespace {

PointProgram from_rows(PointProgram program) {
    for (Instruction& instruction : program.code) {
        if (instruction.op == Op::load_input) instruction.op = Op::load_core;
    }
    return program;
}

int tiles_of(int width) { return std::min((width + tile_width - 1) / tile_width, run_tiles); }

}  // namespace

FittedRows::FittedRows(const Pass& pass, CpuContext& context, const PassProgram& plain, int workers)
    : context_(context),
      plain_(plain),
      fitted_(from_rows(pass.epilogue), context, tiles_of(pass.width), workers),
      workers_(workers) {
    const int pitch = tiles_of(pass.width) * tile_width;
    const ptrdiff_t run = ptrdiff_t{pitch} * tile_height;
    for (int worker = 0; worker < workers; ++worker) {
        Memory& memory = workers_[worker];
        memory.floats = Aligned<float>(static_cast<size_t>(fit_inputs * run));
        float* next = memory.floats.data();
        for (RunRows& input : memory.inputs) input = {std::exchange(next, next + run), pitch, 0};
    }
}

void FittedRows::make(int worker, int y, int rows, std::span<const FloatRows, fit_outputs> to) {
    Memory& memory = workers_[worker];
    const int width = context_.plan.output.width;
    for (RunRows& input : memory.inputs) input.rows = rows;
    for (int x = 0; x < width; x += run_pixels) {
        const int pixels = std::min(run_pixels, width - x);
        read_components(memory, x, y, pixels);
        std::array<RunRows, fit_outputs> outputs;
        for (size_t i = 0; i < fit_outputs; ++i)
            outputs[i] = {to[i].row(0) + x, to[i].pitch(), rows};
        const int tiles = (pixels + tile_width - 1) / tile_width;
        if (!fitted_.run(worker, memory.inputs, outputs, tiles))
            run_plain(worker, x, y, pixels, outputs);
    }
}

void FittedRows::run_plain(int worker, int x, int y, int pixels, FittedProgram::Outputs to) const {
    for (int row = 0; row < to[0].rows; ++row) {
        OutsideRows rows;
        for (size_t i = 0; i < fit_outputs; ++i) rows.to[i] = to[i].row(row);
        plain_.run(worker, x, y + row, pixels, rows);
    }
}

// Unpacks the input components of a run of pixels. Repeats the last pixel up to the end of its
// tile.
void FittedRows::read_components(const Memory& memory, int x, int y, int pixels) const {
    for (int component = 0; component < fit_inputs; ++component) {
        const RunRows& rows = memory.inputs[static_cast<size_t>(component)];
        unpack_rows(context_.plan.input, context_.input, component, x, y, pixels, rows.rows,
                    rows.row(0), rows.pitch, context_.set);
        for (int row = 0; row < rows.rows; ++row) {
            float* const to = rows.row(row);
            std::fill(to + pixels, to + round_up_to_block(pixels), to[pixels - 1]);
        }
    }
}

}  // namespace tonelift
