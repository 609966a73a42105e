// SPDX-License-Identifier: BSD-2-Clause
//
// Writes files either completely or not at all.
#pragma once

#include <signal.h>

#include <functional>
#include <string>
#include <string_view>

#include "core/common/replaced_file.h"

namespace tonelift {

// Blocks, on the calling thread, the signals that end the program. release() unblocks them.
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

// A temporary file that replaces another file when it is complete.
class WholeFile {
  public:
    explicit WholeFile(const std::string& file);
    WholeFile(const WholeFile&) = delete;
    ~WholeFile();

    const std::string& part() const { return replaced_.part(); }
    void write(std::string_view text);
    // Writes the file to disk, so that only the renaming remains to be done.
    void make_ready() { replaced_.make_ready(); }
    void take_its_place();
    // Leaves the temporary file under its name part().
    void keep_part() { done_ = true; }

  private:
    HeldSignals held_;  // blocks signals until the handler knows the file
    ReplacedFile replaced_;
    char* known_ = nullptr;
    bool done_ = false;
};

// Writes a file either completely or not at all. `write` gets the name of the temporary file.
// Throws the errors of `write` and of ReplacedFile.
void write_whole(const std::string& file,
                 const std::function<void(const std::string& part)>& write);

// Throws Error (argument) if the input and the output are one file.
void refuse_one_file(const std::string& input, const std::string& output);

}  // namespace tonelift
