// SPDX-License-Identifier: BSD-2-Clause
// Tests that the device agrees with the CPU for the widest and the highest pictures.
#include "tests/gpu/gpu_support.h"
#include "tests/support/api_stream.h"
#include "tests/support/stream_plan.h"

namespace tonelift::gpu_sizes_test {
namespace {

class GpuSizes : public GpuTest {};

std::string text(const Size& size) {
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

TEST_F(GpuSizes, ScansReachFromEndToEnd) {
    for (const Size size : {Size{16384, 8}, {8, 16384}, {16384, 1}, {1, 16384}, {16384, 2160}}) {
        const Picture in = make_picture("p010", size.width, size.height, false, 1);
        const Picture out = make_picture("nv12", size.width, size.height, false, 1);
        expect_like_cpu(local_plan(in, out), device_, 1, text(size));
    }
}

TEST_F(GpuSizes, TheDefaultPresetSupportsLongRowsAndColumns) {
    for (const Size size : {Size{16384, 8}, {8, 16384}, {8193, 33}, {33, 8193}}) {
        const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, size.width, size.height);
        expect_like_cpu(stream_plan(default_options(), in, TONELIFT_FORMAT_NV12), device_, 1,
                        text(size));
    }
}

// In a large single frame, each thread block at the bottom computes fewer rows than the blocks
// above. In batches, all thread blocks compute the same number of rows.
TEST_F(GpuSizes, LargeSingleFramesEqualFramesOfBatches) {
    for (const Size size : {Size{3840, 2160}, {4098, 2162}}) {
        for (const tonelift_format format : {TONELIFT_FORMAT_NV12, TONELIFT_FORMAT_P010}) {
            const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, size.width, size.height);
            const Plan plan = stream_plan(default_options(), in, format);
            expect_like_cpu(plan, device_, 1, text(size));
            const std::vector<TestPicture> source = scene_frames(plan.input, 1);
            std::vector<TestPicture> single(1, TestPicture(plan.output, Pitch::aligned));
            auto batched = single;
            run_on_device(plan, device_, source, single, {1, 1});
            run_on_device(plan, device_, source, batched, {1, 2});
            EXPECT_TRUE(equal(single[0], batched[0])) << text(size);
        }
    }
}

}  // namespace
}  // namespace tonelift::gpu_sizes_test
