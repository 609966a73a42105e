// SPDX-License-Identifier: BSD-2-Clause
//
// Computes the tables of the light functions of an executor.
#pragma once

#include <array>
#include <list>
#include <vector>

#include "kernels/cpu/program.h"
#include "kernels/threads/task_graph.h"

namespace tonelift {

class LightTables {
  public:
    // All passes must exist, because they add their light functions to the context. Fills the
    // tables that are the same for all frames.
    explicit LightTables(CpuContext& context);

    // Returns the loops that fill the tables that depend on uniforms but on no lookup table.
    std::vector<Loop> loops_of_frame();

    // Returns the loops that fill the tables that depend on a result of `step`. Results of the step
    // must be in the context when a loop runs.
    std::vector<Loop> loops_after(const FrameStep& step);

  private:
    using Results = std::array<Aligned<float>, most_light_functions>;

    enum class When : uint8_t { once, each_frame, after_steps };

    struct Filled {
        TabulatedFunction& function;
        PassProgram program;
        When when;
    };

    static When when_filled(const PointProgram& program);
    Loop loop_of(const Filled& table);
    void fill_part(const Filled& table, int part, int worker) const;

    PassReductions no_reductions_;
    Aligned<float> lights_;
    std::vector<Results> results_;  // of one part, for each worker
    std::list<Filled> tables_;
};

}  // namespace tonelift
