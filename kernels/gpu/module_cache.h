// SPDX-License-Identifier: BSD-2-Clause
//
// Stores the machine code of kernels in files, so that later processes need not compile the same
// kernels again.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tonelift {

class ModuleCache {
  public:
    // Default limit for the total size of all files, in bytes.
    static constexpr uint64_t usual_bytes = 64u << 20;

    // `folder` must be an absolute path; a missing folder is created. If `folder` is "" or other
    // users can write to it, nothing is stored. `most_bytes` is the limit for the total size of all
    // files.
    explicit ModuleCache(std::string folder, uint64_t most_bytes = usual_bytes);

    // Returns a cache that only reads the files in `folder`, which was installed with the library.
    // The folder and its files must belong to root or to the owner of the library, and no other
    // user may be able to write to them. Otherwise, or if `folder` is "", the cache finds nothing.
    static ModuleCache installed(std::string folder);

    // Returns the folder that the environment variable TONELIFT_INSTALLED_KERNELS names. Returns ""
    // if the variable's value is not an absolute path (for example, if the value is "off"). If the
    // variable is not set, returns the folder tonelift/kernels beside the library, or in the folder
    // of libraries beside the folder of the program. Returns "" if there is no such folder.
    static std::string installed_folder();

    // Returns the folder that the environment variable TONELIFT_KERNEL_CACHE names. Returns "" if
    // the variable's value is not an absolute path (for example, if the value is "off"). If the
    // variable is not set, returns $XDG_CACHE_HOME/tonelift, else ~/.cache/tonelift.
    static std::string usual_folder();

    // Returns the key of a kernel's machine code: a hash of the kernel's text and of the
    // description of the compiler.
    static std::string key(std::string_view text, std::string_view compiler);

    // Returns the machine code that is stored under `key`, or "" if there is none.
    std::string find(const std::string& key) const noexcept;
    void store(const std::string& key, std::string_view code) const noexcept;
    // Removes the least recently used files until the total size of the other files is at most
    // `most_bytes`.
    void limit() const noexcept;

  private:
    ModuleCache() = default;
    std::string path(const std::string& name) const { return folder_ + '/' + name; }

    std::string folder_;
    uint64_t most_bytes_ = 0;
    bool is_installed_ = false;
    std::vector<uid_t> users_;  // the allowed owners of the folder and of its files
};

}  // namespace tonelift
