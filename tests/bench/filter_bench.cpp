// SPDX-License-Identifier: BSD-2-Clause
// Measures the whole filter on one core, in frames per second, with each instruction set that this
// machine has.
#include <benchmark/benchmark.h>

#include "tests/support/api_stream.h"
#include "tests/support/on_target.h"
#include "tests/support/scene.h"

namespace tonelift {
namespace {

void filter(benchmark::State& state, int64_t target, const char* preset) {
    const OnTarget on(target);
    tonelift_options options = default_options();
    options.preset = preset;
    options.threads = 1;
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, 1920, 1080);
    tonelift_video out = output_of(options, in);
    out.format = TONELIFT_FORMAT_NV12;
    const FilterHandle filter = make_filter(options, in, out);
    TestPicture from = picture_for(in), to = picture_for(out);
    draw_scene(from, 0);
    double time = 0;
    for (auto _ : state) {
        const tonelift_frame in_frame = frame_of(from, time);
        tonelift_frame out_frame = frame_of(to, time);
        if (tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1) != TONELIFT_OK)
            state.SkipWithError("the filter failed");
        time += 0.04;
    }
    using benchmark::Counter;
    state.counters["fps"] = Counter(static_cast<double>(state.iterations()), Counter::kIsRate);
}

}  // namespace
}  // namespace tonelift

int main(int argc, char** argv) {
    for (const int64_t target : tonelift::all_targets())
        for (const char* preset : {"natural", "faithful"}) {
            const std::string name = std::string(hwy::TargetName(target)) + "/" + preset;
            benchmark::RegisterBenchmark(name.c_str(), tonelift::filter, target, preset)
                ->Unit(benchmark::kMillisecond);
        }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
