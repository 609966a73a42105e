// SPDX-License-Identifier: BSD-2-Clause
#include "tests/quality/shell.h"

#include <cstdio>
#include <memory>

namespace quality {

std::string quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::string output_of(const std::string& command) {
    const auto close = [](FILE* pipe) { pclose(pipe); };
    const std::unique_ptr<FILE, decltype(close)> pipe(popen(command.c_str(), "r"), close);
    std::string out;
    char buffer[65536];
    while (pipe) {
        const size_t got = std::fread(buffer, 1, sizeof buffer, pipe.get());
        if (got == 0) break;
        out.append(buffer, got);
    }
    return out;
}

}  // namespace quality
