// SPDX-License-Identifier: BSD-2-Clause
#include "core/common/replaced_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>

#include "core/common/text.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

// Number of buffered bytes from which write() writes to the file.
constexpr size_t flushed_bytes = 65536;
// Maximum length of a chain of symbolic links, as in the Linux kernel.
constexpr int most_links = 40;
// Maximum number of attempts to lock PATH.part before another writer renames it.
constexpr int attempts = 8;
// Maximum number of names PATH.N.part that are tried.
constexpr int most_parts = 1000;
constexpr mode_t permissions = 0777;
constexpr mode_t writable = 0222;
constexpr std::string_view standard_stream = "-";

// Returns the path after following all symbolic links. The last link may point to a file that does
// not exist yet.
std::string end_of_links(const std::string& path) {
    std::filesystem::path end = path;
    std::error_code error;
    for (int i = 0; i < most_links && std::filesystem::is_symlink(end, error); ++i)
        end = end.parent_path() / std::filesystem::read_symlink(end, error);
    return end.string();
}

// Returns the status of a file, or nothing if the path does not exist. Does not follow symbolic
// links.
std::optional<struct stat> status_of(const std::string& path) {
    struct stat status;
    if (lstat(path.c_str(), &status) != 0) return std::nullopt;
    return status;
}

bool is_same_file(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

}  // namespace

ReplacedFile::ReplacedFile(const std::string& name, const std::string& path, ExistingPart existing)
    : name_(name), path_(path), target_(end_of_links(path)), part_(part_of(path)) {
    if (path == standard_stream) fail("is the standard output; name a file, or ./- for this name");
    const auto target = status_of(target_);
    if (const std::string kind = target ? irregular_kind(target->st_mode) : ""; !kind.empty())
        fail("is " + kind + "; allowed is a regular file");
    if (target && (target->st_mode & writable) == 0) fail("is write-protected");
    if (existing == ExistingPart::continued)
        open_part();
    else
        make_part();
}

// Shortens a file name that would be too long with ".part". Two files whose names differ only in
// the removed bytes have the same PATH.part.
std::string ReplacedFile::part_of(const std::string& path, int number) {
    const std::string ending = (number == 1 ? "" : "." + std::to_string(number)) + ".part";
    const std::string target = end_of_links(path);
    const size_t name = target.rfind('/') + 1;
    return target.substr(0, name + NAME_MAX - ending.size()).append(ending);
}

void ReplacedFile::fail(const std::string& what) const {
    throw Error(Failure::io, name_ + " " + quote(path_) + " " + what);
}

void ReplacedFile::fail_to_write(int reason) const {
    fail("cannot be written: " + quote(part_) + ": " + std::strerror(reason));
}

// Opens and locks PATH.part. Tries again if another writer renames PATH.part before it is locked.
void ReplacedFile::open_part() {
    for (int i = 0; i < attempts; ++i) {
        if (const auto there = status_of(part_); there && !S_ISREG(there->st_mode))
            fail("cannot be written: " + quote(part_) + " is " + irregular_kind(there->st_mode));
        if (!open_and_lock(0)) fail_to_write(errno);
        if (has_its_name()) return;
    }
    fail_to_write(EBUSY);
}

// Makes and locks a file with the first free name PATH.part, PATH.2.part and so on.
void ReplacedFile::make_part() {
    for (int number = 1; number <= most_parts; ++number) {
        part_ = part_of(path_, number);
        if (open_and_lock(O_EXCL)) return;
        if (errno != EEXIST) fail_to_write(errno);
    }
    fail_to_write(EEXIST);
}

// Opens part_ and locks it. Returns false, with the reason in errno, if it cannot be opened.
bool ReplacedFile::open_and_lock(int flags) {
    file_ = FileDescriptor(
        open(part_.c_str(),
             O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags, 0666));
    if (!file_.is_open()) return false;
    // On file systems without locks, a second writer is not detected.
    if (flock(file_.descriptor(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        fail("is being written by another filter or program, which holds " + quote(part_));
    struct stat opened;
    if (fstat(file_.descriptor(), &opened) != 0) fail_to_write(errno);
    if (!S_ISREG(opened.st_mode) || opened.st_nlink > 1)
        fail("cannot be written: " + quote(part_) +
             " has hard links or is not a regular file; remove it");
    size_ = static_cast<size_t>(opened.st_size);
    return true;
}

std::string ReplacedFile::read_at(size_t offset, size_t longest) const {
    std::string text;
    if (lseek(file_.descriptor(), static_cast<off_t>(offset), SEEK_SET) < 0) fail_to_write(errno);
    if (const int reason = read_some(file_.descriptor(), longest, &text)) fail_to_write(reason);
    return text;
}

std::string ReplacedFile::beginning(size_t longest) const { return read_at(0, longest); }

std::string ReplacedFile::ending(size_t longest) const {
    return read_at(size_ - std::min(size_, longest), longest);
}

std::optional<std::string> ReplacedFile::rest_of_target(size_t longest) const {
    FileDescriptor target;
    std::string kind, there;
    if (open_regular(target_, &target, &kind) != 0) return std::nullopt;
    for (size_t at = 0; at < size_; at += there.size()) {
        const size_t most = std::min(size_ - at, flushed_bytes);
        if (read_some(target.descriptor(), most, &there) != 0 || there.empty() ||
            there != read_at(at, there.size()))
            return std::nullopt;
    }
    if (read_some(target.descriptor(), longest, &there) != 0) return std::nullopt;
    return there;
}

void ReplacedFile::cut(size_t size) {
    buffer_.clear();
    if (ftruncate(file_.descriptor(), static_cast<off_t>(size)) != 0) fail_to_write(errno);
    size_ = size;
}

void ReplacedFile::write(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() >= flushed_bytes) flush();
}

void ReplacedFile::flush() {
    size_t done = 0;
    while (done < buffer_.size()) {
        const ssize_t size = pwrite(file_.descriptor(), buffer_.data() + done,
                                    buffer_.size() - done, static_cast<off_t>(size_));
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) fail_to_write(size < 0 ? errno : ENOSPC);
        done += static_cast<size_t>(size);
        size_ += static_cast<size_t>(size);
    }
    buffer_.clear();
}

void ReplacedFile::make_ready() {
    flush();
    if (!has_its_name()) fail("cannot be written: " + quote(part_) + " was removed or replaced");
    const auto target = status_of(target_);
    if (const std::string kind = target ? irregular_kind(target->st_mode) : ""; !kind.empty())
        fail("has become " + kind + "; allowed is a regular file");
    const int file = file_.descriptor();
    // Only root can change the owner of a file, so EPERM is ignored.
    if (target && fchown(file, target->st_uid, target->st_gid) != 0 && errno != EPERM)
        fail_to_write(errno);
    if (target && fchmod(file, target->st_mode & permissions) != 0) fail_to_write(errno);
    if (fsync(file) != 0) fail_to_write(errno);
}

void ReplacedFile::take_its_place() {
    make_ready();
    if (std::rename(part_.c_str(), target_.c_str()) != 0) fail_to_write(errno);
}

void ReplacedFile::remove() {
    if (has_its_name()) unlink(part_.c_str());
}

bool ReplacedFile::has_its_name() const {
    struct stat opened;
    const auto there = status_of(part_);
    return there && fstat(file_.descriptor(), &opened) == 0 && is_same_file(*there, opened);
}

}  // namespace tonelift
