// SPDX-License-Identifier: BSD-2-Clause
//
// Messages to the caller. A log without a callback discards them.
#pragma once

#include <tonelift/tonelift.h>

#include <string>

namespace tonelift {

class Log {
  public:
    explicit Log(const tonelift_log* log = nullptr) {
        if (log != nullptr) log_ = *log;
    }
    void error(const std::string& message) const { write(TONELIFT_LOG_ERROR, message); }
    void warning(const std::string& message) const { write(TONELIFT_LOG_WARNING, message); }
    void info(const std::string& message) const { write(TONELIFT_LOG_INFO, message); }
    void debug(const std::string& message) const { write(TONELIFT_LOG_DEBUG, message); }

  private:
    void write(tonelift_log_level level, const std::string& message) const {
        if (log_.callback != nullptr) log_.callback(log_.user, level, message.c_str());
    }

    tonelift_log log_{};
};

}  // namespace tonelift
