// SPDX-License-Identifier: BSD-2-Clause
//
// Approximates the results of a program by one polynomial per tile of pixels
// (kernels/point/tile_fit.h). In tiles without an accurate polynomial, the program itself runs for
// all pixels.
#pragma once

#include <vector>

#include "kernels/cpu/context.h"
#include "kernels/point/tile_fit.h"

namespace tonelift {

class FittedProgram {
  public:
    using Inputs = std::span<const RunRows, fit_inputs>;
    using Outputs = std::span<const RunRows, fit_outputs>;

    FittedProgram(const PointProgram& program, CpuContext& context, int most_tiles, int workers);

    // Computes `tiles` tiles. Returns false, and writes no output, if the range of values is too
    // large for a polynomial in more than 3 of 4 tiles.
    bool run(int worker, Inputs inputs, Outputs outputs, int tiles);

  private:
    struct Memory {
        Aligned<float> floats;
        std::array<float*, fit_inputs> inputs;
        std::array<float*, fit_outputs> outputs;
        Aligned<float>* rows = nullptr;
        ApartVector<void*> at;
        bool is_bound = false;
        TileBoxes boxes;
        TileFits fits;
        std::array<int, run_tiles> tried;
    };

    void allocate(Memory& memory, int worker, int line_pixels);
    void bind(Memory& memory) const;
    void evaluate(Memory& memory, int pixels) const;
    int choose_tiles(Memory& memory, Inputs inputs, int tiles) const;
    void fit(Memory& memory, int tried) const;
    bool is_near(const Memory& memory, int box) const;
    void run_exactly(Memory& memory, Inputs inputs, Outputs outputs,
                     std::span<const int> tiles) const;

    CpuContext& context_;
    PreparedProgram program_;
    PerWorker<Memory> workers_;
};

}  // namespace tonelift
