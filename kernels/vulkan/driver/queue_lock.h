// SPDX-License-Identifier: BSD-2-Clause
//
// The lock of a queue. The filters of this process and the owner of the device share it.
#pragma once

#include <mutex>

#include "kernels/executor.h"

namespace tonelift::vulkan {

class QueueLock {
  public:
    QueueLock() = default;
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

}  // namespace tonelift::vulkan
