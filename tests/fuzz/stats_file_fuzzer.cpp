// SPDX-License-Identifier: BSD-2-Clause
//
// Files of statistics that somebody else wrote: read whole, or refused with a message.
#include <unistd.h>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/runtime/stats_file.h"
#include "kernels/error.h"

namespace {

const std::string& scratch_file() {
    static const std::string path = "/tmp/tonelift_fuzz_" + std::to_string(getpid()) + ".stats";
    static const int at_end = std::atexit([] { std::remove(scratch_file().c_str()); });
    (void)at_end;
    return path;
}

void write(const uint8_t* data, size_t size) {
    std::FILE* file = std::fopen(scratch_file().c_str(), "wb");
    if (!file || std::fwrite(data, 1, size, file) != size || std::fclose(file)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    write(data, size);
    try {
        const tonelift::StatsFile file =
            tonelift::StatsFile::open(scratch_file(), tonelift::StatsMode::read, 3);
        float states[3];
        for (const int64_t timestamp : {0, 1, 3003, -1}) file.read(timestamp, states);
    } catch (const tonelift::Error& error) {
        if (error.failure() != tonelift::Failure::io || *error.what() == '\0') std::abort();
    }
    return 0;
}
