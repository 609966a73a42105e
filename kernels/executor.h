// SPDX-License-Identifier: BSD-2-Clause
//
// Executors process batches of frames on one device. Tuning numbers (kernels/tuning.def) change
// the speed of an executor, but never its results.
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

// Numbers of kernels whose machine code came from the files that were installed with the library,
// from the user's cache, and from the compiler.
struct KernelOrigins {
    int installed = 0;
    int stored = 0;
    int compiled = 0;
};

class Executor {
  public:
    virtual ~Executor() = default;
    // Takes over the temporally smoothed values of the previous executor, after options have
    // changed during a stream.
    virtual void continue_from(const Executor& previous) = 0;
    // Processes the frames in order. Allocates no memory if an earlier call had the same number of
    // frames.
    virtual void run(Batch& batch) = 0;
    // Returns the temporally smoothed values after the last frame. Waits until the device has
    // computed them.
    virtual std::vector<float> states() const = 0;
    // Returns a message for the log that explains why execution is slow, or an empty string if it
    // is not.
    virtual std::string_view note() const { return {}; }
    virtual KernelOrigins kernel_origins() const { return {}; }
};

// If `threads` is 0, the executor uses Tuning::used_threads percent of the CPU cores. `frames` is
// the expected number of frames per call. If it is greater than 1, several threads process two
// frames at the same time, and the planes need memory for two frames.
std::unique_ptr<Executor> make_cpu_executor(const Plan& plan, int threads,
                                            const InstructionSet& set = {},
                                            const Tuning& tuning = {}, int frames = 1);

// Returns a description for the log: the instruction set, and whether programs are compiled at run
// time.
std::string details_of(const InstructionSet& set);

struct DeviceTarget {
    void* cuda_context = nullptr;  // the caller's CUcontext, or null for a new context
    void* cuda_stream = nullptr;   // the caller's stream in cuda_context
    int device = 0;
};

class CudaDevice;
// Throws an Error with Failure::unsupported and the reason if this build lacks CUDA or this machine
// has no usable CUDA device.
std::shared_ptr<CudaDevice> open_cuda_device(const DeviceTarget& target);
std::string name_of(const CudaDevice& device);
std::string details_of(const CudaDevice& device);

class DeviceCopy {
  public:
    virtual ~DeviceCopy() = default;
    virtual std::byte* address() const = 0;
};
std::unique_ptr<DeviceCopy> copy_to_device(std::shared_ptr<CudaDevice> device,
                                           std::span<const std::byte> bytes);
void wait_for(const CudaDevice& device);

// Returns an executor for planes in device memory. Its run() only enqueues the work, and does not
// wait for the results.
std::unique_ptr<Executor> make_cuda_executor(const Plan& plan, std::shared_ptr<CudaDevice> device,
                                             int frames, const Tuning& tuning = {});

struct VulkanTarget {
    int device = -1;  // index in Vulkan's list of GPUs, or -1 for the best device
    bool only_hardware = false;
};

class VulkanDevice;
// Throws an Error: Failure::unsupported if there is no usable Vulkan device, or Failure::argument
// if no GPU has the given index.
std::shared_ptr<VulkanDevice> open_vulkan_device(const VulkanTarget& target);

// A Vulkan device that the caller has created (see tonelift/vulkan.h).
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
// Throws an Error with Failure::unsupported if the device lacks a required feature.
std::shared_ptr<VulkanDevice> use_vulkan_device(const GivenVulkan& given);
std::string name_of(const VulkanDevice& device);
std::string details_of(const VulkanDevice& device);

struct HostMemory {
    bool input = false;
    bool output = false;
};

// `frames` is the number of frames per submission to the device. If `threads` is 0, all CPU cores
// are used.
std::unique_ptr<Executor> make_vulkan_executor(const Plan& plan,
                                               std::shared_ptr<VulkanDevice> device, int frames,
                                               int threads, const Tuning& tuning = {},
                                               HostMemory host = {true, true});

// Returns an executor for planes in CPU memory. It uploads and downloads `frames` frames at a time.
// If `threads` is 0, all CPU cores are used.
std::unique_ptr<Executor> make_staged_cuda_executor(const Plan& plan,
                                                    std::shared_ptr<CudaDevice> device,
                                                    HostMemory host, int frames, int threads,
                                                    const Tuning& tuning = {});

std::unique_ptr<Executor> make_cpu_copier(const Picture& picture);
std::unique_ptr<Executor> make_cuda_copier(const Picture& picture,
                                           std::shared_ptr<CudaDevice> device, HostMemory host);
std::unique_ptr<Executor> make_vulkan_copier(const Picture& picture,
                                             std::shared_ptr<VulkanDevice> device, HostMemory host);

}  // namespace tonelift
