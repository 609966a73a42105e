// SPDX-License-Identifier: BSD-2-Clause
//
// Reads and writes whole files, for decoders and encoders that work in memory.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tonelift {

class Error;

// Both functions throw Error (io) with the name of the file.
std::vector<uint8_t> read_bytes(const std::string& file);
void write_bytes(const std::string& file, std::span<const uint8_t> bytes);

// Adds the name of the file to an error that occurred while the file was read, unless the message
// already begins with this name. Failure::argument becomes Failure::unsupported, because the fault
// is in the file, not in the command line.
Error with_name(const std::string& file, const Error& error);

// Throws Error (io): "'FILE' cannot be read as KIND: WHY".
[[noreturn]] void fail_to_read(const std::string& file, const char* kind, const std::string& why);
// Throws Error (io): "'FILE' cannot be written as KIND: WHY".
[[noreturn]] void fail_to_write(const std::string& file, const char* kind, const std::string& why);

}  // namespace tonelift
