// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/driver/kernel.h"

#include <array>
#include <string_view>
#include <utility>

namespace tonelift::vulkan {
namespace {

class PipelineCache {
  public:
    PipelineCache(const VulkanDevice& device, std::string_view code) : device_(device) {
        VkPipelineCacheCreateInfo info{};
        info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
        info.initialDataSize = code.size();
        info.pInitialData = code.data();
        check(device->CreatePipelineCache(device.handle(), &info, nullptr, &cache_),
              "making a pipeline cache");
    }
    PipelineCache(const PipelineCache&) = delete;
    ~PipelineCache() { device_->DestroyPipelineCache(device_.handle(), cache_, nullptr); }

    operator VkPipelineCache() const { return cache_; }
    std::string code() const {
        size_t bytes = 0;
        device_->GetPipelineCacheData(device_.handle(), cache_, &bytes, nullptr);
        std::string code(bytes, '\0');
        const VkResult got =
            device_->GetPipelineCacheData(device_.handle(), cache_, &bytes, code.data());
        return got == VK_SUCCESS && bytes > sizeof(VkPipelineCacheHeaderVersionOne) ? code : "";
    }

  private:
    const VulkanDevice& device_;
    VkPipelineCache cache_ = VK_NULL_HANDLE;
};

class ShaderModule {
  public:
    ShaderModule(const VulkanDevice& device, std::span<const uint32_t> code,
                 const std::string& doing)
        : device_(device) {
        VkShaderModuleCreateInfo info{};
        info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
        info.codeSize = code.size_bytes();
        info.pCode = code.data();
        check(device->CreateShaderModule(device.handle(), &info, nullptr, &module_), doing);
    }
    ShaderModule(const ShaderModule&) = delete;
    ~ShaderModule() { device_->DestroyShaderModule(device_.handle(), module_, nullptr); }

    operator VkShaderModule() const { return module_; }

  private:
    const VulkanDevice& device_;
    VkShaderModule module_ = VK_NULL_HANDLE;
};

std::string_view bytes_of(std::span<const uint32_t> code) {
    return {reinterpret_cast<const char*>(code.data()), code.size_bytes()};
}

VkPipeline make_pipeline(const VulkanDevice& device, VkPipelineLayout layout, VkShaderModule module,
                         const std::array<uint32_t, 2>& numbers, VkPipelineCache cache,
                         const std::string& doing) {
    std::array<VkSpecializationMapEntry, 2> entries{};
    for (uint32_t i = 0; i < entries.size(); ++i)
        entries[i] = {i, static_cast<uint32_t>(i * sizeof numbers[i]), sizeof numbers[i]};
    const VkSpecializationInfo constants{entries.size(), entries.data(), sizeof numbers,
                                         numbers.data()};
    VkComputePipelineCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    info.layout = layout;
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = module;
    info.stage.pName = "main";
    info.stage.pSpecializationInfo = &constants;
    VkPipeline pipeline = VK_NULL_HANDLE;
    check(device->CreateComputePipelines(device.handle(), cache, 1, &info, nullptr, &pipeline),
          doing);
    return pipeline;
}

}  // namespace

KernelArguments::KernelArguments(DevicePointer device, uint32_t bytes)
    : device_(std::move(device)) {
    const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, bytes};
    VkPipelineLayoutCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    info.pushConstantRangeCount = 1;
    info.pPushConstantRanges = &range;
    check((*device_)->CreatePipelineLayout(device_->handle(), &info, nullptr, &layout_),
          "making a pipeline layout");
}

KernelArguments::~KernelArguments() {
    (*device_)->DestroyPipelineLayout(device_->handle(), layout_, nullptr);
}

std::string Kernel::key(const VulkanDevice& device, std::span<const uint32_t> code,
                        const LaunchSize& block) {
    return ModuleCache::key(bytes_of(code), "vulkan " + device.compiler() + " " +
                                                std::to_string(block.x) + " " +
                                                std::to_string(block.y));
}

Kernel::Kernel(std::shared_ptr<const KernelArguments> arguments, std::span<const uint32_t> code,
               const LaunchSize& block, const ModuleCache& files, const std::string& name)
    : arguments_(std::move(arguments)) {
    const VulkanDevice& device = *arguments_->device();
    const std::string key = Kernel::key(device, code, block);
    const std::string kept = files.find(key);
    const std::string doing = "compiling the kernel " + name;
    const ShaderModule module(device, code, doing);
    const PipelineCache cache(device, kept);
    pipeline_ =
        make_pipeline(device, arguments_->layout(), module, {block.x, block.y}, cache, doing);
    if (kept.empty()) {
        const std::string made = cache.code();
        if (!made.empty()) files.store(key, made);
    }
}

Kernel::~Kernel() {
    const VulkanDevice& device = *arguments_->device();
    device->DestroyPipeline(device.handle(), pipeline_, nullptr);
}

void Kernel::launch(VkCommandBuffer to, const LaunchSize& grid, uint32_t frames,
                    std::span<const std::byte> arguments) const {
    const VulkanDevice& device = *arguments_->device();
    device->CmdBindPipeline(to, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
    device->CmdPushConstants(to, arguments_->layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                             static_cast<uint32_t>(arguments.size()), arguments.data());
    device->CmdDispatch(to, grid.x, grid.y, frames);
}

}  // namespace tonelift::vulkan
