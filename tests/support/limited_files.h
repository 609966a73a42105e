// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <sys/resource.h>

#include <csignal>

namespace tonelift {

// While an object of this class exists, a write fails with "File too large" if it would make a file
// larger than `bytes` bytes.
class LimitedFiles {
  public:
    explicit LimitedFiles(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit small{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
    }
    LimitedFiles(const LimitedFiles&) = delete;
    LimitedFiles& operator=(const LimitedFiles&) = delete;
    ~LimitedFiles() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }

  private:
    rlimit before_{};
    void (*handler_)(int);
};

}  // namespace tonelift
