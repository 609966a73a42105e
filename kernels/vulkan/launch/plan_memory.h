// SPDX-License-Identifier: BSD-2-Clause
//
// The device memory of a plan. PlanMemory has the planes between passes. SlotMemory has frames, and
// data that host and kernels exchange.
#pragma once

#include <vector>

#include "kernels/executor.h"
#include "kernels/frame/step_parameters.h"
#include "kernels/gpu/packed_picture.h"
#include "kernels/gpu/plan_calls.h"
#include "kernels/gpu/plane_sizes.h"
#include "kernels/vulkan/launch/transfer.h"

namespace tonelift::vulkan {

class PlanMemory {
  public:
    PlanMemory(const Plan& plan, const DevicePointer& device, const PlanCalls& calls,
               size_t frames);

    const std::vector<PlaneSize>& sizes() const { return sizes_; }
    const std::vector<DeviceMemory>& planes() const { return planes_; }
    const DeviceMemory& scratch() const { return scratch_; }
    const DeviceMemory& workspace() const { return workspace_; }
    void clear(const VulkanDevice& device, VkCommandBuffer to) const;

  private:
    std::vector<PlaneSize> sizes_;
    std::vector<DeviceMemory> planes_;
    DeviceMemory scratch_;
    DeviceMemory workspace_;
};

// The memory for a group of frames. While the GPU computes one group, the host can write the input
// or read the output of another group.
class SlotMemory {
  public:
    SlotMemory(const Plan& plan, const DevicePointer& device, const PlanCalls& calls,
               const PlanMemory& memory, size_t frames, HostMemory host);

    const PackedPicture& input_layout() const { return input_layout_; }
    const PackedPicture& output_layout() const { return output_layout_; }
    FramePlanes input(size_t frame) const {
        return input_layout_.at(input_.host() + frame * input_layout_.bytes);
    }
    FramePlanes output(size_t frame) const {
        return output_layout_.at(output_.host() + frame * output_layout_.bytes);
    }
    const DeviceMemory& inputs() const { return input_.memory(); }
    const DeviceMemory& outputs() const { return output_.memory(); }
    float* numbers(size_t frame) const;
    frame::TableLine* tables(size_t frame) const;
    const unsigned char* reductions(size_t frame) const;

    VkDeviceAddress entries() const { return entries_.address(); }
    int entries_per_frame() const { return entries_per_frame_; }
    VkDeviceAddress numbers_address() const { return numbers_.address(); }
    int number_stride() const { return static_cast<int>(value_bytes_ / sizeof(float)); }

    void upload(const VulkanDevice& device, VkCommandBuffer to, size_t frames) const;
    void clear_reductions(const VulkanDevice& device, VkCommandBuffer to, size_t frames) const;
    void download_reductions(const VulkanDevice& device, VkCommandBuffer to, size_t frames) const;
    void download(const VulkanDevice& device, VkCommandBuffer to, size_t frames) const;

  private:
    void set_entries(const PlanMemory& memory, size_t frame);

    PackedPicture input_layout_;
    PackedPicture output_layout_;
    size_t value_bytes_;
    size_t table_bytes_;
    size_t reduction_bytes_;
    int entries_per_frame_;
    Transfer input_;
    Transfer output_;
    Transfer reductions_;
    DeviceMemory numbers_;
    DeviceMemory tables_;
    DeviceMemory entries_;
};

}  // namespace tonelift::vulkan
