// SPDX-License-Identifier: BSD-2-Clause
//
// Files that a user names: regular files only. Opening a FIFO waits for whoever writes it, a device
// has no end, and a directory is neither.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <string>

namespace tonelift {

// Closes its file descriptor at the end of its life.
class FileDescriptor {
  public:
    explicit FileDescriptor(int number = -1) : number_(number) {}
    FileDescriptor(FileDescriptor&& other) noexcept : number_(other.release()) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept;
    ~FileDescriptor();

    int number() const { return number_; }
    bool is_open() const { return number_ >= 0; }
    int release();

  private:
    int number_;
};

// What stands at a path as messages name it: "a directory", "a FIFO"; empty for a regular file.
std::string irregular_kind(mode_t mode);

// Opens a regular file for reading, through symbolic links, without waiting. 0, or the errno of
// what failed; *kind: irregular_kind() of what is refused, else empty.
int open_regular(const std::string& path, FileDescriptor* file, std::string* kind);

// Reads from a descriptor up to its end, or longest bytes. 0, or the errno of what failed.
int read_some(int descriptor, size_t longest, std::string* text);

// The text of a script in a file, or on the standard input. One that is too long for the language
// comes cut just beyond the longest that it takes, so that the compiler refuses it. Throws Error
// (io).
std::string read_script(const std::string& path);
std::string read_script_from_input();

}  // namespace tonelift
