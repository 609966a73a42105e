// SPDX-License-Identifier: BSD-2-Clause
// Writes a file as PATH.part, and renames it to PATH when it is complete. If PATH.part is
// continued, a lock on it excludes other writers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/common/regular_file.h"

namespace tonelift {

// The treatment of an existing file PATH.part.
enum class ExistingPart {
    continued,  // the file is opened; the caller must check its content before changing it
    kept        // the file is kept; a new file is named PATH.2.part, or has the next free number
};

// A file that is written as PATH.part. All errors are thrown as Error (io). Error messages begin
// with `name` and the path, such as "stats_file 'a'".
class ReplacedFile {
  public:
    // The path "-" is refused, because it usually means the standard output.
    ReplacedFile(const std::string& name, const std::string& path,
                 ExistingPart existing = ExistingPart::continued);

    // Returns the name PATH.part, or PATH.N.part if `number` is not 1.
    static std::string part_of(const std::string& path, int number = 1);

    // Returns the name of the unfinished file, for libraries that write the file themselves.
    const std::string& part() const { return part_; }

    // Return at most `longest` bytes from the beginning or the end of PATH.part, which an
    // interrupted run may have left.
    std::string beginning(size_t longest) const;
    std::string ending(size_t longest) const;
    // Truncates PATH.part to `size` bytes. Later writes are appended.
    void cut(size_t size);
    // If the existing file begins with the bytes of PATH.part, returns at most `longest` of the
    // bytes that follow. Otherwise returns nothing. Must be called after flush().
    std::optional<std::string> rest_of_target(size_t longest) const;
    size_t size() const { return size_ + buffer_.size(); }

    void write(std::string_view text);
    void flush();
    // Writes all data to disk. Gives PATH.part the owner and the permissions of the file that it
    // replaces.
    void make_ready();
    // Calls make_ready(), then renames PATH.part to PATH.
    void take_its_place();
    // Removes PATH.part, unless another file has taken its name.
    void remove();

    [[noreturn]] void fail(const std::string& what) const;

  private:
    void open_part();
    void make_part();
    bool open_and_lock(int flags);
    bool has_its_name() const;
    std::string read_at(size_t offset, size_t longest) const;
    [[noreturn]] void fail_to_write(int reason) const;

    std::string name_;
    std::string path_;
    std::string target_;  // path_ after following links
    std::string part_;
    FileDescriptor file_;
    std::string buffer_;
    size_t size_ = 0;
};

}  // namespace tonelift
