// SPDX-License-Identifier: BSD-2-Clause
//
// Executors: each runs batches of one plan on one device. Tuning numbers affect the speed, but
// never the results.
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
    // Takes over the temporal states that this plan shares with the plan of `previous`, an executor
    // of the same stream. Called when options change during the stream.
    virtual void continue_from(const Executor& previous) = 0;
    // Runs the plan over batch.input.size() frames, in order. Allocates nothing after the first
    // call with the same number of frames.
    virtual void run(Batch& batch) = 0;
    // Returns the states after the last frame; waits for the device. Empty if the plan has no
    // states.
    virtual std::vector<float> states() const = 0;
    // Returns the reason why execution is slower than it could be, for the log; empty if there is
    // none.
    virtual std::string_view note() const { return {}; }
};

// Makes an executor on the CPU. threads: number of threads; 0: Tuning::used_threads percent of the
// CPU cores.
std::unique_ptr<Executor> make_cpu_executor(const Plan& plan, int threads,
                                            const InstructionSet& set = {},
                                            const Tuning& tuning = {});

// Returns a description for the log: the name of the instruction set, and whether programs become
// machine code or cannot, because the system refuses executable memory.
std::string details_of(const InstructionSet& set);

// The device, context and stream that an executor on CUDA uses.
struct DeviceTarget {
    void* cuda_context = nullptr;  // the caller's CUcontext; null: a context on `device` is created
    void* cuda_stream = nullptr;   // the caller's stream in cuda_context
    int device = 0;
};

class CudaDevice;
// Opens a device. Throws Failure::unsupported, with the reason, if this build lacks CUDA or this
// machine has no usable device.
std::shared_ptr<CudaDevice> open_cuda_device(const DeviceTarget& target);
// Returns the name of the GPU, as given by its manufacturer.
std::string name_of(const CudaDevice& device);
// Returns the properties other than the name that affect the speed of kernels: the number of
// multiprocessors, and the driver.
std::string details_of(const CudaDevice& device);

// Device memory that holds a copy of host memory.
class DeviceCopy {
  public:
    virtual ~DeviceCopy() = default;
    virtual std::byte* address() const = 0;  // device address
};
std::unique_ptr<DeviceCopy> copy_to_device(std::shared_ptr<CudaDevice> device,
                                           std::span<const std::byte> bytes);
// Waits for all work on the device's stream.
void wait_for(const CudaDevice& device);

// Makes an executor on a CUDA device. frames: number of frames per launch; batches may be larger.
// Planes of batches must be in device memory. run() only enqueues the work, unless the batch is
// recorded.
std::unique_ptr<Executor> make_cuda_executor(const Plan& plan, std::shared_ptr<CudaDevice> device,
                                             int frames, const Tuning& tuning = {});

// Selection of a Vulkan device.
struct VulkanTarget {
    int device = -1;             // index in Vulkan's list of GPUs; -1: the best device
    bool only_hardware = false;  // whether software implementations are refused
};

class VulkanDevice;
// Opens a device. Throws Failure::unsupported, with the reason, if this build lacks Vulkan or this
// machine has no usable device, and Failure::argument if the index does not exist.
std::shared_ptr<VulkanDevice> open_vulkan_device(const VulkanTarget& target);

// A Vulkan device that the caller provides (tonelift/vulkan.h).
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
// Opens a device of the caller. Throws Failure::unsupported if kernels cannot run on it.
std::shared_ptr<VulkanDevice> use_vulkan_device(const GivenVulkan& given);
// name_of(): returns the name of the GPU. details_of(): returns its driver and the driver's
// version.
std::string name_of(const VulkanDevice& device);
std::string details_of(const VulkanDevice& device);

// Whether the input and the output of batches are in host memory; if not, they are in device
// memory.
struct HostMemory {
    bool input = false;
    bool output = false;
};

// Makes an executor on a Vulkan device. frames: number of frames per submission; batches may be
// larger. threads: number of threads that copy, 0 = one per CPU core. host: an input or output that
// is not in host memory is in images of the device. run() returns when input in host memory has
// been read and output in host memory is complete.
std::unique_ptr<Executor> make_vulkan_executor(const Plan& plan,
                                               std::shared_ptr<VulkanDevice> device, int frames,
                                               int threads, const Tuning& tuning = {},
                                               HostMemory host = {true, true});

// Makes an executor for batches with their input, their output or both in host memory. run()
// returns when input in host memory has been read and output in host memory is complete. frames:
// number of frames per piece; a batch is uploaded, computed and downloaded in pieces. threads:
// number of threads that copy, 0 = one per CPU core.
std::unique_ptr<Executor> make_staged_cuda_executor(const Plan& plan,
                                                    std::shared_ptr<CudaDevice> device,
                                                    HostMemory host, int frames, int threads,
                                                    const Tuning& tuning = {});

// Make executors that copy the input to the output unmodified.
std::unique_ptr<Executor> make_cpu_copier(const Picture& picture);
std::unique_ptr<Executor> make_cuda_copier(const Picture& picture,
                                           std::shared_ptr<CudaDevice> device, HostMemory host);
std::unique_ptr<Executor> make_vulkan_copier(const Picture& picture,
                                             std::shared_ptr<VulkanDevice> device, HostMemory host);

}  // namespace tonelift
