// SPDX-License-Identifier: BSD-2-Clause
//
// Executors: create one for a device, run batches of a plan. No result depends on tuning numbers.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/batch.h"
#include "kernels/instruction_set.h"
#include "kernels/pass.h"
#include "kernels/tuning.h"

namespace tonelift {

class Executor {
  public:
    virtual ~Executor() = default;
    // Takes over the temporal state of the executor that ran this stream's previous plan, as far as
    // both have the same states: options changed while the stream runs.
    virtual void continue_from(const Executor& previous) = 0;
    // Runs the plan over batch.input.size() frames, in order. Makes no allocation after the first
    // call of a size.
    virtual void run(Batch& batch) = 0;
    // The states after the last frame; waits for a device. Empty if the plan has none.
    virtual std::vector<float> states() const = 0;
    // Why it is slower than it should be, for the log; empty if it is not.
    virtual std::string_view note() const { return {}; }
};

// threads: 0 = one per core, or Tuning::used_threads of them.
std::unique_ptr<Executor> make_cpu_executor(const Plan& plan, int threads,
                                            const InstructionSet& set = {},
                                            const Tuning& tuning = {});

// A text for the log of the CPU: the name of the set, and whether programs become machine code or
// the system refuses the memory for it.
std::string details_of(const InstructionSet& set);

// The place of an executor on a CUDA device.
struct DeviceTarget {
    void* cuda_context = nullptr;  // the caller's CUcontext; null: a new one on `device`
    void* cuda_stream = nullptr;   // the caller's stream in it
    int device = 0;
};

class CudaDevice;
// Opens a device. Throws Failure::unsupported, with the reason, if this build or this machine has
// none.
std::shared_ptr<CudaDevice> open_cuda_device(const DeviceTarget& target);
// The name of the GPU, as given by its maker.
std::string name_of(const CudaDevice& device);
// What else the speed of kernels depends on: the number of multiprocessors and the driver.
std::string details_of(const CudaDevice& device);

// A copy of bytes in the memory of a device.
class DeviceCopy {
  public:
    virtual ~DeviceCopy() = default;
    virtual std::byte* address() const = 0;  // on the device
};
std::unique_ptr<DeviceCopy> copy_to_device(std::shared_ptr<CudaDevice> device,
                                           std::span<const std::byte> bytes);
// Waits for all work that was enqueued on the device's stream.
void wait_for(const CudaDevice& device);

// An executor on a CUDA device. frames: frames per launch; batches may be larger. Planes of batches
// are in the device's memory, and run() only enqueues the work, except for batches that are
// recorded.
std::unique_ptr<Executor> make_cuda_executor(const Plan& plan, std::shared_ptr<CudaDevice> device,
                                             int frames, const Tuning& tuning = {});

// The ends of a batch that are in host memory.
struct HostEnds {
    bool input = false;
    bool output = false;
};

// The same for batches with at least one end in host memory. run() returns when the input has been
// read, and output in host memory is complete. frames: frames per piece in which a batch is
// uploaded, computed and downloaded; threads: threads that copy, 0 = one per core.
std::unique_ptr<Executor> make_staged_cuda_executor(const Plan& plan,
                                                    std::shared_ptr<CudaDevice> device,
                                                    HostEnds host, int frames, int threads,
                                                    const Tuning& tuning = {});

// Executors for pictures that leave unchanged.
std::unique_ptr<Executor> make_cpu_copier(const Picture& picture);
std::unique_ptr<Executor> make_cuda_copier(const Picture& picture,
                                           std::shared_ptr<CudaDevice> device, HostEnds host);

}  // namespace tonelift
