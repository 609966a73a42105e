// SPDX-License-Identifier: BSD-2-Clause
//
// The largest pictures along either axis, on the device against the CPU.
#include "tests/gpu/gpu_support.h"
#include "tests/support/api_stream.h"
#include "tests/support/scene.h"
#include "tests/support/stream_plan.h"

namespace tonelift {
namespace {

class GpuSizes : public GpuTest {
  protected:
    void check(const Plan& plan, const std::string& what) {
        std::vector<TestPicture> source(1, TestPicture(plan.input, Pitch::aligned));
        draw_scene(source[0], 0);
        std::vector<TestPicture> expected(1, TestPicture(plan.output, Pitch::aligned));
        auto actual = expected;
        run_on_cpu(plan, source, expected);
        run_on_device(plan, device_, source, actual, {1, 1});
        expect_close(expected[0], actual[0], what);
    }
};

std::string text(const Size& size) {
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

TEST_F(GpuSizes, ScansReachFromEndToEnd) {
    for (const Size size : {Size{16384, 8}, {8, 16384}, {16384, 1}, {1, 16384}, {16384, 2160}}) {
        const Picture in = make_picture("p010", size.width, size.height, false, 1);
        const Picture out = make_picture("nv12", size.width, size.height, false, 1);
        check(local_plan(in, out), text(size));
    }
}

TEST_F(GpuSizes, TheDefaultPresetTakesLongRowsAndColumns) {
    for (const Size size : {Size{16384, 8}, {8, 16384}, {8193, 33}, {33, 8193}}) {
        const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, size.width, size.height);
        check(stream_plan(default_options(), in, TONELIFT_FORMAT_NV12), text(size));
    }
}

}  // namespace
}  // namespace tonelift
