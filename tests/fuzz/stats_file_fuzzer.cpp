// SPDX-License-Identifier: BSD-2-Clause
// Reads statistics files with any content. Each file must be read, or refused with a message.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/runtime/stats_file.h"
#include "kernels/error.h"

namespace {

using tonelift::StateKind;

const std::string& scratch_file() {
    static const std::string path = "/tmp/tonelift_fuzz_" + std::to_string(getpid()) + ".stats";
    static const int at_end = std::atexit([] {
        std::remove(scratch_file().c_str());
        std::remove((scratch_file() + ".part").c_str());
    });
    (void)at_end;
    return path;
}

void put(const std::string& path, const uint8_t* data, size_t size) {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (!file || std::fwrite(data, 1, size, file) != size || std::fclose(file)) std::abort();
}

const tonelift::StatsSection& section() {
    static const tonelift::StatsSection wanted = {
        {{"script", "9ae16a3b2f90404f"}, {"size", "64x36"}, {"param.smoothing", "0.5"}},
        {StateKind::scene_change, StateKind::smooth, StateKind::slope}};
    return wanted;
}

template <typename Work>
void expect_result_or_message(const Work& work) {
    try {
        work();
    } catch (const tonelift::Error& error) {
        if (error.failure() != tonelift::Failure::io || *error.what() == '\0') std::abort();
    }
}

void read_all() {
    const tonelift::StatsReader file(scratch_file(), section());
    for (const int64_t timestamp : {0, 1, 3003, -1}) {
        const auto states = file.find({timestamp});
        for (size_t i = 0; states && i < states->size(); ++i) {
            if (!tonelift::is_possible(section().columns[i].kind, (*states)[i])) std::abort();
        }
        expect_result_or_message([&] { file.find({timestamp, 0}); });
    }
}

void write_behind() {
    const std::vector<float> states = {0, 0.5f, 1};
    tonelift::StatsWriter file(scratch_file());
    file.begin(section());
    file.write({7}, states);
    file.finish();
    const tonelift::StatsReader written(scratch_file(), section());
    if (!written.find({7})) std::abort();
}

}  // namespace

// Replaces the system's fsync(), which would wait for the disk.
extern "C" int fsync(int) { return 0; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    put(scratch_file(), data, size);
    expect_result_or_message([] { tonelift::light_of_stats(scratch_file()); });
    expect_result_or_message(read_all);
    std::remove(scratch_file().c_str());
    put(scratch_file() + ".part", data, size);
    expect_result_or_message(write_behind);
    return 0;
}
