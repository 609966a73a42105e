// SPDX-License-Identifier: BSD-2-Clause
#include "core/common/regular_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/common/limits.h"
#include "core/common/text.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

// Maximum number of bytes that are read from a script. One byte more than the limit shows that the
// script is too long.
constexpr size_t longest_script = limits::source_bytes + 1;

}  // namespace

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

FileDescriptor::~FileDescriptor() {
    if (is_open()) close(descriptor_);
}

int FileDescriptor::release() { return std::exchange(descriptor_, -1); }

std::string irregular_kind(mode_t mode) {
    switch (mode & S_IFMT) {
        case S_IFREG:
            return "";
        case S_IFDIR:
            return "a directory";
        case S_IFIFO:
            return "a FIFO";
        case S_IFCHR:
        case S_IFBLK:
            return "a device";
        case S_IFSOCK:
            return "a socket";
        case S_IFLNK:
            return "a symbolic link";
        default:
            return "no file";
    }
}

// Checks the kind of the file before opening it, because opening a device can have side effects.
// Checks the kind again afterwards, because the file may have been replaced.
int open_regular(const std::string& path, FileDescriptor* file, std::string* kind) {
    struct stat status;
    kind->clear();
    if (stat(path.c_str(), &status) != 0) return errno;
    *kind = irregular_kind(status.st_mode);
    if (!kind->empty()) return EINVAL;
    *file = FileDescriptor(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file->is_open() || fstat(file->descriptor(), &status) != 0) return errno;
    *kind = irregular_kind(status.st_mode);
    return kind->empty() ? 0 : EINVAL;
}

int read_some(int descriptor, size_t longest, std::string* text) {
    text->clear();
    while (text->size() < longest) {
        char block[16384];
        const ssize_t size =
            read(descriptor, block, std::min(sizeof(block), longest - text->size()));
        if (size == 0) return 0;
        if (size > 0)
            text->append(block, static_cast<size_t>(size));
        else if (errno != EINTR)
            return errno;
    }
    return 0;
}

std::string read_script(const std::string& path) {
    FileDescriptor file;
    std::string kind, text;
    int reason = open_regular(path, &file, &kind);
    if (!kind.empty())
        throw Error(Failure::io,
                    "the script " + quote(path) + " is " + kind + "; allowed is a regular file");
    if (reason == 0) reason = read_some(file.descriptor(), longest_script, &text);
    if (reason != 0)
        throw Error(Failure::io,
                    "cannot read the script " + quote(path) + ": " + std::strerror(reason));
    return text;
}

std::string read_script_from_input() {
    std::string text;
    if (const int reason = read_some(STDIN_FILENO, longest_script, &text); reason != 0)
        throw Error(Failure::io,
                    std::string("cannot read the standard input: ") + std::strerror(reason));
    return text;
}

}  // namespace tonelift
