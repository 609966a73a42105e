// SPDX-License-Identifier: BSD-2-Clause
//
// Opens files that a user names. Only regular files are accepted. Opening a FIFO waits for its
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

// Returns what a path is if it is no regular file, for messages: "a directory", "a FIFO". Empty for
// a regular file.
std::string irregular_kind(mode_t mode);

// Opens a regular file for reading. Follows symbolic links and does not wait. Returns 0, or the
// errno of a failure. If the file is refused, *kind receives its irregular_kind(), else "".
int open_regular(const std::string& path, FileDescriptor* file, std::string* kind);

// Reads from a descriptor until the end, or up to `longest` bytes. Returns 0, or the errno of a
// failure.
int read_some(int descriptor, size_t longest, std::string* text);

// Returns the text of a script in a file or from standard input. Text beyond the language's limit
// is not read, except for so much that the compiler rejects the script. Throws Error (io).
std::string read_script(const std::string& path);
std::string read_script_from_input();

}  // namespace tonelift
