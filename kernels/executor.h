// SPDX-License-Identifier: BSD-2-Clause
//
// Executors: create one for a device, run batches of a plan. Tuning numbers do not change any
// result.
#pragma once

#include <cstddef>
#include <cstdint>
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
    // Takes over the temporal state of the executor of this stream's previous plan, as far as the
    // plans share states. Called when options change while the stream runs.
    virtual void continue_from(const Executor& previous) = 0;
    // Runs the plan over batch.input.size() frames, in order. Allocates nothing after the first
    // call with the same number of frames.
    virtual void run(Batch& batch) = 0;
    // The states after the last frame; waits for the device. Empty if the plan has none.
    virtual std::vector<float> states() const = 0;
    // The reason why execution is slower than it could be, for the log; empty if it is not.
    virtual std::string_view note() const { return {}; }
};

// threads: 0 = one per core, or Tuning::used_threads percent of that number.
std::unique_ptr<Executor> make_cpu_executor(const Plan& plan, int threads,
                                            const InstructionSet& set = {},
                                            const Tuning& tuning = {});

// A description for the log: the name of the instruction set, and whether programs become machine
// code or the system refuses executable memory.
std::string details_of(const InstructionSet& set);

// The device, context and stream of an executor on CUDA.
struct DeviceTarget {
    void* cuda_context = nullptr;  // the caller's CUcontext; null: create one on `device`
    void* cuda_stream = nullptr;   // the caller's stream in it
    int device = 0;
};

class CudaDevice;
// Opens a device. Throws Failure::unsupported, with the reason, if this build or this machine has
// none.
std::shared_ptr<CudaDevice> open_cuda_device(const DeviceTarget& target);
// The name of the GPU, as given by its manufacturer.
std::string name_of(const CudaDevice& device);
// Other properties that the speed of kernels depends on: the number of multiprocessors and the
// driver.
std::string details_of(const CudaDevice& device);

// A copy of bytes in device memory.
class DeviceCopy {
  public:
    virtual ~DeviceCopy() = default;
    virtual std::byte* address() const = 0;  // on the device
};
std::unique_ptr<DeviceCopy> copy_to_device(std::shared_ptr<CudaDevice> device,
                                           std::span<const std::byte> bytes);
// Waits for all work on the device's stream.
void wait_for(const CudaDevice& device);

// Makes an executor on a CUDA device. frames: frames per launch; batches may be larger. Planes of
// batches must be in device memory. run() only enqueues the work, except for batches that are
// recorded.
std::unique_ptr<Executor> make_cuda_executor(const Plan& plan, std::shared_ptr<CudaDevice> device,
                                             int frames, const Tuning& tuning = {});

// Selection of a Vulkan device.
struct VulkanTarget {
    int device = -1;             // in the order of the drivers; -1: the best one
    bool only_hardware = false;  // not a program that stands in for a GPU
};

class VulkanDevice;
// Opens a device. Throws Failure::unsupported, with the reason, if this build or this machine has
// none, and Failure::argument for a number that does not exist.
std::shared_ptr<VulkanDevice> open_vulkan_device(const VulkanTarget& target);

// A Vulkan device of the caller (tonelift/vulkan.h).
struct GivenVulkan {
    void (*get_instance_proc_addr)() = nullptr;
    void* instance = nullptr;
    void* physical_device = nullptr;
    void* device = nullptr;
    const void* features = nullptr;
    uint32_t queue_family = 0;
    uint32_t queue_index = 0;
    uint32_t queue_flags = 0;
    void* user = nullptr;
    void (*lock_queue)(void* user, uint32_t family, uint32_t index) = nullptr;
    void (*unlock_queue)(void* user, uint32_t family, uint32_t index) = nullptr;
};
// Throws Failure::unsupported for a device that kernels cannot run on.
std::shared_ptr<VulkanDevice> use_vulkan_device(const GivenVulkan& given);
// The name of the GPU, and its driver with the driver's version.
std::string name_of(const VulkanDevice& device);
std::string details_of(const VulkanDevice& device);

// The ends of a batch that are in host memory.
struct HostMemory {
    bool input = false;
    bool output = false;
};

// Makes an executor on a Vulkan device. frames: frames per submission; batches may be larger.
// threads: number of threads that copy, 0 = one per core. host: the other ends are in images of the
// device. run() returns when input in host memory has been read and output in host memory is
// complete.
std::unique_ptr<Executor> make_vulkan_executor(const Plan& plan,
                                               std::shared_ptr<VulkanDevice> device, int frames,
                                               int threads, const Tuning& tuning = {},
                                               HostMemory host = {true, true});

// The same for batches with at least one end in host memory. run() returns when the input has been
// read and output in host memory is complete. frames: frames per piece; a batch is uploaded,
// computed and downloaded in pieces. threads: number of threads that copy, 0 = one per core.
std::unique_ptr<Executor> make_staged_cuda_executor(const Plan& plan,
                                                    std::shared_ptr<CudaDevice> device,
                                                    HostMemory host, int frames, int threads,
                                                    const Tuning& tuning = {});

// Executors that copy frames through unmodified.
std::unique_ptr<Executor> make_cpu_copier(const Picture& picture);
std::unique_ptr<Executor> make_cuda_copier(const Picture& picture,
                                           std::shared_ptr<CudaDevice> device, HostMemory host);
std::unique_ptr<Executor> make_vulkan_copier(const Picture& picture,
                                             std::shared_ptr<VulkanDevice> device, HostMemory host);

}  // namespace tonelift
