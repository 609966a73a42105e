// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "kernels/vulkan/driver/memory.h"

namespace tonelift::vulkan {

// A set of command buffers. Each buffer can be submitted several times after it has been recorded.
class Commands {
  public:
    Commands(DevicePointer device, size_t count, Work work = Work::compute);
    Commands(const Commands&) = delete;
    ~Commands();

    VkCommandBuffer at(size_t index) const { return buffers_[index]; }
    // Starts to record buffer `index`. The GPU must have finished executing the buffer's earlier
    // commands.
    VkCommandBuffer begin(size_t index) const;
    void end(size_t index) const;

    // Records a barrier. Commands after it see everything that earlier commands and the host have
    // written.
    static void barrier(const VulkanDevice& device, VkCommandBuffer to);
    // Records a barrier for reads by the host. After waiting for the submission, the host sees
    // everything that commands before this barrier have written.
    static void show_to_host(const VulkanDevice& device, VkCommandBuffer to);
    static void copy(const VulkanDevice& device, VkCommandBuffer to, const DeviceMemory& from,
                     const DeviceMemory& target, size_t bytes);

  private:
    DevicePointer device_;
    VkCommandPool pool_ = VK_NULL_HANDLE;
    std::vector<VkCommandBuffer> buffers_;
};

// Submits command buffers to a queue and numbers the submissions, starting at 1. The host and other
// queues can wait for a submission by its number.
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
    // Submits command buffers and returns the number of the submission. Null buffers are skipped.
    uint64_t submit(std::initializer_list<VkCommandBuffer> commands, Semaphores* others = nullptr);
    void wait(uint64_t number) const;
    bool is_done(uint64_t number) const;
    // Returns the semaphore and value with which another queue waits for submission `number`.
    VkSemaphoreSubmitInfo after(uint64_t number) const { return of(semaphore_, number); }
    // Waits for all submissions. Ignores errors, so that it can also be called after an error.
    void drain() const noexcept;
    // Waits until the queue no longer uses any semaphores of the caller. Must be called before the
    // caller destroys them.
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
