// SPDX-License-Identifier: BSD-2-Clause
//
// Stores the machine code of kernels in files, so that the driver compiles each kernel once per
// machine and not once per process. Every kernel has its own file. Files are written under another
// name and then renamed, so readers see only complete files; a checksum detects damaged files. No
// function here fails: a kernel that cannot be read is compiled, and a kernel that cannot be
// written is not kept.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tonelift {

class ModuleCache {
  public:
    static constexpr uint64_t usual_bytes = 64u << 20;

    // folder: an absolute path; created if missing. With an empty path nothing is kept.
    explicit ModuleCache(std::string folder, uint64_t most_bytes = usual_bytes);

    // Returns the folder in TONELIFT_KERNEL_CACHE, an empty path for "off". Without that variable:
    // $XDG_CACHE_HOME/tonelift or ~/.cache/tonelift.
    static std::string usual_folder();

    // Returns the name of a kernel: a hash of `text` and `compiler`, which together determine its
    // machine code.
    static std::string key(std::string_view text, std::string_view compiler);

    // Returns the machine code of a key; empty if there is none. Marks the file as used.
    std::string find(const std::string& key) const noexcept;
    void store(const std::string& key, std::string_view code) const noexcept;
    // Removes the least recently used files until the rest fits in most_bytes, and unfinished files
    // of interrupted writers.
    void limit() const noexcept;

  private:
    std::string path(const std::string& name) const { return folder_ + '/' + name; }

    std::string folder_;
    uint64_t most_bytes_;
};

}  // namespace tonelift
