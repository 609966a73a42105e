// SPDX-License-Identifier: BSD-2-Clause
//
// Files that are written completely or not at all.
#pragma once

#include <functional>
#include <string>

#include "core/runtime/replaced_file.h"

namespace tonelift {

// A temporary file beside another file, which it replaces when it is complete. After an error, and
// when the program is terminated (SIGINT, SIGTERM, SIGHUP), it is removed, and an old file is kept.
// Only one can exist at a time.
class WholeFile {
  public:
    // Throws the errors of ReplacedFile.
    explicit WholeFile(const std::string& file);
    WholeFile(const WholeFile&) = delete;
    ~WholeFile();

    // The name of the temporary file.
    const std::string& part() const { return replaced_.part(); }
    // Completes the file.
    void take_its_place();

  private:
    ReplacedFile replaced_;
    bool done_ = false;
};

// Calls `write` to make a WholeFile. Throws the errors of `write` and of ReplacedFile.
void write_whole(const std::string& file,
                 const std::function<void(const std::string& part)>& write);

}  // namespace tonelift
