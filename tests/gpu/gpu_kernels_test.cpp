// SPDX-License-Identifier: BSD-2-Clause
//
// Every kernel once on small frames, on the device against the CPU; `run` has compute-sanitizer
// watch it.
#include "tests/gpu/gpu_support.h"
#include "tests/support/kernel_cases.h"
#include "tests/support/scene.h"

namespace tonelift {
namespace {

constexpr int frames = 3;

class GpuKernels : public GpuTest {};

TEST_F(GpuKernels, AgreeWithTheCpu) {
    for (const KernelCase& with : kernel_cases()) {
        std::vector<TestPicture> source(frames, TestPicture(with.plan.input, Pitch::aligned));
        for (int i = 0; i < frames; ++i) draw_scene(source[static_cast<size_t>(i)], i);
        std::vector<TestPicture> expected(frames, TestPicture(with.plan.output, Pitch::aligned));
        auto actual = expected;
        run_on_cpu(with.plan, source, expected);
        run_on_device(with.plan, device_, source, actual, {frames, frames});
        for (size_t i = 0; i < frames; ++i)
            expect_close(expected[i], actual[i], with.what + ", frame " + std::to_string(i));
    }
}

}  // namespace
}  // namespace tonelift
