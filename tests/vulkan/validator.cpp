// SPDX-License-Identifier: BSD-2-Clause
#include "tests/vulkan/validator.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace tonelift::test {

std::string faults_of(std::span<const uint32_t> module) {
    const std::string validator = TONELIFT_SPIRV_VAL;
    if (validator.empty() || access(validator.c_str(), X_OK) != 0) return "";
    const auto path =
        std::filesystem::temp_directory_path() / ("module_" + std::to_string(getpid()) + ".spv");
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(module.data()),
               static_cast<std::streamsize>(module.size_bytes()));
    const std::string command = validator + " --target-env vulkan1.3 '" + path.string() + "' 2>&1";
    std::string messages;
    FILE* pipe = popen(command.c_str(), "r");
    char part[4096];
    for (size_t n; (n = fread(part, 1, sizeof part, pipe)) > 0;) messages.append(part, n);
    if (pclose(pipe) != 0 && messages.empty()) messages = command + " failed";
    std::filesystem::remove(path);
    return messages;
}

}  // namespace tonelift::test
