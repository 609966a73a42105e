// SPDX-License-Identifier: BSD-2-Clause
//
// Computes rows of the output pass by tile fits, one run of tiles at a time.
#pragma once

#include <vector>

#include "kernels/cpu/fitted_program.h"
#include "kernels/cpu/program.h"

namespace tonelift {

class FittedRows {
  public:
    // `pass` is the output pass of a plan with a fit_tolerance. `plain` is the program of that
    // pass. `workers` is the number of workers that run the pass.
    FittedRows(const Pass& pass, CpuContext& context, const PassProgram& plain, int workers);

    // Computes rows [y, y + rows) of the picture. y is a multiple of tile_height, and rows <=
    // tile_height. `to` contains the rows of each component, starting with row y, with room for
    // whole tiles.
    void make(int worker, int y, int rows, std::span<const FloatRows, fit_outputs> to);

  private:
    struct Memory {
        Aligned<float> floats;
        std::array<RunRows, fit_inputs> inputs;  // components of the current run
    };

    void read_components(const Memory& memory, int x, int y, int pixels) const;
    // Runs the plain program over the rows of a run, at pixel (x, y).
    void run_plain(int worker, int x, int y, int pixels, FittedProgram::Outputs to) const;

    CpuContext& context_;
    const PassProgram& plain_;
    FittedProgram fitted_;
    std::vector<Memory> workers_;
};

}  // namespace tonelift
