// SPDX-License-Identifier: BSD-2-Clause
//
// A point program of a pass. It is bound to the memory of each worker, and runs over one row at a
// time.
#pragma once

#include <array>
#include <vector>

#include "kernels/cpu/context.h"
#include "kernels/cpu/reductions.h"

namespace tonelift {

// Rows of floats outside the program: those that a run reads (load_core) and those that it writes
// (store_core, store_output). Addresses are those of the run's first pixel, aligned to 64 bytes.
struct OutsideRows {
    std::array<const float*, max_core_outputs> from{};
    std::array<float*, max_core_inputs> to{};
};

class PassProgram {
  public:
    // `effects` is whether the program stores buffers and updates reductions. It is false for a
    // program that only computes rows of another band. All programs of an executor must be created
    // before the first frame.
    PassProgram(const PointProgram& program, CpuContext& context, PassReductions& reductions,
                bool effects = true);

    // Must be called before a worker runs the rows of a band.
    void begin_band(int worker) const;
    // Runs over pixels [x, x + pixels) of row y; x is a multiple of 64.
    void run(int worker, int x, int y, int pixels, const OutsideRows& rows) const;

    static bool has_effects(const PointProgram& program);

  private:
    struct Bound {
        std::vector<void*> at;
        std::vector<CoarseStrip> coarse;  // indexed by upsampling of the plan
        // Cells of each strip of a row, indexed by upsampling; empty: the program does not read it.
        std::vector<std::vector<CoarseCells>> cells;
        std::array<const InputStrip*, 4> input{};  // components read as codes
        const Aligned<float>* rows = nullptr;      // shared with other programs
        bool is_bound = false;
    };
    void prepare(Bound& bound, int worker);
    void bind(Bound& bound) const;
    void place_upsampled(int upsampling, Bound& bound, int x, int y) const;
    // Unpacks a strip of an input component.
    void unpack_input(int component, int x, int y, int pixels, float* to) const;
    void place(const PreparedProgram::Access& access, Bound& bound, int x, int y, int pixels,
               int done, const OutsideRows& rows) const;

    CpuContext& context_;
    PassReductions& reductions_;
    PreparedProgram program_;
    mutable std::vector<Bound> bound_;  // addresses in the memory of each worker
};

}  // namespace tonelift
