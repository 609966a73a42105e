// SPDX-License-Identifier: BSD-2-Clause
//
// The CPU or the GPU that runs all plans of a stream. The options device, batch and threads and the
// location of the frames select it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/runtime/device_choice.h"
#include "core/runtime/log.h"
#include "core/runtime/settings.h"
#include "core/runtime/tuning_text.h"
#include "kernels/executor.h"

namespace tonelift {

// Returns the number of frames per launch on a CUDA device. It applies if the option batch is 0 and
// the frames are in memory of the device.
int launch_frames(const Tuning& tuning, int width, int height);

class Machine {
  public:
    // With device=auto, the CPU is selected for output that GPUs do not support
    // (texture_quality=best), if frames are in host memory. Throws the errors of open_device().
    Machine(const Settings& settings, const tonelift_video& in, const tonelift_video& out,
            const tonelift_device& given, const Log& log);

    // Returns the preferred number of frames per call.
    int batch() const { return batch_; }
    std::unique_ptr<Executor> executor(const Plan& plan) const;
    // Returns the name of the device that computes, for the log. For the CPU, the name includes the
    // instruction set.
    std::string place() const;
    // Returns an executor for a plan without a picture. It does not access the output frames.
    std::unique_ptr<Executor> measurer(const Plan& plan) const;
    // Returns what the results depend on: an instruction set or a device, such as "avx512", "cuda"
    // or "vulkan".
    std::string computes_with() const;
    // Returns an executor that copies frames unmodified.
    std::unique_ptr<Executor> copier(const Picture& picture) const;

  private:
    TunedMachine tuned_machine() const;
    std::unique_ptr<Executor> vulkan_executor(const Plan& plan, const Tuning& tuning,
                                              HostMemory host) const;
    std::unique_ptr<Executor> any_executor(const Plan& plan, HostMemory host) const;
    std::unique_ptr<Executor> executor(const Plan& plan, HostMemory host) const;
    bool all_on_host() const { return host_.input && host_.output; }
    void choose_batch(int asked, const tonelift_video& video);

    OpenDevice device_;
    Log log_;
    HostMemory host_;
    int threads_;
    std::optional<InstructionSet> set_;  // instruction set of the CPU
    TuningFile tuned_;
    int batch_ = 1;
    int launch_ = 1;  // frames per launch
};

}  // namespace tonelift
