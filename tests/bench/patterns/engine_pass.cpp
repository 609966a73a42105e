// SPDX-License-Identifier: BSD-2-Clause
#include "tests/bench/patterns/engine_pass.h"

#include <algorithm>
#include <numeric>

#include "kernels/cuda/launch/core_calls.h"
#include "kernels/device/launch.h"
#include "tests/support/program_writer.h"
#include "tests/support/test_picture.h"

namespace tonelift::patterns {

EnginePass::EnginePass(Plan plan, const cuda::DevicePointer& device, int frames)
    : plan_(std::move(plan)),
      device_(device),
      frames_(frames),
      calls_(plan_, cuda::core_calls, device_->limits()),
      frame_steps_(plan_, calls_.reductions, frames),
      memory_(plan_, device_, calls_, frame_steps_, frames),
      kernels_(device_),
      numbers_(frame_steps_, calls_, memory_, device_, kernels_) {
    for (const PassCall& call : calls_.passes.at(0)) add(call);
    kernels_.compile();
    Batch batch;
    batch.input.resize(static_cast<size_t>(frames));
    batch.output.resize(static_cast<size_t>(frames));
    batch.times.resize(static_cast<size_t>(frames));
    batch.parameters = {1, 1};
    const CurrentContext current(*device_);
    numbers_.begin(batch, 0);
}

void EnginePass::add(const PassCall& call) {
    Step step{call, cuda::DeviceMemory(device_, call.call.constants.size() * sizeof(float)),
              kernels_.add(cuda::pass_kernel(calls_, call, true))};
    step.constants.upload(call.call.constants.data(), step.constants.bytes());
    steps_.push_back(std::move(step));
}

void EnginePass::run() {
    for (Step& step : steps_) {
        Launch launch = memory_.launch();
        step.call.set(launch, memory_.numbers().address(), memory_.number_stride());
        launch.frames = frames_;
        launch.epoch = ++epoch_;
        launch.constants = reinterpret_cast<const float*>(step.constants.address());
        void* all[] = {&launch, step.call.call.parameters.data()};
        step.kernel->kernel->launch(step.call.call, static_cast<unsigned>(frames_), all,
                                    device_->stream());
    }
}

Planes EnginePass::buffer(int index) const {
    const Buffer& buffer = plan_.buffers.at(static_cast<size_t>(index));
    const cuda::EntrySource& source =
        memory_.sources().at(static_cast<size_t>(entry_buffers - entry_values + index));
    return {device_,
            {buffer.width, buffer.height, frames_},
            buffer.storage == Storage::float32 ? Pixel::float32 : Pixel::unorm16,
            source.address,
            static_cast<size_t>(source.frame_stride)};
}

double EnginePass::sum(size_t reduction) const {
    const PlacedReduction& where = calls_.reductions.reductions.at(reduction);
    std::vector<double> partials(where.partials);
    memory_.reductions().download(partials.data(), where.offset, partials.size() * sizeof(double));
    return std::accumulate(partials.begin(), partials.end(), 0.0);
}

Plan plan_of_core(const Size& size, Storage storage, const Core& core,
                  const std::vector<int>& inputs) {
    const Picture picture = make_picture("gray", size.width, size.height);
    Plan plan = empty_plan(picture, picture);
    const int result = std::ranges::max(inputs) + 1;
    plan.buffers.assign(static_cast<size_t>(result) + 1, {size.width, size.height, storage});
    ProgramWriter prologue;
    std::vector<CoreInput> loaded;
    for (const int buffer : inputs) {
        const auto input = static_cast<int>(loaded.size());
        prologue.store(Op::store_core, input, prologue.load(Op::load_buffer, buffer));
        loaded.push_back({CoreInput::Source::loaded, buffer});
    }
    plan.steps.push_back(core_pass(picture, core, prologue.take(), result, std::move(loaded)));
    return plan;
}

}  // namespace tonelift::patterns
