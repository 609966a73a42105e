// SPDX-License-Identifier: BSD-2-Clause
// Compiles and runs any text as a script. It must not cause a crash, a hang or an internal error.
// The last bytes also select the size and formats of the frames.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/color/describe.h"
#include "core/common/options.h"
#include "core/runtime/build.h"
#include "kernels/error.h"
#include "kernels/executor.h"
#include "tests/fuzz/fuzz_frame.h"

namespace {

using namespace tonelift;

constexpr int frames = 2;
constexpr struct {
    int width;
    int height;
} sizes[] = {{16, 9}, {1, 1}, {17, 5}, {33, 20}, {2, 64}, {130, 3}, {65, 17}, {40, 40}};
constexpr const char* formats[] = {"gbrpf32le", "p010le", "nv12",
                                   "yuv420p",   "rgb24",  "yuva444p10le"};

template <typename T, size_t count>
const T& choice(const std::string& text, size_t i, const T (&all)[count]) {
    const size_t byte = i < text.size() ? static_cast<uint8_t>(text[text.size() - 1 - i]) : 0;
    return all[byte % count];
}

tonelift_video video_of(const std::string& text) {
    tonelift_video video;
    tonelift_video_default(&video);
    video.format = tonelift_format_from_name(choice(text, 0, formats));
    video.width = choice(text, 1, sizes).width;
    video.height = choice(text, 1, sizes).height;
    const bool hdr = find_format(video.format)->depth >= 10;
    video.transfer = hdr ? h273::transfer_pq : h273::transfer_bt709;
    video.primaries = hdr ? h273::primaries_bt2020 : h273::primaries_bt709;
    return video;
}

tonelift_options options_of(const std::string& text) {
    tonelift_options options = default_options();
    options.script_memory = 64;
    options.script_work = 20;
    static constexpr int shows[] = {0, 0, 0, 0, 1, 2, 3, 4, 5, 6};
    static constexpr double splits[] = {0, 0, 0, 0.5};
    options.show = choice(text, 2, shows);
    options.split = choice(text, 3, splits);
    return options;
}

std::vector<FuzzFrame> shown(const Build& built) {
    std::vector<FuzzFrame> in, out;
    Batch batch;
    for (int i = 0; i < frames; ++i) {
        in.emplace_back(built.plan.input, static_cast<uint32_t>(i) + 1);
        out.emplace_back(built.plan.output, 0);
        const auto number = static_cast<float>(i);
        batch.times.push_back({0.04f * number, 0.04f, i == 0, 0, number});
    }
    for (int i = 0; i < frames; ++i) {
        batch.input.push_back(in[static_cast<size_t>(i)].planes());
        batch.output.push_back(out[static_cast<size_t>(i)].planes());
    }
    batch.parameters = built.parameters;
    make_cpu_executor(built.plan, 1)->run(batch);
    return out;
}

void run(const std::string& text) {
    const Settings settings(options_of(text));
    const tonelift_video in = describe_input(video_of(text), settings, nullptr);
    const tonelift_video out = describe_output(settings, in);
    const Build built = build({"fuzz.tl", text, ""}, settings, {in}, out, {}, Log());
    if (shown(built) != shown(built)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        run(text);
    } catch (const Error& error) {
        const bool shown_by_name =
            error.failure() == Failure::argument && std::string(error.what()).starts_with("show=");
        if (error.failure() != Failure::script && !shown_by_name) std::abort();
    }
    return 0;
}
