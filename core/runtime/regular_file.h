// SPDX-License-Identifier: BSD-2-Clause
//
// Opens files that a user names. Only regular files are accepted: opening a FIFO waits for its
// writer, a device has no end, and a directory cannot be read.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <string>

namespace tonelift {

// Closes its file descriptor in the destructor.
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

// Returns the kind of file in messages: "a directory", "a FIFO"; empty for a regular file.
std::string irregular_kind(mode_t mode);

// Opens a regular file for reading, through symbolic links, without waiting. Returns 0, or the
// errno of a failure. *kind receives the irregular_kind() of a refused file, else "".
int open_regular(const std::string& path, FileDescriptor* file, std::string* kind);

// Reads from a descriptor until the end, or up to `longest` bytes. Returns 0, or the errno of a
// failure.
int read_some(int descriptor, size_t longest, std::string* text);

// Returns the text of a script in a file, or from standard input. A text that exceeds the limit of
// the language is truncated just beyond it, so that the compiler rejects it. Throws Error (io).
std::string read_script(const std::string& path);
std::string read_script_from_input();

}  // namespace tonelift
