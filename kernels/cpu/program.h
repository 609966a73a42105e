// SPDX-License-Identifier: BSD-2-Clause
//
// A program that a pass runs for each pixel, prepared for execution by SIMD loops.
#pragma once

#include <array>
#include <vector>

#include "kernels/cpu/context.h"
#include "kernels/cpu/reductions.h"

namespace tonelift {

// Rows that the caller provides. The program reads filter results from `from`, and writes filter
// inputs or output components to `to`. All addresses are multiples of 64 bytes.
struct OutsideRows {
    std::array<const float*, max_core_outputs> from{};
    std::array<float*, max_core_inputs> to{};
};

class PassProgram {
  public:
    // If `effects` is false, the program neither stores planes nor updates reductions. All programs
    // of an executor must be created before its first frame.
    PassProgram(const PointProgram& program, CpuContext& context, PassReductions& reductions,
                bool effects = true);

    void begin_band(int worker) const;
    void run(int worker, int x, int y, int pixels, const OutsideRows& rows) const;

    static bool has_effects(const PointProgram& program);

  private:
    struct Bound {
        ApartVector<void*> at;
        ApartVector<CoarseStrip> coarse;
        ApartVector<ApartVector<CoarseCells>> cells;
        std::array<InputStrip*, 4> input{};
        const Aligned<float>* rows = nullptr;
        bool is_bound = false;
    };
    void prepare(Bound& bound, int worker);
    void bind(Bound& bound) const;
    void place_upsampled(int upsampling, Bound& bound, int x, int y) const;
    void unpack_input(int component, int x, int y, int pixels, float* to) const;
    void place(const PreparedProgram::Access& access, Bound& bound, int x, int y, int pixels,
               int done, const OutsideRows& rows) const;

    CpuContext& context_;
    PassReductions& reductions_;
    int strip_;
    Precision precision_;
    PreparedProgram program_;
    mutable PerWorker<Bound> bound_;
};

}  // namespace tonelift
