// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/launch/plan_memory.h"

#include "kernels/device/frame_entries.h"

namespace tonelift::vulkan {
namespace {

size_t round_up(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

size_t value_bytes(const Plan& plan) {
    const frame::FrameValuesLayout layout{plan.uniforms, plan.states};
    return round_up(static_cast<size_t>(layout.count()) * sizeof(float), 256);
}

size_t table_bytes(const Plan& plan) {
    return static_cast<size_t>(plan.tables) * curve_entries * sizeof(frame::TableLine);
}

void fill_zero(const VulkanDevice& device, VkCommandBuffer to, const DeviceMemory& memory,
               size_t bytes) {
    if (bytes > 0) device->CmdFillBuffer(to, memory.buffer(), 0, bytes, 0);
}

}  // namespace

PlanMemory::PlanMemory(const Plan& plan, const DevicePointer& device, const PlanCalls& calls,
                       size_t frames)
    : sizes_(plane_sizes(plan, calls)),
      scratch_(device, calls.scratch_bytes * frames, MemoryUse::kernels),
      workspace_(device, calls.workspace_bytes * frames, MemoryUse::kernels) {
    for (const PlaneSize& size : sizes_)
        planes_.emplace_back(device, size.bytes * frames, MemoryUse::kernels);
}

void PlanMemory::clear(const VulkanDevice& device, VkCommandBuffer to) const {
    for (const DeviceMemory& plane : planes_) fill_zero(device, to, plane, plane.bytes());
    fill_zero(device, to, scratch_, scratch_.bytes());
    fill_zero(device, to, workspace_, workspace_.bytes());
}

SlotMemory::SlotMemory(const Plan& plan, const DevicePointer& device, const PlanCalls& calls,
                       const PlanMemory& memory, size_t frames, HostMemory host)
    : input_layout_(plan.input),
      output_layout_(plan.output),
      value_bytes_(value_bytes(plan)),
      table_bytes_(table_bytes(plan)),
      reduction_bytes_(calls.reductions.bytes),
      entries_per_frame_(entry_buffers + static_cast<int>(memory.planes().size())),
      input_(device, input_layout_.bytes * frames,
             host.input ? MemoryUse::to_device : MemoryUse::kernels),
      output_(device, output_layout_.bytes * frames,
              host.output ? MemoryUse::to_host : MemoryUse::kernels),
      reductions_(device, reduction_bytes_ * frames, MemoryUse::to_host),
      numbers_(device, value_bytes_ * frames, MemoryUse::to_device),
      tables_(device, table_bytes_ * frames, MemoryUse::to_device),
      entries_(device, static_cast<size_t>(entries_per_frame_) * sizeof(Entry) * frames,
               MemoryUse::to_device) {
    for (size_t i = 0; i < frames; ++i) set_entries(memory, i);
}

void SlotMemory::set_entries(const PlanMemory& memory, size_t frame) {
    auto* entries =
        reinterpret_cast<Entry*>(entries_.host()) + frame * static_cast<size_t>(entries_per_frame_);
    const auto set = [&](int entry, VkDeviceAddress address, size_t pitch) {
        entries[entry] = {address, static_cast<long long>(pitch)};
    };
    const auto set_planes = [&](int first, const Transfer& transfer, const PackedPicture& layout) {
        for (size_t i = 0; i < layout.count; ++i) {
            const PackedPicture::Plane& plane = layout.planes[i];
            set(first + static_cast<int>(i),
                transfer.address() + frame * layout.bytes + plane.offset, plane.pitch);
        }
    };
    set_planes(entry_input, input_, input_layout_);
    set_planes(entry_output, output_, output_layout_);
    set(entry_values, numbers_.address() + frame * value_bytes_, sizeof(float));
    set(entry_tables, tables_.address() + frame * table_bytes_, 0);
    set(entry_reductions, reductions_.address() + frame * reduction_bytes_, 0);
    for (size_t i = 0; i < memory.planes().size(); ++i) {
        const PlaneSize& size = memory.sizes()[i];
        set(entry_buffers + static_cast<int>(i), memory.planes()[i].address() + frame * size.bytes,
            size.pitch);
    }
}

float* SlotMemory::numbers(size_t frame) const {
    return reinterpret_cast<float*>(numbers_.host() + frame * value_bytes_);
}

frame::TableLine* SlotMemory::tables(size_t frame) const {
    return reinterpret_cast<frame::TableLine*>(tables_.host() + frame * table_bytes_);
}

const unsigned char* SlotMemory::reductions(size_t frame) const {
    return reinterpret_cast<const unsigned char*>(reductions_.host()) + frame * reduction_bytes_;
}

void SlotMemory::upload(const VulkanDevice& device, VkCommandBuffer to, size_t frames) const {
    input_.record(device, to, input_layout_.bytes * frames);
}

void SlotMemory::clear_reductions(const VulkanDevice& device, VkCommandBuffer to,
                                  size_t frames) const {
    fill_zero(device, to, reductions_.memory(), reduction_bytes_ * frames);
}

void SlotMemory::download_reductions(const VulkanDevice& device, VkCommandBuffer to,
                                     size_t frames) const {
    reductions_.record(device, to, reduction_bytes_ * frames);
}

void SlotMemory::download(const VulkanDevice& device, VkCommandBuffer to, size_t frames) const {
    output_.record(device, to, output_layout_.bytes * frames);
}

}  // namespace tonelift::vulkan
