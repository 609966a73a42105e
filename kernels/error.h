// SPDX-License-Identifier: BSD-2-Clause
//
// Declares Error, the only exception type of the library. The C API converts an Error to a status
// and a log message.
#pragma once

#include <stdexcept>
#include <string>

namespace tonelift {

enum class Failure { argument, unsupported, script, out_of_memory, io, device, internal };

class Error : public std::runtime_error {
  public:
    Error(Failure failure, const std::string& message)
        : std::runtime_error(message), failure_(failure) {}
    Failure failure() const { return failure_; }

  private:
    Failure failure_;
};

[[noreturn]] inline void throw_out_of_memory(size_t bytes) {
    throw Error(Failure::out_of_memory,
                "out of memory: " + std::to_string(bytes) + " more bytes were requested");
}

}  // namespace tonelift
