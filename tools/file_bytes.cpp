// SPDX-License-Identifier: BSD-2-Clause
#include "tools/file_bytes.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "core/common/text.h"
#include "kernels/error.h"

namespace tonelift {

std::vector<uint8_t> read_bytes(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(stream), {}};
    if (!stream) throw Error(Failure::io, quote(file) + " cannot be read: " + std::strerror(errno));
    return bytes;
}

void write_bytes(const std::string& file, std::span<const uint8_t> bytes) {
    std::ofstream stream(file, std::ios::binary);
    stream.write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
    stream.close();
    if (!stream)
        throw Error(Failure::io, quote(file) + " cannot be written: " + std::strerror(errno));
}

Error with_name(const std::string& file, const Error& error) {
    const std::string name = quote(file), what = error.what();
    return {error.failure() == Failure::argument ? Failure::unsupported : error.failure(),
            what.starts_with(name) ? what : name + ": " + what};
}

void fail_to_read(const std::string& file, const char* kind, const std::string& why) {
    throw Error(Failure::io, quote(file) + " cannot be read as " + kind + ": " + printable(why));
}

void fail_to_write(const std::string& file, const char* kind, const std::string& why) {
    throw Error(Failure::io, quote(file) + " cannot be written as " + kind + ": " + why);
}

}  // namespace tonelift
