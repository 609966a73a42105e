// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/driver/commands.h"

#include <limits>
#include <utility>

namespace tonelift::vulkan {
namespace {

constexpr VkPipelineStageFlags2 device_stages =
    VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
// These masks contain only the accesses that this library's commands make. With a mask of all
// accesses, drivers would flush more caches than necessary.
constexpr VkAccessFlags2 device_writes =
    VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT;
constexpr VkAccessFlags2 device_accesses =
    device_writes | VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_TRANSFER_READ_BIT;

void record_barrier(const VulkanDevice& device, VkCommandBuffer to, VkMemoryBarrier2 barrier) {
    barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2;
    VkDependencyInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO;
    info.memoryBarrierCount = 1;
    info.pMemoryBarriers = &barrier;
    device->CmdPipelineBarrier2(to, &info);
}

}  // namespace

Commands::Commands(DevicePointer device, size_t count, Work work) : device_(std::move(device)) {
    const VulkanDevice& of = *device_;
    VkCommandPoolCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    info.queueFamilyIndex = of.queue(work).family;
    check(of->CreateCommandPool(of.handle(), &info, nullptr, &pool_), "making a command pool");
    buffers_.resize(count);
    VkCommandBufferAllocateInfo which{};
    which.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    which.commandPool = pool_;
    which.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    which.commandBufferCount = static_cast<uint32_t>(count);
    const VkResult made = of->AllocateCommandBuffers(of.handle(), &which, buffers_.data());
    if (made == VK_SUCCESS) return;
    of->DestroyCommandPool(of.handle(), pool_, nullptr);
    check(made, "making command buffers");
}

Commands::~Commands() { (*device_)->DestroyCommandPool(device_->handle(), pool_, nullptr); }

VkCommandBuffer Commands::begin(size_t index) const {
    VkCommandBufferBeginInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    check((*device_)->BeginCommandBuffer(buffers_[index], &info), "recording commands");
    return buffers_[index];
}

void Commands::end(size_t index) const {
    check((*device_)->EndCommandBuffer(buffers_[index]), "recording commands");
}

void Commands::barrier(const VulkanDevice& device, VkCommandBuffer to) {
    VkMemoryBarrier2 barrier{};
    barrier.srcStageMask = device_stages;
    barrier.srcAccessMask = device_writes;
    barrier.dstStageMask = device_stages;
    barrier.dstAccessMask = device_accesses;
    record_barrier(device, to, barrier);
}

void Commands::show_to_host(const VulkanDevice& device, VkCommandBuffer to) {
    VkMemoryBarrier2 barrier{};
    // The mask is not device_stages, because device_stages contains the compute stage. Transfer
    // queues do not support this stage.
    barrier.srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    barrier.srcAccessMask = device_writes;
    barrier.dstStageMask = VK_PIPELINE_STAGE_2_HOST_BIT;
    barrier.dstAccessMask = VK_ACCESS_2_HOST_READ_BIT;
    record_barrier(device, to, barrier);
}

void Commands::copy(const VulkanDevice& device, VkCommandBuffer to, const DeviceMemory& from,
                    const DeviceMemory& target, size_t bytes) {
    const VkBufferCopy part{0, 0, bytes};
    device->CmdCopyBuffer(to, from.buffer(), target.buffer(), 1, &part);
}

Timeline::Timeline(DevicePointer device, Work work)
    : device_(std::move(device)), queue_(device_->queue(work)) {
    VkSemaphoreTypeCreateInfo type{};
    type.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO;
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    VkSemaphoreCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO;
    info.pNext = &type;
    check((*device_)->CreateSemaphore(device_->handle(), &info, nullptr, &semaphore_),
          "making a semaphore");
}

Timeline::~Timeline() { (*device_)->DestroySemaphore(device_->handle(), semaphore_, nullptr); }

VkSemaphoreSubmitInfo Timeline::of(VkSemaphore semaphore, uint64_t value) {
    VkSemaphoreSubmitInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO;
    info.semaphore = semaphore;
    info.value = value;
    info.stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    return info;
}

// If a software device signals the caller's semaphores, waits until the submission has ended.
// Otherwise, the caller could destroy these semaphores too early: Lavapipe (Mesa 22.3) still
// accesses semaphores after it has signaled the end of a submission.
uint64_t Timeline::submit(std::initializer_list<VkCommandBuffer> commands, Semaphores* others) {
    const bool is_synchronous =
        device_->is_software() && others != nullptr && !others->signals.empty();
    if (is_synchronous) wait_on_host(others->waits);
    commands_.clear();
    for (const VkCommandBuffer buffer : commands) {
        if (buffer == VK_NULL_HANDLE) continue;
        VkCommandBufferSubmitInfo what{};
        what.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO;
        what.commandBuffer = buffer;
        commands_.push_back(what);
    }
    signals_ = {of(semaphore_, last_ + 1)};
    VkSubmitInfo2 info{};
    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2;
    if (others != nullptr) {
        signals_.insert(signals_.end(), others->signals.begin(), others->signals.end());
        info.waitSemaphoreInfoCount = static_cast<uint32_t>(others->waits.size());
        info.pWaitSemaphoreInfos = others->waits.data();
    }
    info.commandBufferInfoCount = static_cast<uint32_t>(commands_.size());
    info.pCommandBufferInfos = commands_.data();
    info.signalSemaphoreInfoCount = static_cast<uint32_t>(signals_.size());
    info.pSignalSemaphoreInfos = signals_.data();
    enqueue(info);
    if (others != nullptr) {
        for (size_t i = 0; i < others->signals.size(); ++i)
            *others->values[i] = others->signals[i].value;
    }
    ++last_;
    if (is_synchronous) wait_on_host(signals_);
    return last_;
}

void Timeline::enqueue(const VkSubmitInfo2& info) const {
    const std::lock_guard lock(queue_.lock);
    device_->check((*device_)->QueueSubmit2(queue_.handle, 1, &info, VK_NULL_HANDLE),
                   "submitting commands");
}

void Timeline::wait_on_host(const std::vector<VkSemaphoreSubmitInfo>& values) const {
    for (const VkSemaphoreSubmitInfo& value : values)
        device_->check(wait_for(value.semaphore, value.value), "waiting for the GPU");
}

void Timeline::wait(uint64_t number) const {
    device_->check(wait_for(semaphore_, number), "waiting for the GPU");
}

bool Timeline::is_done(uint64_t number) const {
    uint64_t done = 0;
    device_->check((*device_)->GetSemaphoreCounterValue(device_->handle(), semaphore_, &done),
                   "asking the GPU");
    return done >= number;
}

void Timeline::drain() const noexcept { wait_for(semaphore_, last_); }

void Timeline::release_semaphores() const noexcept {
    const std::lock_guard lock(queue_.lock);
    (*device_)->QueueWaitIdle(queue_.handle);
}

VkResult Timeline::wait_for(VkSemaphore semaphore, uint64_t value) const noexcept {
    VkSemaphoreWaitInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO;
    info.semaphoreCount = 1;
    info.pSemaphores = &semaphore;
    info.pValues = &value;
    constexpr uint64_t forever = std::numeric_limits<uint64_t>::max();
    return (*device_)->WaitSemaphores(device_->handle(), &info, forever);
}

}  // namespace tonelift::vulkan
