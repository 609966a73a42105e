// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "kernels/vulkan/driver/memory.h"

namespace tonelift::vulkan {

// A recorded buffer may be submitted several times.
class Commands {
  public:
    Commands(DevicePointer device, size_t count, Work work = Work::compute);
    Commands(const Commands&) = delete;
    ~Commands();

    VkCommandBuffer at(size_t index) const { return buffers_[index]; }
    // The GPU must have finished executing the buffer.
    VkCommandBuffer begin(size_t index) const;
    void end(size_t index) const;

    // Later commands see the results of all earlier commands and of the host.
    static void barrier(const VulkanDevice& device, VkCommandBuffer to);
    // After waiting for the submission, the host sees the results of all earlier commands.
    static void show_to_host(const VulkanDevice& device, VkCommandBuffer to);
    static void copy(const VulkanDevice& device, VkCommandBuffer to, const DeviceMemory& from,
                     const DeviceMemory& target, size_t bytes);

  private:
    DevicePointer device_;
    VkCommandPool pool_ = VK_NULL_HANDLE;
    std::vector<VkCommandBuffer> buffers_;
};

// Submissions to a queue, numbered from 1 on. The host and other queues can wait for them.
class Timeline {
  public:
    explicit Timeline(DevicePointer device, Work work = Work::compute);
    Timeline(const Timeline&) = delete;
    ~Timeline();

    // The caller's semaphores that a submission waits for and signals.
    struct Semaphores {
        std::vector<VkSemaphoreSubmitInfo> waits;
        std::vector<VkSemaphoreSubmitInfo> signals;
        std::vector<uint64_t*> values;

        void clear() {
            waits.clear();
            signals.clear();
            values.clear();
        }
    };
    static VkSemaphoreSubmitInfo of(VkSemaphore semaphore, uint64_t value);
    // Returns the number of the submission. Null buffers are skipped.
    uint64_t submit(std::initializer_list<VkCommandBuffer> commands, Semaphores* others = nullptr);
    void wait(uint64_t number) const;
    bool is_done(uint64_t number) const;
    // Returns the semaphore and value with which another queue waits for submission `number`.
    VkSemaphoreSubmitInfo after(uint64_t number) const { return of(semaphore_, number); }
    // Waits for all submissions. Ignores errors, so that it can be used after a failure.
    void drain() const noexcept;
    // Call this before the caller destroys its semaphores.
    void release_semaphores() const noexcept;

  private:
    void enqueue(const VkSubmitInfo2& info) const;
    void wait_on_host(const std::vector<VkSemaphoreSubmitInfo>& values) const;
    VkResult wait_for(VkSemaphore semaphore, uint64_t value) const noexcept;

    DevicePointer device_;
    const Queue& queue_;
    VkSemaphore semaphore_ = VK_NULL_HANDLE;
    uint64_t last_ = 0;
    std::vector<VkCommandBufferSubmitInfo> commands_;
    std::vector<VkSemaphoreSubmitInfo> signals_;
};

}  // namespace tonelift::vulkan
