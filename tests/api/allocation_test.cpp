// SPDX-License-Identifier: BSD-2-Clause
// Tests that a stream allocates no memory after its start. The tests count every malloc() of the
// process.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <string>
#include <utility>
#include <vector>

#include "core/algorithms/algorithms.h"
#include "core/graph/cost.h"
#include "core/graph/smooth.h"
#include "kernels/executor.h"
#include "tests/api/test_memory.h"
#include "tests/support/api_stream.h"
#include "tests/support/stream_plan.h"

namespace tonelift::allocation_test {
namespace {

TEST(Allocation, FramesAllocateNoMemory) {
#if TONELIFT_TEST_MEMORY
    constexpr size_t warm_up = 8, measured = 24;
    for (const char* preset : {"natural", "faithful"}) {
        for (const auto& [threads, batch] : {std::pair{1, size_t{1}}, {2, 1}, {4, 1}, {2, 3}}) {
            tonelift_options options = default_options();
            options.preset = preset;
            options.threads = threads;
            options.batch = static_cast<int>(batch);
            const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, 641, 479);
            const tonelift_video out = output_of(options, in);
            Messages messages;
            const FilterHandle filter = make_filter(options, in, out, &messages);
            ASSERT_NE(filter, nullptr) << preset << ": " << messages.errors;
            TestPicture from = picture_for(in);
            from.fill_legal(1);
            std::vector<TestPicture> to(batch, picture_for(out));
            std::vector<tonelift_frame> input(batch, frame_of(from, 0)), output;
            for (const TestPicture& picture : to) output.push_back(frame_of(picture, 0));
            int before = 0;
            for (size_t i = 0; i < warm_up + measured; ++i) {
                for (size_t k = 0; k < batch; ++k)
                    input[k].time = static_cast<double>(i * batch + k) / 25;
                if (i == warm_up) before = allocations;
                ASSERT_EQ(tonelift_filter_process(filter.get(), input.data(), output.data(),
                                                  static_cast<int>(batch)),
                          TONELIFT_OK);
            }
            EXPECT_EQ(allocations - before, 0)
                << preset << ", " << threads << " threads, " << batch << " frames";
        }
    }
#else
    GTEST_SKIP() << "allocations cannot be counted here";
#endif
}

TEST(Allocation, OptionsCheckAllocatesNoPlanes) {
#if TONELIFT_TEST_MEMORY
    for (const char* preset : {"natural", "landscape", "faithful"}) {
        tonelift_options options = default_options();
        options.device = "cpu";
        options.preset = preset;
        const size_t before = aligned_bytes;
        EXPECT_EQ(tonelift_options_check(&options, nullptr), TONELIFT_OK);
        EXPECT_EQ(aligned_bytes - before, 0u) << preset;
    }
#else
    GTEST_SKIP() << "allocations cannot be counted here";
#endif
}

#if TONELIFT_TEST_MEMORY
void expect_reported(const Plan& plan, int threads, const std::string& of) {
    constexpr size_t numbers = 1 << 17, addresses_of_thread = 2048;
    const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism,
                                      static_cast<size_t>(threads));
    const size_t before = aligned_bytes;
    const auto executor = make_cpu_executor(plan, threads);
    const size_t others = numbers + addresses_of_thread * static_cast<size_t>(threads);
    EXPECT_LE(static_cast<double>(aligned_bytes - before),
              cost_of(plan).memory + static_cast<double>(others))
        << of << ", " << threads << " threads";
}
#endif

TEST(Allocation, PlansUseNoMoreMemoryThanReported) {
#if TONELIFT_TEST_MEMORY
    const char* const scripts[] = {
        "output input * 0.5;",
        "plane v = input.r; for (int i = 0; i < 40; i++) v = blur_box(v, 64); output color(v);",
        "output color(median(lightness(input), 16));",
        "output color(bilateral(input.r, input.g, 12, 0.1));",
        "plane v = downsample(input.r, 64); output color(upsample(transpose(transpose(v))));",
        "output guided(input, lightness(input), 30, 0.01);",
        "plane v = scale(input.r, 3000, 50); output color(upsample(integral(v)));",
        "output recursive_gauss(input, 12);",
        "plane v = 0; for (int i = 1; i < 60; i++) v = v + sin(input.r * i) * cos(input.g / i);\n"
        "output color(percentile(v, 0.5) + mean(input.b));",
    };
    tonelift_options options = default_options();
    options.script_memory = 1000;
    for (const char* const script : scripts) {
        for (const int height : {1, 40, 700}) {
            const Plan plan =
                script_plan(script, options, hdr10_video(TONELIFT_FORMAT_P010, 999, height),
                            TONELIFT_FORMAT_NONE);
            for (const int threads : {1, 3, 16, 200})
                expect_reported(plan, threads, script + (", " + std::to_string(height)) + " rows");
        }
    }
#else
    GTEST_SKIP() << "allocations cannot be counted here";
#endif
}

TEST(Allocation, PresetsUseNoMoreMemoryThanReported) {
#if TONELIFT_TEST_MEMORY
    constexpr std::pair<int, int> sizes[] = {
        {1, 1}, {1, 3000}, {3000, 1}, {258, 130}, {1920, 1080}};
    for (const Preset& preset : presets()) {
        tonelift_options options = default_options();
        options.preset = preset.name;
        for (const auto& [width, height] : sizes) {
            Plan plan = stream_plan(options, hdr10_video(TONELIFT_FORMAT_P010, width, height),
                                    TONELIFT_FORMAT_NONE);
            plan.fit_tolerance = fit_tolerance(plan);
            for (const int threads : {1, 16, 200}) {
                expect_reported(
                    plan, threads,
                    options.preset + (", " + std::to_string(width)) + "x" + std::to_string(height));
            }
        }
    }
#else
    GTEST_SKIP() << "allocations cannot be counted here";
#endif
}

}  // namespace
}  // namespace tonelift::allocation_test
