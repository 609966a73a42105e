// SPDX-License-Identifier: BSD-2-Clause
//
// build_kernels FOLDER ARCHITECTURE...: compiles the kernels of all presets for the usual videos to
// machine code for GPU architectures such as sm_90, and writes it to files in FOLDER. A filter
// that finds the machine code of its kernels there starts without compiling them.
#include <tonelift/tonelift.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/algorithms/algorithms.h"
#include "core/runtime/filter.h"
#include "kernels/error.h"
#include "tools/kernels/plan_texts.h"
#include "tools/kernels/ptx_assembler.h"

namespace tonelift {
namespace {

namespace fs = std::filesystem;

struct Architecture {
    const char* name;
    DeviceLimits limits;
};

constexpr DeviceLimits limits_of(int major, int minor, int multiprocessors, int shared_kilobytes,
                                 int cache_megabytes) {
    const int shared = shared_kilobytes << 10;
    const int reserved = major > 7 ? 1 << 10 : 0;
    return {multiprocessors, shared - reserved, shared, major, minor, cache_megabytes << 20};
}

// The shared memory is the same for all GPUs of an architecture. The number of multiprocessors and
// the size of the cache are those of one GPU, because they hardly affect the kernels.
constexpr Architecture architectures[] = {
    {"sm_75", limits_of(7, 5, 40, 64, 4)},       {"sm_80", limits_of(8, 0, 108, 164, 40)},
    {"sm_86", limits_of(8, 6, 84, 100, 6)},      {"sm_87", limits_of(8, 7, 16, 164, 4)},
    {"sm_89", limits_of(8, 9, 128, 100, 72)},    {"sm_90", limits_of(9, 0, 132, 228, 50)},
    {"sm_100", limits_of(10, 0, 148, 228, 126)}, {"sm_120", limits_of(12, 0, 170, 100, 96)},
};

const Architecture& architecture_called(const std::string& name) {
    std::string known;
    for (const Architecture& architecture : architectures) {
        if (name == architecture.name) return architecture;
        known.append(known.empty() ? "" : ", ").append(architecture.name);
    }
    throw Error(Failure::argument, "there is no architecture " + name + "; allowed are " + known);
}

// The launches for which a plan has different kernels. Presets map tones of large pictures at a
// quarter of the size.
struct LaunchKind {
    int width;
    int height;
    int frames;
    bool blocks_may_wait;
};
constexpr LaunchKind launch_kinds[] = {
    {3840, 2160, 1, true},  {3840, 2160, 64, true}, {3840, 2160, 1, false}, {1920, 1080, 1, true},
    {1920, 1080, 64, true}, {1920, 1080, 1, false}, {1280, 720, 1, true},   {1280, 720, 64, true},
    {1280, 720, 1, false},  {854, 480, 1, true},    {854, 480, 64, true},   {854, 480, 1, false}};
constexpr int transfers[] = {TONELIFT_TRANSFER_PQ, TONELIFT_TRANSFER_HLG};
constexpr tonelift_chroma_location chroma_locations[] = {TONELIFT_CHROMA_TOPLEFT,
                                                         TONELIFT_CHROMA_LEFT};

tonelift_video video_of(int transfer, tonelift_chroma_location chroma_location) {
    tonelift_video video;
    tonelift_video_default(&video);
    video.format = TONELIFT_FORMAT_P010;
    video.primaries = TONELIFT_PRIMARIES_BT2020;
    video.transfer = transfer;
    video.matrix = TONELIFT_MATRIX_BT2020NC;
    video.range = TONELIFT_RANGE_LIMITED;
    video.chroma_location = chroma_location;
    return video;
}

Plan plan_of(const char* preset, tonelift_video in, const LaunchKind& kind) {
    in.width = kind.width;
    in.height = kind.height;
    tonelift_options options;
    tonelift_options_default(&options);
    options.preset = preset;
    options.device = "cpu";
    options.format = "nv12";
    options.machine_code = TONELIFT_MACHINE_CODE_OFF;
    options.tuning = "off";
    tonelift_video out;
    tonelift_video_default(&out);
    if (tonelift_output(&options, &in, &out, nullptr) != TONELIFT_OK)
        throw Error(Failure::internal, std::string("there is no output for preset ") + preset);
    return Filter(options, in, out, tonelift_device{}, Log(nullptr)).plan();
}

// A kernel whose machine code is wanted, and the number of blocks per multiprocessor for which it
// is compiled next.
struct Wanted {
    std::string gpu;
    cuda::KernelText text;
    int blocks = 0;
};

using WantedKernels = std::map<std::string, Wanted>;

void add(const Plan& plan, const LaunchKind& kind, const Architecture& architecture,
         WantedKernels* wanted) {
    constexpr bool aligned = true;
    DeviceLimits limits = architecture.limits;
    limits.blocks_may_wait = kind.blocks_may_wait;
    for (PlanText& found : plan_texts(plan, limits, kind.frames, aligned)) {
        const std::string key = cuda::kernel_key(found.text, architecture.name);
        const int most = found.text.blocks.most;
        wanted->try_emplace(key, Wanted{architecture.name, std::move(found.text), most});
    }
}

void add_all(const char* preset, const tonelift_video& video, const std::vector<std::string>& names,
             WantedKernels* wanted) {
    for (const LaunchKind& kind : launch_kinds) {
        const Plan plan = plan_of(preset, video, kind);
        for (const std::string& name : names) add(plan, kind, architecture_called(name), wanted);
    }
}

WantedKernels wanted_kernels(const std::vector<std::string>& names) {
    WantedKernels wanted;
    for (const Preset& preset : presets()) {
        for (const int transfer : transfers) {
            for (const tonelift_chroma_location location : chroma_locations)
                add_all(preset.name, video_of(transfer, location), names, &wanted);
        }
    }
    return wanted;
}

// Compiles the wanted kernels and stores those without spilled registers. Leaves the other kernels
// in *wanted, with one block less, unless their number of blocks is the smallest.
void compile_round(WantedKernels* wanted, const ModuleCache& files) {
    std::vector<Assembly> all;
    for (const auto& [key, kernel] : *wanted)
        all.push_back({ptx_for_blocks(kernel.text, kernel.blocks), kernel.gpu, true});
    const std::vector<Assembled> results = assemble(all);
    auto item = wanted->begin();
    for (const Assembled& made : results) {
        auto& [key, kernel] = *item;
        if (!made.worked) throw Error(Failure::internal, kernel.text.kernel + ": " + made.messages);
        const bool spills = made.stack_bytes > 0;
        if (kernel.blocks-- > kernel.text.blocks.least && spills) {
            ++item;
        } else {
            files.store(key, made.code);
            item = wanted->erase(item);
        }
    }
}

std::vector<fs::path> kernels_in(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".kernel") files.push_back(entry.path());
    }
    return files;
}

