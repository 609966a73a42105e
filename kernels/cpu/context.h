// SPDX-License-Identifier: BSD-2-Clause
//
// State that the passes of an executor share: the plan, its buffers and uniforms, and the current
// frame. There is memory for a single frame only, because each frame of a batch runs through the
// whole plan before the next frame starts.
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "kernels/cpu/input_strip.h"
#include "kernels/cpu/memory.h"
#include "kernels/cpu/plane_memory.h"
#include "kernels/executor.h"
#include "kernels/point/point.h"
#include "kernels/threads/workers.h"

namespace tonelift {

// The result of a reduction in the current frame.
struct ReductionResult {
    double number = 0;
    std::vector<uint32_t> bins;  // histogram; empty for other reductions
};

// The parts of a worker's scratch memory, shared by all passes.
enum ScratchPart : int {
    input_rows = 0,  // rows of the core or of the output, one part per input
    output_rows = max_core_inputs,
    guide_rows,
    unread_row,
    core_scratch,
    program_rows  // values of a point program
};

// Scratch memory that all passes of an executor share. Sharing is safe because only one pass runs
// at a time, and a worker runs one program at a time. The memory grows to the largest requirement
// while passes are created. The content is lost when a pass ends. The content of program_rows and
// of input strips is lost when a program ends.
class SharedMemory {
  public:
    Aligned<float>& at(int worker, int part) { return blocks_[{worker, part}]; }
    InputStrip& input_strip(int worker, const Picture& picture, int component) {
        return strips_.try_emplace({worker, component}, picture, component).first->second;
    }

  private:
    std::map<std::pair<int, int>, Aligned<float>> blocks_;
    std::map<std::pair<int, int>, InputStrip> strips_;  // indexed by worker and component
};

struct CpuContext {
    CpuContext(const Plan& the_plan, int threads, const InstructionSet& the_set = {},
               const Tuning& the_tuning = {})
        : plan(the_plan),
          set(the_set),
          tuning(the_tuning),
          workers(threads, tuning.used_threads),
          uniforms(static_cast<size_t>(plan.uniforms) * block_floats) {
        make_buffers();
        for (int i = 0; i < plan.tables; ++i)
            tables.emplace_back(static_cast<size_t>(curve_entries));
        reductions.resize(plan.reductions.size());
        for (size_t i = 0; i < reductions.size(); ++i) {
            if (plan.reductions[i].kind == ReductionKind::histogram)
                reductions[i].bins.resize(histogram_bins);
        }
    }

    // Returns the number of workers that a pass with `items` items of work uses.
    int workers_for(int items) const { return std::min(items, workers.count()); }

    void make_buffers() {
        std::vector<size_t> sizes;
        for (const Buffer& buffer : plan.buffers)
            sizes.push_back(buffers.emplace_back(buffer).bytes());
        const PlaneMemory memory = place_planes(plan, sizes);
        planes = Aligned<std::byte>(memory.bytes);
        for (size_t i = 0; i < buffers.size(); ++i)
            buffers[i].lie_at(planes.data() + memory.offsets[i]);
    }

    const Plan plan;
    const InstructionSet set;
    const Tuning tuning;
    Workers workers;
    SharedMemory shared;
    Aligned<std::byte> planes;  // memory of all buffers
    std::vector<BufferMemory> buffers;
    Aligned<float> uniforms;  // one block per uniform, filled with its value
    std::vector<Aligned<float>> tables;
    std::vector<ReductionResult> reductions;
    FramePlanes input;
    FramePlanes output;
};

// A pass that is ready to run over the current frame.
class PassRunner {
  public:
    virtual ~PassRunner() = default;
    virtual void run() = 0;
};

}  // namespace tonelift
