// SPDX-License-Identifier: BSD-2-Clause
//
// Keeps the machine code of kernels in files, to compile each kernel only once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tonelift {

class ModuleCache {
  public:
    static constexpr uint64_t usual_bytes = 64u << 20;

    // `folder` is an absolute path; a missing folder is created. With "", nothing is kept.
    explicit ModuleCache(std::string folder, uint64_t most_bytes = usual_bytes);

    // Returns the value of TONELIFT_KERNEL_CACHE, or "" if that value is "off". Without that
    // variable, returns $XDG_CACHE_HOME/tonelift or ~/.cache/tonelift.
    static std::string usual_folder();

    // Returns a hash of everything that determines the machine code.
    static std::string key(std::string_view text, std::string_view compiler);

    // Returns an empty string if there is no file.
    std::string find(const std::string& key) const noexcept;
    void store(const std::string& key, std::string_view code) const noexcept;
    // Removes the least recently used files until the remaining files fit in most_bytes.
    void limit() const noexcept;

  private:
    std::string path(const std::string& name) const { return folder_ + '/' + name; }

    std::string folder_;
    uint64_t most_bytes_;
};

}  // namespace tonelift
