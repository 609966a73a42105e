// SPDX-License-Identifier: BSD-2-Clause
//
// An executor runs the batches of one plan on one device. Tuning numbers change its speed, but
// never its results.
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
    // Continues the temporal states of `previous`, an executor of the same stream, when options
    // change during the stream. Only states that both plans have are continued.
    virtual void continue_from(const Executor& previous) = 0;
    // Runs the plan over batch.input.size() frames, in order. Allocates nothing after the first
    // call with the same number of frames.
    virtual void run(Batch& batch) = 0;
    // Returns the states after the last frame; empty if the plan has no states. Waits for the
    // device.
    virtual std::vector<float> states() const = 0;
    // Returns a note for the log if execution is slower than it could be, with the reason; else
    // empty.
    virtual std::string_view note() const { return {}; }
};

// Makes an executor on the CPU. `threads` is the number of threads; 0 = Tuning::used_threads
// percent of the CPU cores.
std::unique_ptr<Executor> make_cpu_executor(const Plan& plan, int threads,
                                            const InstructionSet& set = {},
                                            const Tuning& tuning = {});

// Describes the instruction set for the log: its name, and whether programs are compiled to machine
// code. Without machine code, the text says that the system refuses executable memory.
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
// Returns what affects the speed of kernels apart from the GPU's name: the number of
// multiprocessors and the driver.
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

// Makes an executor on a CUDA device, for planes in device memory. `frames` is the number of frames
// per launch; batches may be larger. run() only enqueues the work, unless the batch is recorded.
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
// Return texts about the device: the name of the GPU (name_of()), and its driver with the driver's
// version (details_of()).
std::string name_of(const VulkanDevice& device);
std::string details_of(const VulkanDevice& device);

// States whether the input and the output of batches are in host memory instead of device memory.
struct HostMemory {
    bool input = false;
    bool output = false;
};

// Makes an executor on a Vulkan device. Input and output are in host memory if `host` says so, else
// in images of the device. `frames` is the number of frames per submission; batches may be larger.
// `threads` is the number of threads that copy; 0 = one per CPU core. run() returns as soon as the
// caller may change input and read output in host memory.
std::unique_ptr<Executor> make_vulkan_executor(const Plan& plan,
                                               std::shared_ptr<VulkanDevice> device, int frames,
                                               int threads, const Tuning& tuning = {},
                                               HostMemory host = {true, true});

// Makes an executor for batches whose input, output or both are in host memory. A batch is
// uploaded, computed and downloaded in pieces of `frames` frames. `threads` is the number of
// threads that copy; 0 = one per CPU core. run() returns as soon as the caller may change input and
// read output in host memory.
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
