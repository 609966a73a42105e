// SPDX-License-Identifier: BSD-2-Clause
// Tests that every built-in function in a script gives the same result on the device as on the CPU,
// for ordinary and for extreme pictures.
#include <algorithm>
#include <string_view>

#include "tests/gpu/gpu_support.h"
#include "tests/support/api_stream.h"
#include "tests/support/builtin_calls.h"
#include "tests/support/scene.h"
#include "tests/support/stream_plan.h"

namespace tonelift::gpu_builtins_test {
namespace {

class GpuBuiltins : public GpuTest {};

Forgiven forgiven(const Builtin& builtin, bool hostile) {
    constexpr std::string_view jumping[] = {"sign",   "step",     "floor", "ceil",   "round",
                                            "trunc",  "fract",    "mod",   "select", "hue",
                                            "to_hsv", "from_hsv", "tan",   "dither", "hue_rotate"};
    const bool jumps =
        std::find(std::begin(jumping), std::end(jumping), builtin.name) != std::end(jumping);
    return {jumps ? 0.005 : hostile ? 0.0002 : 0};
}

struct Case {
    tonelift_format format;
    tonelift_format to;
    int width;
    int height;
};

std::vector<TestPicture> frames_of(const Picture& picture, bool hostile) {
    std::vector<TestPicture> frames;
    for (int i = 0; i < 2; ++i) {
        frames.emplace_back(picture, Pitch::aligned);
        if (hostile)
            frames.back().fill_hostile(static_cast<uint32_t>(i + 1));
        else
            draw_scene(frames.back(), i);
    }
    return frames;
}

void check(const std::shared_ptr<CudaDevice>& device, const Builtin& builtin, const Case& with) {
    const tonelift_video in = hdr10_video(with.format, with.width, with.height);
    tonelift_options options = default_options();
    options.primaries = in.primaries;
    const Plan plan = script_plan(test::script_showing(builtin), options, in, with.to);
    const auto executor = make_cuda_executor(plan, device, 2);
    for (const bool hostile : {false, true}) {
        const auto source = frames_of(plan.input, hostile);
        std::vector<TestPicture> expected(2, TestPicture(plan.output, Pitch::aligned));
        std::vector<TestPicture> actual = expected;
        run_on_cpu(plan, source, expected);
        run_executor(*executor, device, source, actual, 2);
        for (size_t i = 0; i < actual.size(); ++i) {
            expect_close(expected[i], actual[i],
                         test::script_showing(builtin) + " of " + plan.input.format->ffmpeg +
                             (hostile ? " hostile, frame " : ", frame ") + std::to_string(i),
                         forgiven(builtin, hostile));
        }
    }
}

TEST_F(GpuBuiltins, AgreeWithTheCpuInCodes) {
    in_parallel(builtins().size(), [&](const std::shared_ptr<CudaDevice>& device, size_t i) {
        check(device, builtins()[i], {TONELIFT_FORMAT_P010, TONELIFT_FORMAT_NV12, 67, 45});
    });
}

TEST_F(GpuBuiltins, AgreeWithTheCpuInFloats) {
    in_parallel(builtins().size(), [&](const std::shared_ptr<CudaDevice>& device, size_t i) {
        check(device, builtins()[i], {TONELIFT_FORMAT_GBRPF32, TONELIFT_FORMAT_GBRPF32, 333, 129});
    });
}

}  // namespace
}  // namespace tonelift::gpu_builtins_test
