// SPDX-License-Identifier: BSD-2-Clause
//
// Evaluates a smooth point program by polynomials, one per tile (kernels/point/tile_fit.h). Some
// tiles have no accurate polynomial. Their pixels are collected, and the program itself runs over
// them.
#pragma once

#include <vector>

#include "kernels/cpu/context.h"
#include "kernels/point/tile_fit.h"

namespace tonelift {

class FittedProgram {
  public:
    using Inputs = std::span<const RunRows, fit_inputs>;
    using Outputs = std::span<const RunRows, fit_outputs>;

    // The program loads its inputs by Op::load_core and stores its outputs by Op::store_output.
    // `most_tiles` is the largest number of tiles of a run. `workers` is the number of workers that
    // call run().
    FittedProgram(const PointProgram& program, CpuContext& context, int most_tiles, int workers);

    // Evaluates the program for the first `tiles` tiles of a run. Returns false, without any
    // result, if most tiles have too large a range for a fit. The plain program is faster in that
    // case.
    bool run(int worker, Inputs inputs, Outputs outputs, int tiles);

  private:
    // Memory of a worker: the points of a run, or the pixels that the program itself computes.
    struct Memory {
        Aligned<float> floats;
        std::array<float*, fit_inputs> inputs;
        std::array<float*, fit_outputs> outputs;
        Aligned<float>* rows = nullptr;  // shared with other programs
        std::vector<void*> at;
        bool is_bound = false;
        TileBoxes boxes;
        TileFits fits;
        std::array<int, run_tiles> tried;  // indices of the tiles for which a fit is tried
    };

    void allocate(Memory& memory, int worker, int line_pixels);
    void bind(Memory& memory) const;
    // Runs the program over the first `pixels` pixels of the input lines.
    void evaluate(Memory& memory, int pixels) const;
    // Lists the tiles for which a fit is tried, and their boxes. Returns the number of tiles in the
    // list.
    int choose_tiles(Memory& memory, Inputs inputs, int tiles) const;
    void fit(Memory& memory, int tried) const;
    bool is_near(const Memory& memory, int box) const;
    void run_exactly(Memory& memory, Inputs inputs, Outputs outputs,
                     std::span<const int> tiles) const;

    CpuContext& context_;
    PreparedProgram program_;
    std::vector<Memory> workers_;
};

}  // namespace tonelift
