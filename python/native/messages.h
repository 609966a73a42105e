// SPDX-License-Identifier: BSD-2-Clause
//
// Passes messages of libtonelift to Python. Errors become exceptions. All other messages go to the
// logger "tonelift".
#pragma once

#include <nanobind/nanobind.h>
#include <tonelift/tonelift.h>

#include <string>
#include <utility>
#include <vector>

namespace tonelift::python {

[[noreturn]] void raise(tonelift_status status, const std::string& text);

[[noreturn]] void raise_argument(const std::string& text);

struct Message {
    tonelift_log_level level;
    std::string text;
};

// Logs the messages, and raises an exception if the status is an error. The caller must hold the
// GIL.
void deliver(const std::vector<Message>& messages, tonelift_status status);

// Collects messages during calls that run without the GIL. Must not be moved, because libtonelift
// keeps the address of this object.
class Messages {
  public:
    Messages() = default;
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    const tonelift_log* log() const { return &log_; }

    std::vector<Message> take_all() { return std::exchange(messages_, {}); }

    void check(tonelift_status status) { deliver(take_all(), status); }

  private:
    static void take(void* self, tonelift_log_level level, const char* message);

    tonelift_log log_{sizeof(tonelift_log), this, take};
    std::vector<Message> messages_;
};

}  // namespace tonelift::python
