// SPDX-License-Identifier: BSD-2-Clause
// Reads a file as text.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace tonelift {

// Returns the content of a file, or an empty text if the file cannot be read.
inline std::string text_of_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace tonelift
