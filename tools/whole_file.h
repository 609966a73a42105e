// SPDX-License-Identifier: BSD-2-Clause
//
// Files that are written completely or not at all.
#pragma once

#include <signal.h>

#include <functional>
#include <string>
#include <string_view>

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

constexpr size_t most_whole_files = 4;

// A temporary file beside another file, which it replaces when it is complete. After an error, and
// when the program is terminated (SIGINT, SIGTERM, SIGHUP), it is removed, and an old file is kept.
// A signal removes at most most_whole_files of them.
class WholeFile {
  public:
    // Throws the errors of ReplacedFile.
    explicit WholeFile(const std::string& file);
    WholeFile(const WholeFile&) = delete;
    ~WholeFile();

    // The name of the temporary file.
    const std::string& part() const { return replaced_.part(); }
    // Makes the text the content of the file.
    void write(std::string_view text);
    // Writes the file to disk, so that only its name is left to change.
    void make_ready() { replaced_.make_ready(); }
    // Completes the file.
    void take_its_place();

  private:
    HeldSignals held_;  // while the file exists and its name is not known to the handler
    ReplacedFile replaced_;
    char* known_ = nullptr;  // the name that the handler knows
    bool done_ = false;
};

// Calls `write` to make a WholeFile. Throws the errors of `write` and of ReplacedFile.
void write_whole(const std::string& file,
                 const std::function<void(const std::string& part)>& write);

// Throws Error (argument) if writing the output would destroy the input: both names refer to the
// same file, or the input has the name under which the output is written.
void refuse_one_file(const std::string& input, const std::string& output);

}  // namespace tonelift
