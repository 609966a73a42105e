// SPDX-License-Identifier: BSD-2-Clause
//
// Files that are written completely or not at all.
#pragma once

#include <signal.h>

#include <functional>
#include <string>

#include "core/runtime/replaced_file.h"

namespace tonelift {

// Holds back the signals that end the program, on this thread, until release() or destruction.
class HeldSignals {
  public:
    HeldSignals();
    HeldSignals(const HeldSignals&) = delete;
    ~HeldSignals() { release(); }
    void release();

  private:
    sigset_t before_;
    bool held_ = true;
};

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
    HeldSignals held_;  // while the file exists and its name is not known to the handler
    ReplacedFile replaced_;
    bool done_ = false;
};

// Calls `write` to make a WholeFile. Throws the errors of `write` and of ReplacedFile.
void write_whole(const std::string& file,
                 const std::function<void(const std::string& part)>& write);

// Throws Error (argument) if both names refer to the same file, which writing would destroy.
void refuse_one_file(const std::string& input, const std::string& output);

}  // namespace tonelift
