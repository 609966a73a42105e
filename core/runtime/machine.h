// SPDX-License-Identifier: BSD-2-Clause
//
// The machine that runs a stream's plans, by the options device, batch and threads and by the
// location of its frames: the CPU, or one CUDA device for as long as the stream lasts.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/runtime/log.h"
#include "core/runtime/settings.h"
#include "kernels/executor.h"

namespace tonelift {

class Machine {
  public:
    // Throws Error: argument for an unknown device and for frames that the device cannot access,
    // unsupported if there is no such device.
    Machine(const Settings& settings, const tonelift_video& video, const tonelift_device& given,
            const Log& log);

    // Preferred number of frames per call.
    int batch() const { return batch_; }
    std::unique_ptr<Executor> executor(const Plan& plan) const;
    // The instruction set or device that computes, as far as results depend on it: "avx512", or
    // "cuda".
    std::string computes_with() const { return set_ ? set_->name() : "cuda"; }
    // An executor for pictures that leave unchanged.
    std::unique_ptr<Executor> copier(const Picture& picture) const;

  private:
    std::unique_ptr<Executor> any_executor(const Plan& plan) const;
    bool all_on_host() const { return host_.input && host_.output; }
    void choose_batch(int asked, const tonelift_video& video);

    std::shared_ptr<CudaDevice> cuda_;  // null: the CPU
    HostEnds host_;
    int threads_;
    std::optional<InstructionSet> set_;  // of the CPU
    int batch_ = 1;
    int launch_ = 1;  // frames per launch
};

}  // namespace tonelift
