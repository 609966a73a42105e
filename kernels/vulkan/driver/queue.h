// SPDX-License-Identifier: BSD-2-Clause
//
// A Vulkan queue and its lock. All filters of this process on the device use both, and so does the
// owner of a device that the caller supplies.
#pragma once

#include <mutex>

#include "kernels/executor.h"
#include "kernels/vulkan/driver/driver.h"

namespace tonelift::vulkan {

class QueueLock {
  public:
    explicit QueueLock(const GivenVulkan& owner) : owner_(owner) {}

    void lock() {
        mutex_.lock();
        if (owner_.lock_queue != nullptr)
            owner_.lock_queue(owner_.user, owner_.queue_family, owner_.queue_index);
    }
    void unlock() {
        if (owner_.unlock_queue != nullptr)
            owner_.unlock_queue(owner_.user, owner_.queue_family, owner_.queue_index);
        mutex_.unlock();
    }

  private:
    std::mutex mutex_;
    GivenVulkan owner_;
};

enum class Work { compute, upload, download };

struct Queue {
    Queue(VkQueue handle_, uint32_t family_, const GivenVulkan& owner)
        : handle(handle_), family(family_), lock(owner) {}

    VkQueue handle;
    uint32_t family;
    mutable QueueLock lock;
};

}  // namespace tonelift::vulkan
