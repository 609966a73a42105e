// SPDX-License-Identifier: BSD-2-Clause
// Opens files that a user names, and accepts only regular files.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <string>

namespace tonelift {

class FileDescriptor {
  public:
    explicit FileDescriptor(int descriptor = -1) : descriptor_(descriptor) {}
    FileDescriptor(FileDescriptor&& other) noexcept : descriptor_(other.release()) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept;
    ~FileDescriptor();

    int descriptor() const { return descriptor_; }
    bool is_open() const { return descriptor_ >= 0; }
    int release();

  private:
    int descriptor_;
};

// Returns a text for messages that names the kind of the file, such as "a directory" or "a FIFO".
// Returns "" for a regular file.
std::string irregular_kind(mode_t mode);

// Opens a regular file for reading. Follows symbolic links and does not block. Returns 0 or errno.
// Sets *kind to the irregular_kind() of the file.
int open_regular(const std::string& path, FileDescriptor* file, std::string* kind);

// Reads at most `longest` bytes, up to the end of the file. Returns 0 or errno.
int read_some(int descriptor, size_t longest, std::string* text);

// Reads a script. If the script is longer than the language allows, reads one byte more than
// allowed, so that the compiler rejects the script.
std::string read_script(const std::string& path);
std::string read_script_from_input();

}  // namespace tonelift
