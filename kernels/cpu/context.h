// SPDX-License-Identifier: BSD-2-Clause
//
// Memory for one frame. All passes of a PlanRunner share it.
#pragma once

#include <algorithm>
#include <array>
#include <list>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/cpu/input_strip.h"
#include "kernels/cpu/memory.h"
#include "kernels/cpu/plane_memory.h"
#include "kernels/error.h"
#include "kernels/executor.h"
#include "kernels/point/light_table.h"
#include "kernels/point/point.h"
#include "kernels/program_has.h"
#include "kernels/threads/workers.h"

namespace tonelift {

struct ReductionResult {
    double value = 0;
    std::vector<uint32_t> bins;
};

enum ScratchPart : int {
    input_rows = 0,
    output_rows = max_core_inputs,
    guide_rows,
    unread_row,
    core_scratch,
    program_rows
};

// Scratch memory of each worker thread. The passes of all frames share it, because a thread
// processes one item of one pass at a time.
class SharedMemory {
  public:
    Aligned<float>& at(int worker, int part) { return blocks_[{worker, part}]; }

    // The number of workers that have memory.
    int workers() const { return blocks_.empty() ? 0 : blocks_.rbegin()->first.first + 1; }

  private:
    std::map<std::pair<int, int>, Aligned<float>> blocks_;
};

struct CpuThreads {
    CpuThreads(int threads, const Tuning& tuning) : workers(threads, tuning.used_threads) {}

    Workers workers;
    SharedMemory memory;
};

// The program of a LightFunction, and the table of its results for the current frame.
struct TabulatedFunction {
    explicit TabulatedFunction(const PointProgram& the_program)
        : program(the_program), table(results()) {}

    size_t results() const { return operations_of(program, Op::store_core); }

    PointProgram program;
    LightTable table;
};

struct CpuContext {
    // The plan and the threads must stay valid as long as this object exists.
    CpuContext(const Plan& the_plan, CpuThreads& threads, const InstructionSet& the_set = {},
               const Tuning& the_tuning = {})
        : plan(the_plan),
          set(the_set),
          tuning(the_tuning),
          workers(threads.workers),
          shared(threads.memory),
          strips(workers.count()),
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

    // Call this function before each frame.
    void forget_input() {
        for (int worker = 0; worker < workers.count(); ++worker) {
            for (std::optional<InputStrip>& strip : strips[worker]) {
                if (strip) strip->forget();
            }
        }
    }

    InputStrip& input_strip(int worker, int component) {
        std::optional<InputStrip>& strip = strips[worker][static_cast<size_t>(component)];
        return strip ? *strip : strip.emplace(plan.input, component);
    }

    // Returns the address of the table that a lookup of a program reads.
    void* table_of(const PreparedProgram& program, const PreparedProgram::Access& lookup) {
        if (!lookup.by_light) return tables[lookup.index].data();
        const TabulatedFunction* const function = tabulated_function_of(program);
        if (function == nullptr) throw Error(Failure::internal, "a table of light is missing");
        return const_cast<float*>(function->table.rows());
    }

    // Creates the table of a program's light function, if it has such a function.
    void add_light_function(const PreparedProgram& program) {
        if (program.light_function().empty() || tabulated_function_of(program) != nullptr) return;
        light_functions.emplace_back(program.light_function());
    }

    const TabulatedFunction* tabulated_function_of(const PreparedProgram& program) const {
        const auto found = std::ranges::find(light_functions, program.light_function(),
                                             &TabulatedFunction::program);
        return found == light_functions.end() ? nullptr : &*found;
    }

    const Plan& plan;
    const InstructionSet set;
    const Tuning tuning;
    Workers& workers;
    SharedMemory& shared;
    PerWorker<std::array<std::optional<InputStrip>, 4>> strips;
    Aligned<std::byte> planes;
    std::vector<BufferMemory> buffers;
    Aligned<float> uniforms;
    std::vector<Aligned<float>> tables;
    std::list<TabulatedFunction> light_functions;
    std::vector<ReductionResult> reductions;
    FramePlanes input;
    FramePlanes output;
};

class PassReductions;

// A pass is a loop whose items can be processed in any order and at the same time.
class PassRunner {
  public:
    virtual ~PassRunner() = default;
    virtual int items() const = 0;
    virtual int workers() const = 0;  // number of workers that have memory
    virtual void run(int item, int worker) = 0;

    // Returns the reductions that must be finished after the loop.
    virtual std::vector<PassReductions*> reductions() { return {}; }
};

}  // namespace tonelift
