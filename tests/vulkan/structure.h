// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vulkan/vulkan.h>

#include <stdexcept>
#include <string>

namespace tonelift::test {

inline void check(VkResult result, const char* what) {
    if (result != VK_SUCCESS)
        throw std::runtime_error(std::string(what) + ": " + std::to_string(result));
}

template <typename T>
T structure(VkStructureType type, const void* next = nullptr) {
    T made{};
    made.sType = type;
    made.pNext = const_cast<void*>(next);
    return made;
}

}  // namespace tonelift::test
