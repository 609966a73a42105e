// SPDX-License-Identifier: BSD-2-Clause
//
// Files that are there as a whole or not at all.
#pragma once

#include <functional>
#include <string>

#include "core/runtime/replaced_file.h"

namespace tonelift {

// A file beside another one, which takes its place when it is complete. After an error, and when
// the program is told to end (SIGINT, SIGTERM, SIGHUP), it is removed, and an old file stays as it
// was. There is one at a time.
class WholeFile {
  public:
    // Throws what ReplacedFile does.
    explicit WholeFile(const std::string& file);
    WholeFile(const WholeFile&) = delete;
    ~WholeFile();

    // The name of the file that is to be written.
    const std::string& part() const { return replaced_.part(); }
    // Says that it is complete.
    void take_its_place();

  private:
    ReplacedFile replaced_;
    bool done_ = false;
};

// Has `write` make a WholeFile. Throws what `write` throws, and what ReplacedFile does.
void write_whole(const std::string& file,
                 const std::function<void(const std::string& part)>& write);

}  // namespace tonelift
