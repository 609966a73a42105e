// SPDX-License-Identifier: BSD-2-Clause
//
// The executor of a CUDA device. Each kernel is launched once per batch and processes all frames of
// the batch.
#include "kernels/executor.h"

#include <algorithm>
#include <array>
#include <map>

#include "kernels/cuda/driver/device.h"
#include "kernels/cuda/driver/launch_graph.h"
#include "kernels/cuda/driver/waiting_blocks.h"
#include "kernels/cuda/launch/core_calls.h"
#include "kernels/cuda/launch/frame_runner.h"
#include "kernels/cuda/launch/kernel_cache.h"
#include "kernels/cuda/launch/plan_memory.h"
#include "kernels/cuda/launch/step_graph.h"
#include "kernels/cuda/launch/step_streams.h"
#include "kernels/error.h"
#include "kernels/gpu/pass_call.h"
#include "kernels/gpu/prepared_plan.h"

namespace tonelift {
namespace cuda {
namespace {

bool is_aligned(std::span<const FramePlanes> frames, const Format& format) {
    for (const FramePlanes& frame : frames) {
        for (size_t plane = 0; plane < static_cast<size_t>(format.planes()); ++plane) {
            if (reinterpret_cast<uintptr_t>(frame.data[plane]) % 16 != 0) return false;
            if (frame.pitch[plane] % 16 != 0) return false;
        }
    }
    return true;
}

struct BatchShape {
    unsigned frames = 0;
    bool aligned_input = false;
    bool aligned_output = false;

    auto operator<=>(const BatchShape&) const = default;
};

// Launches one kernel of a pass. The kernel has two variants: with vector loads for input rows that
// are aligned to 16 bytes, and without vector loads for all other rows. Each variant is compiled
// when a frame needs it for the first time.
class PassLauncher {
  public:
    PassLauncher(PassCall call, const DevicePointer& device)
        : call_(std::move(call)), reads_input_(call_.reads_input()) {
        constants_ = DeviceMemory(device, call_.call.constants.size() * sizeof(float));
        constants_.upload(call_.call.constants.data(), constants_.bytes());
    }

    void add_kernel(KernelCache& kernels, const PlanCalls& calls, const BatchShape& shape) {
        const bool vectors = takes_vectors(shape);
        const CachedKernel*& kernel = kernels_[index(vectors)];
        if (kernel == nullptr) kernel = kernels.add(pass_kernel(calls, call_, vectors));
    }

    void launch(const PlanMemory& memory, const BatchShape& shape, unsigned epoch,
                LaunchTarget& target) {
        Launch launch = memory.launch();
        call_.set(launch, memory.numbers().address(), memory.number_stride());
        launch.frames = static_cast<int>(shape.frames);
        launch.epoch = epoch;
        launch.constants = reinterpret_cast<const float*>(constants_.address());
        const auto& parameters = call_.is_output && !shape.aligned_output
                                     ? call_.unaligned_parameters
                                     : call_.call.parameters;
        void* all[] = {&launch, const_cast<std::byte*>(parameters.data())};
        target.launch(*kernels_[index(takes_vectors(shape))]->kernel, call_.call, shape.frames,
                      all);
    }

  private:
    bool takes_vectors(const BatchShape& shape) const {
        return shape.aligned_input || !reads_input_;
    }
    static size_t index(bool vectors) { return vectors ? 1 : 0; }

    PassCall call_;
    bool reads_input_;
    DeviceMemory constants_;
    std::array<const CachedKernel*, 2> kernels_{};
};

unsigned most_waited_for(const PlanCalls& calls) {
    unsigned most = 0;
    for (const std::vector<PassCall>& step : calls.passes) {
        for (const PassCall& pass : step) most = std::max(most, pass.call.waits_for);
    }
    return most;
}

PlanCalls calls_of(const Plan& plan, const CudaDevice& device, const Tuning& tuning, int frames,
                   WaitingBlocks* waiting) {
    constexpr unsigned streams = 2;
    DeviceLimits limits = device.limits();
    PlanCalls calls(plan, core_calls, limits, tuning, frames);
    const unsigned most = most_waited_for(calls);
    if (most == 0) return calls;
    *waiting = WaitingBlocks(device, streams * most);
    limits.blocks_may_wait = waiting->granted();
    return waiting->granted() ? std::move(calls)
                              : PlanCalls(plan, core_calls, limits, tuning, frames);
}

class CudaExecutor : public Executor {
  public:
    CudaExecutor(const Plan& plan, DevicePointer device, int frames, const Tuning& tuning)
        : plan_(prepared_for_cuda(plan)),
          device_(std::move(device)),
          frames_(frames),
          calls_(calls_of(plan_, *device_, tuning, frames, &waiting_)),
          frame_steps_(plan_, calls_.reductions, frames),
          memory_(plan_, device_, calls_, frame_steps_, frames),
          kernels_(device_),
          frame_runner_(frame_steps_, calls_, memory_, device_, kernels_),
          order_(plan_, calls_),
          streams_(order_, device_) {
        for (const std::vector<PassCall>& calls : calls_.passes) {
            steps_.emplace_back();
            for (const PassCall& call : calls) steps_.back().emplace_back(call, device_);
            launches_ += static_cast<unsigned>(std::max<size_t>(1, calls.size()));
        }
        compile({1, true, true});
    }

    void continue_from(const Executor& previous) override {
        const auto* other = dynamic_cast<const CudaExecutor*>(&previous);
        if (other == nullptr || other->device_ != device_) return;
        const CurrentContext current(*device_);
        frame_runner_.continue_from(other->frame_runner_, taken_over(plan_, other->plan_));
    }

