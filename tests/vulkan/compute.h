// SPDX-License-Identifier: BSD-2-Clause
//
// Runs one compute shader on a GPU in software (lavapipe), or on the first device if there is none.
#pragma once

#include <vulkan/vulkan.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
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

    // Memory that the host and shaders share; it lives as long as this object.
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

    // Runs the entry point "main" and waits. local: specialization constants 0 to 2.
    struct Work {
        std::span<const uint32_t> module;
        std::span<const std::byte> push;
        std::array<uint32_t, 3> groups = {1, 1, 1};
        std::array<uint32_t, 3> constants = {1, 1, 0};
    };
    void run(const Work& work);

  private:
    void choose_device();
    void make_device();
    VkPipeline make_pipeline(const Work& work, VkPipelineLayout layout);
    void submit(const Work& work, VkPipelineLayout layout, VkPipeline pipeline);

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
    std::string name_;
};

}  // namespace tonelift::test