// Throws Error (io) if no kernels can be stored.
void check_stores(const ModuleCache& files, const fs::path& folder) {
    files.store("probe", "code");
    if (files.find("probe").empty())
        throw Error(Failure::io, folder.string() +
                                     " must belong to this user, and no other user "
                                     "may be able to write to it");
}

using fs::perms;
constexpr perms readable =
    perms::owner_read | perms::owner_write | perms::group_read | perms::others_read;

void write_kernels(const fs::path& folder, const std::vector<std::string>& names) {
    WantedKernels wanted = wanted_kernels(names);
    const size_t count = wanted.size();
    const ModuleCache files(fs::absolute(folder).string());
    check_stores(files, folder);
    for (const fs::path& file : kernels_in(folder)) fs::remove(file);
    while (!wanted.empty()) compile_round(&wanted, files);
    const std::vector<fs::path> stored = kernels_in(folder);
    if (stored.size() != count) throw Error(Failure::internal, "some kernels were not written");
    uintmax_t bytes = 0;
    for (const fs::path& file : stored) {
        bytes += fs::file_size(file);
        fs::permissions(file, readable);
    }
    fs::permissions(folder, readable | perms::owner_exec | perms::group_exec | perms::others_exec);
    std::printf("%zu kernels, %.1f MiB\n", count, static_cast<double>(bytes) / (1 << 20));
}

}  // namespace
}  // namespace tonelift

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "build_kernels FOLDER ARCHITECTURE...\n");
        return 2;
    }
    try {
        tonelift::write_kernels(argv[1], {argv + 2, argv + argc});
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "build_kernels: %s\n", error.what());
        return 1;
    }
}
