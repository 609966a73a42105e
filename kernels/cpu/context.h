// SPDX-License-Identifier: BSD-2-Clause
//
// What the passes of one executor share: the plan, its buffers and numbers, and the frame at hand.
// Memory is for one frame only; the frames of a batch go through the whole plan one after the
// other.
#pragma once

#include <vector>

#include "kernels/cpu/memory.h"
#include "kernels/cpu/workers.h"
#include "kernels/executor.h"
#include "kernels/point/point.h"

namespace tonelift {

// The outcome of a reduction in the frame at hand.
struct ReductionResult {
    double number = 0;
    std::vector<uint32_t> bins;  // histograms only
};

struct CpuContext {
    CpuContext(const Plan& the_plan, int threads)
        : plan(the_plan),
          workers(threads),
          uniforms(static_cast<size_t>(plan.uniforms) * block_floats) {
        for (const Buffer& buffer : plan.buffers) buffers.emplace_back(buffer);
        for (int i = 0; i < plan.tables; ++i)
            tables.emplace_back(static_cast<size_t>(curve_entries));
        reductions.resize(plan.reductions.size());
        for (size_t i = 0; i < reductions.size(); ++i) {
            if (plan.reductions[i].kind == ReductionKind::histogram)
                reductions[i].bins.resize(histogram_bins);
        }
    }

    const Plan plan;
    Workers workers;
    std::vector<BufferMemory> buffers;
    Aligned<float> uniforms;  // blocks
    std::vector<Aligned<float>> tables;
    std::vector<ReductionResult> reductions;
    FramePlanes input;
    FramePlanes output;
};

// A pass that is ready to run over the frame at hand.
class PassRunner {
  public:
    virtual ~PassRunner() = default;
    virtual void run() = 0;
};

}  // namespace tonelift
