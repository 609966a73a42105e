// SPDX-License-Identifier: BSD-2-Clause
//
// The executor for the CPU. Two frames of a batch are processed at the same time, so that all
// threads have work while the last items of a frame are processed.
#include "kernels/executor.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>

#include "kernels/cpu/plan_runner.h"
#include "kernels/error.h"
#include "kernels/point/machine_code.h"
#include "kernels/shortcut.h"
#include "kernels/steps/deferred_numbers.h"

namespace tonelift {
namespace {

constexpr size_t most_runners = 2;

// Upper bound of the number of frames in a TaskGraph. Threads wait at the end of each graph.
constexpr size_t most_frames = 4;

size_t frames_of(int frames, const Workers& workers) {
    return workers.count() > 1 ? std::clamp(static_cast<size_t>(frames), size_t{1}, most_frames)
                               : 1;
}

using Use = Resources::value_type;
constexpr Use stream_states{Resource::states, 0}, frame_order{Resource::frame_order, 0};

// Returns the access of a frame's task. Each runner has its own memory, but the frames of all
// runners belong to the same stream.
StepAccess of_runner(size_t runner, const StepAccess& access) {
    const auto own = [=](const Resources& resources) {
        Resources result;
        for (const Use& use : resources) {
            const bool is_of_stream = use == stream_states || use == frame_order;
            const int index = use.second * int{most_runners} + static_cast<int>(runner);
            result.emplace(use.first, is_of_stream ? use.second : index);
        }
        return result;
    };
    return {own(access.read), own(access.written)};
}

class CpuExecutor : public Executor {
  public:
    CpuExecutor(const Plan& plan, int threads, const InstructionSet& set, const Tuning& tuning,
                int frames)
        : plan_(with_shortcut(with_deferred_numbers(plan))),
          threads_(threads, tuning),
          frames_(frames_of(frames, threads_.workers)),
          stream_(plan_, set) {
        // All runners are made before the first frame, because a new runner can move the scratch
        // memory of another.
        for (size_t i = 0; i < std::min(frames_, most_runners); ++i)
            runners_.emplace_back(stream_, threads_, set, tuning);
        make_graphs();
    }

    void continue_from(const Executor& previous) override {
        const auto* other = dynamic_cast<const CpuExecutor*>(&previous);
        if (other != nullptr) stream_.continue_from(other->stream_);
    }

    void run(Batch& batch) override {
        const size_t frames = batch.input.size();
        if (batch.output.size() != frames || batch.times.size() != frames) {
            throw Error(Failure::internal, "a batch lacks frames or times");
        }
        if (std::exchange(unfinished_, true)) {
            for (PlanRunner& runner : runners_) runner.discard();
        }
        batch_ = &batch;
        threads_.workers.hold(threads_.memory.workers(), [&] {
            for (first_ = 0; first_ < frames; first_ += frames_)
                graphs_[std::min(frames - first_, frames_) - 1].run(threads_.workers);
        });
        unfinished_ = false;
    }

    std::vector<float> states() const override { return stream_.steps.states(); }

  private:
    // All steps that lead to numbers come first, because later frames wait for these numbers. A
    // task waits only for earlier tasks, so fewer frames need the first part of the list.
    void make_graphs() {
        std::vector<Task> tasks;
        std::vector<StepAccess> accesses;
        std::vector<size_t> ends;
        for (size_t frame = 0; frame < frames_; ++frame) {
            for (FrameTask& task : tasks_of(frame)) {
                task.task.rank = static_cast<int>(task.is_urgent ? frame : frame + frames_);
                tasks.push_back(std::move(task.task));
                accesses.push_back(of_runner(frame % most_runners, task.access));
            }
            ends.push_back(tasks.size());
        }
        const std::vector<std::vector<size_t>> before = steps_before(accesses);
        for (size_t i = 0; i < tasks.size(); ++i) tasks[i].before = before[i];
        for (const size_t end : ends)
            graphs_.emplace_back(std::vector<Task>(tasks.begin(), tasks.begin() + end));
    }

    // Returns the tasks of a frame. `frame` counts from first_.
    std::vector<FrameTask> tasks_of(size_t frame) {
        PlanRunner& runner = runners_[frame % most_runners];
        const Use planes{Resource::frame, 0};
        const auto begin = [=, this, &runner](int, int) { runner.begin(*batch_, first_ + frame); };
        const auto end = [=, this, &runner](int, int) { runner.end(*batch_, first_ + frame); };
        std::vector<FrameTask> tasks = runner.tasks();
        tasks.insert(tasks.begin(), FrameTask{once(begin), {{}, {planes, frame_order}}, true});
        tasks.push_back(FrameTask{once(end), {{}, {stream_states}}, true});
        for (size_t i = 1; i < tasks.size(); ++i) tasks[i].access.read.insert(planes);
        return tasks;
    }

    template <typename Work>
    Task once(const Work& work) const {
        return {{{1, threads_.workers.count(), work}}, {}};
    }

    const Plan plan_;
    CpuThreads threads_;
    const size_t frames_;  // upper bound of the number of frames in a graph
    StreamValues stream_;
    std::deque<PlanRunner> runners_;
    std::deque<TaskGraph> graphs_;  // for 1 frame, 2 frames and so on
    Batch* batch_ = nullptr;
    size_t first_ = 0;  // index of the first frame of the graph that runs
    bool unfinished_ = false;
};

}  // namespace

std::string details_of(const InstructionSet& set) {
    if (!MachineCode::is_for(set)) return set.name();
    return set.name() + (MachineCode::may_run()
                             ? ", machine code"
                             : ", without machine code: the system allows no executable memory");
}

std::unique_ptr<Executor> make_cpu_executor(const Plan& plan, int threads,
                                            const InstructionSet& set, const Tuning& tuning,
                                            int frames) {
    return std::make_unique<CpuExecutor>(plan, threads, set, tuning, frames);
}

}  // namespace tonelift
