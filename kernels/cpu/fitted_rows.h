// SPDX-License-Identifier: BSD-2-Clause
//
// Computes rows of the output frame by one polynomial per tile of pixels.
#pragma once

#include <vector>

#include "kernels/cpu/fitted_program.h"
#include "kernels/cpu/program.h"

namespace tonelift {

class FittedRows {
  public:
    FittedRows(const Pass& pass, CpuContext& context, const PassProgram& plain, int workers);

    // Computes `rows` output rows, starting at row `y`. `y` must be a multiple of tile_height, and
    // `rows` must be at most tile_height. The rows in `to` must have room for whole tiles.
    void make(int worker, int y, int rows, std::span<const FloatRows, fit_outputs> to);

  private:
    struct Memory {
        Aligned<float> floats;
        std::array<RunRows, fit_inputs> inputs;
    };

    void read_components(const Memory& memory, int x, int y, int pixels) const;
    void run_plain(int worker, int x, int y, int pixels, FittedProgram::Outputs to) const;

    CpuContext& context_;
    const PassProgram& plain_;
    FittedProgram fitted_;
    PerWorker<Memory> workers_;
};

}  // namespace tonelift
