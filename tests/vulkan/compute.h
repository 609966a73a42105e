// SPDX-License-Identifier: BSD-2-Clause
// Runs compute shaders on lavapipe, a GPU in software. Without lavapipe, runs them on the first
// device.
#pragma once

#include <vulkan/vulkan.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace tonelift::test {

class Compute {
  public:
    Compute();
    ~Compute();
    Compute(const Compute&) = delete;

    const std::string& name() const { return name_; }

    struct Memory {
        std::byte* host = nullptr;
        uint64_t address = 0;
    };
    Memory allocate(size_t bytes);
    template <typename T>
    Memory allocate(std::span<const T> content) {
        const Memory memory = allocate(content.size_bytes());
        std::memcpy(memory.host, content.data(), content.size_bytes());
        return memory;
    }
    void free_memory();

    struct Work {
        std::span<const uint32_t> module;
        std::span<const std::byte> push;
        std::array<uint32_t, 3> groups = {1, 1, 1};
        std::array<uint32_t, 3> constants = {1, 1, 0};
        std::array<uint32_t, 3> first = {0, 0, 0};
    };
    void run(const Work& work);

  private:
    void choose_device();
    void make_device();

    struct Shader {
        VkPipelineLayout layout = nullptr;
        VkPipeline pipeline = nullptr;
    };
    using ShaderKey = std::vector<uint32_t>;
    const Shader& shader_of(const Work& work);
    VkPipelineLayout make_layout(const Work& work);
    VkPipeline make_pipeline(const Work& work, VkPipelineLayout layout);
    void submit(const Work& work, const Shader& shader);

    struct Block {
        VkBuffer buffer;
        VkDeviceMemory memory;
    };

    VkInstance instance_ = nullptr;
    VkPhysicalDevice physical_ = nullptr;
    VkDevice device_ = nullptr;
    VkQueue queue_ = nullptr;
    uint32_t family_ = 0;
    VkCommandPool pool_ = nullptr;
    std::vector<Block> blocks_;
    std::map<ShaderKey, Shader> shaders_;
    std::string name_;
};

Compute& shared_device();

}  // namespace tonelift::test
