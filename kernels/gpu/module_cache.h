// SPDX-License-Identifier: BSD-2-Clause
//
// Machine code of kernels in files, so that the driver compiles each kernel once per machine and
// not once per process. Every kernel is a file of its own. Files are written under another name and
// renamed, so readers see only complete files, and a checksum finds damaged ones. Nothing here
// fails: a kernel that cannot be read is compiled, a kernel that cannot be written is not kept.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tonelift {

class ModuleCache {
  public:
    static constexpr uint64_t usual_bytes = 64u << 20;

    // folder: an absolute path, made if missing. An empty path keeps nothing.
    explicit ModuleCache(std::string folder, uint64_t most_bytes = usual_bytes);

    // The folder that TONELIFT_KERNEL_CACHE names, none for "off"; without that variable
    // $XDG_CACHE_HOME/tonelift or ~/.cache/tonelift.
    static std::string usual_folder();

    // The name of a kernel: a hash of `text` and of `compiler`, which together decide its machine
    // code.
    static std::string key(std::string_view text, std::string_view compiler);

    // The machine code of a key; empty if there is none. Marks the file as used.
    std::string find(const std::string& key) const noexcept;
    void store(const std::string& key, std::string_view code) const noexcept;
    // Removes the files that were used least recently until the rest fits in most_bytes. Also
    // removes what interrupted writers have left.
    void limit() const noexcept;

  private:
    std::string path(const std::string& name) const { return folder_ + '/' + name; }

    std::string folder_;
    uint64_t most_bytes_;
};

}  // namespace tonelift
