// SPDX-License-Identifier: BSD-2-Clause
//
// Executors, which process batches of frames on one device. Tuning numbers change their speed, but
// never their results.
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
    // Takes over the temporal smoothing of the previous executor when options change during a
    // stream.
    virtual void continue_from(const Executor& previous) = 0;
    // Processes the frames in order. Allocates nothing after the first call with the same number of
    // frames.
    virtual void run(Batch& batch) = 0;
    // Returns the temporally smoothed values after the last frame. Waits for the device.
    virtual std::vector<float> states() const = 0;
    // Returns a reason for slow execution, for the log. Returns an empty text if there is none.
    virtual std::string_view note() const { return {}; }
};

// If `threads` is 0, the executor uses Tuning::used_threads percent of the CPU cores.
std::unique_ptr<Executor> make_cpu_executor(const Plan& plan, int threads,
                                            const InstructionSet& set = {},
                                            const Tuning& tuning = {});

// Describes the instruction set and the use of run-time compilation, for the log.
std::string details_of(const InstructionSet& set);

struct DeviceTarget {
    void* cuda_context = nullptr;  // the caller's CUcontext, or null for a new one
    void* cuda_stream = nullptr;   // the caller's stream in cuda_context
    int device = 0;
};

class CudaDevice;
// Throws Failure::unsupported, with the reason, if this build lacks CUDA or this machine has no
// usable device.
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

// Makes an executor for planes in device memory; run() only enqueues the work.
std::unique_ptr<Executor> make_cuda_executor(const Plan& plan, std::shared_ptr<CudaDevice> device,
                                             int frames, const Tuning& tuning = {});

struct VulkanTarget {
    int device = -1;  // index in Vulkan's list of GPUs, or -1 for the best device
    bool only_hardware = false;
};

class VulkanDevice;
// Throws Failure::unsupported if there is no usable device, and Failure::argument if the index does
// not exist.
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
// Throws Failure::unsupported if the device lacks a required feature.
std::shared_ptr<VulkanDevice> use_vulkan_device(const GivenVulkan& given);
std::string name_of(const VulkanDevice& device);
std::string details_of(const VulkanDevice& device);

struct HostMemory {
    bool input = false;
    bool output = false;
};

// `frames` is the number of frames per submission; `threads` = 0 uses every CPU core.
std::unique_ptr<Executor> make_vulkan_executor(const Plan& plan,
                                               std::shared_ptr<VulkanDevice> device, int frames,
                                               int threads, const Tuning& tuning = {},
                                               HostMemory host = {true, true});

// Uploads and downloads `frames` frames at a time; `threads` = 0 uses every CPU core.
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
