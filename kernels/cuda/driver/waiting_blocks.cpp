// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/driver/waiting_blocks.h"

#include <map>
#include <mutex>
#include <utility>

namespace tonelift::cuda {
namespace {

// Number of reserved blocks per context. All executors of a context share its multiprocessors, so
// their reservations are added up.
struct Reserved {
    std::mutex mutex;
    std::map<CUcontext, unsigned> blocks;
};

Reserved& reserved() {
    // The object is never freed, because executors can outlive the static objects of this library.
    static auto* const all = new Reserved;
    return *all;
}

}  // namespace

WaitingBlocks::WaitingBlocks(const CudaDevice& device, unsigned count) {
    const std::lock_guard lock(reserved().mutex);
    unsigned& blocks = reserved().blocks[device.context()];
    if (blocks + count >= static_cast<unsigned>(device.limits().multiprocessors)) return;
    blocks += count;
    context_ = device.context();
    count_ = count;
}

WaitingBlocks::~WaitingBlocks() {
    if (count_ == 0) return;
    const std::lock_guard lock(reserved().mutex);
    const auto found = reserved().blocks.find(context_);
    found->second -= count_;
    if (found->second == 0) reserved().blocks.erase(found);
}

void WaitingBlocks::swap(WaitingBlocks& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(count_, other.count_);
}

}  // namespace tonelift::cuda
