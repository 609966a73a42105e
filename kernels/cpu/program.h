// SPDX-License-Identifier: BSD-2-Clause
//
// A program that a pass runs for each pixel, prepared for SIMD.
#pragma once

#include <array>
#include <vector>

#include "kernels/cpu/context.h"
#include "kernels/cpu/reductions.h"

namespace tonelift {

// Addresses of rows that a program reads and writes, aligned to 64 bytes.
struct OutsideRows {
    std::array<const float*, max_core_outputs> from{};
    std::array<float*, max_core_inputs> to{};
};

class PassProgram {
  public:
    // Without `effects`, the program neither stores planes nor updates statistics. All programs of
    // an executor must be created before the first frame.
    PassProgram(const PointProgram& program, CpuContext& context, PassReductions& reductions,
                bool effects = true);

    void begin_band(int worker) const;
    void run(int worker, int x, int y, int pixels, const OutsideRows& rows) const;

    static bool has_effects(const PointProgram& program);

  private:
    struct Bound {
        std::vector<void*> at;
        std::vector<CoarseStrip> coarse;
        std::vector<std::vector<CoarseCells>> cells;
        std::array<const InputStrip*, 4> input{};
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
    PreparedProgram program_;
    mutable std::vector<Bound> bound_;
};

}  // namespace tonelift
