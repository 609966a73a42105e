// SPDX-License-Identifier: BSD-2-Clause
//
// Shows the progress of `tonelift map` on standard error.
#pragma once

#include <tonelift/frame.h>

#include <chrono>
#include <cstddef>
#include <string>

namespace tonelift {

void print_message(const std::string& text);

class Progress {
  public:
    Progress();
    Progress(const Progress&) = delete;
    ~Progress();
    void stage(const std::string& text);
    void frames(size_t count);
    void end(const tonelift_video& video, bool json);

  private:
    using Clock = std::chrono::steady_clock;
    double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
    double rate() const;
    void show(const char* end) const;

    bool shown_;
    bool staged_ = false;
    Clock::time_point begin_ = Clock::now(), last_ = begin_;
    size_t frames_ = 0;
};

}  // namespace tonelift