    void run(Batch& batch) override {
        const size_t frames = batch.input.size();
        if (batch.output.size() != frames || batch.times.size() != frames) {
            throw Error(Failure::internal, "a batch lacks frames or times");
        }
        if (frames <= static_cast<size_t>(frames_)) return run_some(batch);
        for (size_t done = 0; done < frames; done += static_cast<size_t>(frames_)) {
            take_part(batch, done, std::min(frames - done, static_cast<size_t>(frames_)));
            run_some(part_);
            std::move(
                part_.record.begin(), part_.record.end(),
                batch.record.begin() + static_cast<ptrdiff_t>(batch.record.empty() ? 0 : done));
        }
    }

    std::vector<float> states() const override {
        const CurrentContext current(*device_);
        return frame_runner_.states();
    }

    std::string_view note() const override { return without_graphs_; }
    KernelOrigins kernel_origins() const override { return kernels_.origins(); }

  private:
    template <typename T>
    static void take_range(const std::vector<T>& from, size_t first, size_t count,
                           std::vector<T>& to) {
        to.clear();
        if (first + count > from.size()) return;
        const auto begin = from.begin() + static_cast<ptrdiff_t>(first);
        to.assign(begin, begin + static_cast<ptrdiff_t>(count));
    }

    void take_part(const Batch& batch, size_t first, size_t count) {
        take_range(batch.input, first, count, part_.input);
        take_range(batch.output, first, count, part_.output);
        take_range(batch.times, first, count, part_.times);
        take_range(batch.record, first, count, part_.record);
        take_range(batch.replay, first, count, part_.replay);
        part_.parameters = batch.parameters;
        const size_t given = batch.given.size() / batch.input.size();
        take_range(batch.given, given * first, given * count, part_.given);
    }

    void run_some(Batch& batch) {
        const CurrentContext current(*device_);
        const BatchShape shape = {static_cast<unsigned>(batch.input.size()),
                                  is_aligned(batch.input, *plan_.input.format),
                                  is_aligned(batch.output, *plan_.output.format)};
        if (shape != last_shape_) compile(shape);
        const unsigned first_epoch = epoch_;
        epoch_ += launches_ + 1;
        frame_runner_.begin(batch, first_epoch);
        run_steps(shape);
        frame_runner_.end(batch);
    }

    void compile(const BatchShape& shape) {
        for (auto& step : steps_) {
            for (PassLauncher& pass : step) pass.add_kernel(kernels_, calls_, shape);
        }
        kernels_.compile();
    }

    void run_steps(const BatchShape& shape) {
        if (const LaunchGraph* graph = graph_of(shape))
            graph->run(device_->stream());
        else
            launch_steps(shape, streams_);
        last_shape_ = shape;
    }

    // Returns the graph for batches of this shape. Returns null if the shape differs from the last
    // batch's shape and has no graph yet, or if the driver cannot make a graph.
    const LaunchGraph* graph_of(const BatchShape& shape) {
        const auto known = graphs_.find(shape);
        if (known != graphs_.end()) return &known->second;
        if (shape != last_shape_ || !without_graphs_.empty()) return nullptr;
        if (graphs_.size() == most_graphs) graphs_.clear();
        try {
            StepGraph steps(order_, device_);
            launch_steps(shape, steps);
            return &graphs_.emplace(shape, steps.finish()).first->second;
        } catch (const Error& error) {
            without_graphs_ = std::string(
                                  "kernels are launched one by one, which takes more CPU "
                                  "time, because they cannot be a graph: ") +
                              error.what();
            return nullptr;
        }
    }

    void launch_steps(const BatchShape& shape, LaunchTarget& target) {
        unsigned epoch = 0;
        size_t frame_step = 0;
        target.end_step(0);
        for (size_t i = 0; i < steps_.size(); ++i) {
            target.begin_step(i + 1);
            if (steps_[i].empty()) frame_runner_.run(frame_step++, shape.frames, ++epoch, target);
            for (PassLauncher& pass : steps_[i]) pass.launch(memory_, shape, ++epoch, target);
            target.end_step(i + 1);
        }
        target.begin_step(steps_.size() + 1);
    }

    // Maximum number of stored CUDA graphs. There is one graph per shape of a batch.
    static constexpr size_t most_graphs = 4;

    const Plan plan_;
    DevicePointer device_;
    int frames_;
    WaitingBlocks waiting_;
    const PlanCalls calls_;
    FrameSteps frame_steps_;
    PlanMemory memory_;
    KernelCache kernels_;
    FrameRunner frame_runner_;
    const StepOrder order_;
    StepStreams streams_;
    std::vector<std::vector<PassLauncher>> steps_;
    std::map<BatchShape, LaunchGraph> graphs_;
    BatchShape last_shape_;
    std::string without_graphs_;
    Batch part_;
    unsigned launches_ = 0;
    unsigned epoch_ = 0;
};

}  // namespace
}  // namespace cuda

std::shared_ptr<CudaDevice> open_cuda_device(const DeviceTarget& target) {
    return std::make_shared<CudaDevice>(target);
}

std::unique_ptr<Executor> make_cuda_executor(const Plan& plan, std::shared_ptr<CudaDevice> device,
                                             int frames, const Tuning& tuning) {
    return std::make_unique<cuda::CudaExecutor>(plan, std::move(device), frames, tuning);
}

}  // namespace tonelift
