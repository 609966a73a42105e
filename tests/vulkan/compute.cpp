// SPDX-License-Identifier: BSD-2-Clause
#include "tests/vulkan/compute.h"

#include <stdexcept>

#include "tests/vulkan/structure.h"

namespace tonelift::test {

Compute::Compute() {
    auto application = structure<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
    application.apiVersion = VK_API_VERSION_1_3;
    auto create = structure<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
    create.pApplicationInfo = &application;
    check(vkCreateInstance(&create, nullptr, &instance_), "vkCreateInstance");
    choose_device();
    make_device();
}

void Compute::choose_device() {
    uint32_t count = 16;
    std::array<VkPhysicalDevice, 16> devices{};
    vkEnumeratePhysicalDevices(instance_, &count, devices.data());
    for (uint32_t i = 0; i < count; ++i) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(devices[i], &properties);
        const bool software = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
        if (physical_ != nullptr && !software) continue;
        physical_ = devices[i];
        name_ = properties.deviceName;
        if (software) return;
    }
    if (physical_ == nullptr) throw std::runtime_error("there is no Vulkan device");
}

void Compute::make_device() {
    const float priority = 1;
    auto queue = structure<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
    queue.queueFamilyIndex = family_;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    auto newer = structure<VkPhysicalDeviceVulkan13Features>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES);
    newer.maintenance4 = VK_TRUE;
    auto features = structure<VkPhysicalDeviceVulkan12Features>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, &newer);
    features.bufferDeviceAddress = VK_TRUE;
    auto create = structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &features);
    create.queueCreateInfoCount = 1;
    create.pQueueCreateInfos = &queue;
    check(vkCreateDevice(physical_, &create, nullptr, &device_), "vkCreateDevice");
    vkGetDeviceQueue(device_, family_, 0, &queue_);
    auto pool = structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
    pool.queueFamilyIndex = family_;
    check(vkCreateCommandPool(device_, &pool, nullptr, &pool_), "vkCreateCommandPool");
}

Compute::~Compute() {
    free_memory();
    for (const auto& [key, shader] : shaders_) {
        vkDestroyPipeline(device_, shader.pipeline, nullptr);
        vkDestroyPipelineLayout(device_, shader.layout, nullptr);
    }
    if (device_ != nullptr) {
        vkDestroyCommandPool(device_, pool_, nullptr);
        vkDestroyDevice(device_, nullptr);
    }
    vkDestroyInstance(instance_, nullptr);
}

Compute::Memory Compute::allocate(size_t bytes) {
    auto create = structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
    create.size = bytes;
    create.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    Block block{};
    check(vkCreateBuffer(device_, &create, nullptr, &block.buffer), "vkCreateBuffer");
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device_, block.buffer, &needs);
    auto flags = structure<VkMemoryAllocateFlagsInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
    flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    auto take = structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, &flags);
    take.allocationSize = needs.size;
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(physical_, &memory);
    constexpr VkMemoryPropertyFlags shared =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    while ((needs.memoryTypeBits >> take.memoryTypeIndex & 1) == 0 ||
           (memory.memoryTypes[take.memoryTypeIndex].propertyFlags & shared) != shared)
        ++take.memoryTypeIndex;
    check(vkAllocateMemory(device_, &take, nullptr, &block.memory), "vkAllocateMemory");
    check(vkBindBufferMemory(device_, block.buffer, block.memory, 0), "vkBindBufferMemory");
    blocks_.push_back(block);
    void* host = nullptr;
    check(vkMapMemory(device_, block.memory, 0, VK_WHOLE_SIZE, 0, &host), "vkMapMemory");
    std::memset(host, 0, bytes);
    auto info = structure<VkBufferDeviceAddressInfo>(VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO);
    info.buffer = block.buffer;
    return {static_cast<std::byte*>(host), vkGetBufferDeviceAddress(device_, &info)};
}

void Compute::free_memory() {
    for (const Block& block : blocks_) {
        vkDestroyBuffer(device_, block.buffer, nullptr);
        vkFreeMemory(device_, block.memory, nullptr);
    }
    blocks_.clear();
}

VkPipelineLayout Compute::make_layout(const Work& work) {
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                       static_cast<uint32_t>(work.push.size())};
    auto create =
        structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
    create.pushConstantRangeCount = 1;
    create.pPushConstantRanges = &range;
    VkPipelineLayout layout = nullptr;
    check(vkCreatePipelineLayout(device_, &create, nullptr, &layout), "vkCreatePipelineLayout");
    return layout;
}

VkPipeline Compute::make_pipeline(const Work& work, VkPipelineLayout layout) {
    auto module = structure<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
    module.codeSize = work.module.size_bytes();
    module.pCode = work.module.data();
    VkShaderModule shader = nullptr;
    check(vkCreateShaderModule(device_, &module, nullptr, &shader), "vkCreateShaderModule");
    const VkSpecializationMapEntry entries[] = {{0, 0, 4}, {1, 4, 4}, {2, 8, 4}};
    const VkSpecializationInfo constants = {3, entries, sizeof work.constants,
                                            work.constants.data()};
    auto create =
        structure<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
    create.flags = VK_PIPELINE_CREATE_DISPATCH_BASE_BIT;
    create.layout = layout;
    create.stage = structure<VkPipelineShaderStageCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
    create.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    create.stage.module = shader;
    create.stage.pName = "main";
    create.stage.pSpecializationInfo = &constants;
    VkPipeline pipeline = nullptr;
    check(vkCreateComputePipelines(device_, nullptr, 1, &create, nullptr, &pipeline),
          "vkCreateComputePipelines");
    vkDestroyShaderModule(device_, shader, nullptr);
    return pipeline;
}

void Compute::submit(const Work& work, const Shader& shader) {
    auto allocate =
        structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
    allocate.commandPool = pool_;
    allocate.commandBufferCount = 1;
    VkCommandBuffer commands = nullptr;
    check(vkAllocateCommandBuffers(device_, &allocate, &commands), "vkAllocateCommandBuffers");
    const auto begin =
        structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    vkBeginCommandBuffer(commands, &begin);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, shader.pipeline);
    vkCmdPushConstants(commands, shader.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                       static_cast<uint32_t>(work.push.size()), work.push.data());
    vkCmdDispatchBase(commands, work.first[0], work.first[1], work.first[2], work.groups[0],
                      work.groups[1], work.groups[2]);
    vkEndCommandBuffer(commands);
    auto submission = structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
    submission.commandBufferCount = 1;
    submission.pCommandBuffers = &commands;
    check(vkQueueSubmit(queue_, 1, &submission, nullptr), "vkQueueSubmit");
    check(vkQueueWaitIdle(queue_), "vkQueueWaitIdle");
    vkFreeCommandBuffers(device_, pool_, 1, &commands);
}

const Compute::Shader& Compute::shader_of(const Work& work) {
    ShaderKey key(work.module.begin(), work.module.end());
    key.insert(key.end(), work.constants.begin(), work.constants.end());
    key.push_back(static_cast<uint32_t>(work.push.size()));
    const auto [place, is_new] = shaders_.try_emplace(std::move(key));
    Shader& shader = place->second;
    if (is_new) {
        shader.layout = make_layout(work);
        shader.pipeline = make_pipeline(work, shader.layout);
    }
    return shader;
}

void Compute::run(const Work& work) { submit(work, shader_of(work)); }

Compute& shared_device() {
    static Compute device;
    device.free_memory();
    return device;
}

}  // namespace tonelift::test
