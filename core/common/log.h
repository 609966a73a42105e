// SPDX-License-Identifier: BSD-2-Clause
// Sends messages to the caller's callback, and never throws.
#pragma once

#include <tonelift/tonelift.h>

#include <memory>
#include <string_view>

namespace tonelift {

class LogHistory;

class Log {
  public:
    explicit Log(const tonelift_log* log = nullptr) {
        if (log != nullptr) log_ = *log;
    }
    // Returns a log that drops repeated messages. Copies of this log share one history of messages.
    Log for_stream() const;

    void error(std::string_view message) const noexcept { write(TONELIFT_LOG_ERROR, message); }
    void error(std::string_view what, std::string_view why) const noexcept;
    void warning(std::string_view message) const noexcept { once(TONELIFT_LOG_WARNING, message); }
    void info(std::string_view message) const noexcept { once(TONELIFT_LOG_INFO, message); }
    void debug(std::string_view message) const noexcept { once(TONELIFT_LOG_DEBUG, message); }

  private:
    void write(tonelift_log_level level, std::string_view message) const noexcept;
    void once(tonelift_log_level level, std::string_view message) const noexcept;

    tonelift_log log_{};
    std::shared_ptr<LogHistory> history_;
};

}  // namespace tonelift
