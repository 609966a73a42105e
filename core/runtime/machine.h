// SPDX-License-Identifier: BSD-2-Clause
// The CPU or GPU that runs all plans of a stream.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/common/log.h"
#include "core/runtime/device_choice.h"
#include "core/runtime/settings.h"
#include "core/tuning/tuning_file.h"
#include "kernels/executor.h"

namespace tonelift {

// Returns the automatic number of frames per launch on a GPU, for the option batch=0.
int launch_frames(const Tuning& tuning, int width, int height);

class Machine {
  public:
    // With device=auto, selects the CPU if GPUs do not support the output format.
    Machine(const Settings& settings, const tonelift_video& in, const tonelift_video& out,
            const tonelift_device& given, const Log& log);

    // Returns the preferred number of frames per call.
    int batch() const { return batch_; }
    std::unique_ptr<Executor> executor(const Plan& plan) const;
    // Returns the name of the device for the log, such as "the CPU, avx2".
    std::string place() const;
    // Returns an executor that only measures frames and writes no output picture.
    std::unique_ptr<Executor> measurer(const Plan& plan) const;
    // Returns the instruction set of the CPU or the kind of GPU, such as "avx512" or "cuda".
    std::string computes_with() const;
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
    std::optional<InstructionSet> set_;
    TuningFile tuned_;
    int batch_ = 1;
    int launch_ = 1;
};

}  // namespace tonelift
