// SPDX-License-Identifier: BSD-2-Clause
//
// The kernels of all cores in the interpreter, on a small frame, compared with the CPU: their
// results, and that they stay within their memory.
#include "tests/cuda/interpreted_device.h"
#include "tests/gpu/gpu_support.h"
#include "tests/support/api_stream.h"
#include "tests/support/kernel_cases.h"
#include "tests/support/stream_plan.h"

namespace tonelift {
namespace {

TEST(InterpretedKernels, AgreeWithTheCpu) {
    for (const bool last_first : {false, true}) {
        const InterpretedDevice device({interpreter::Error::none, last_first, "", ""});
        for (const KernelCase& with : kernel_cases({45, 29})) {
            expect_like_cpu(with.plan, open_cuda_device({}), 1, with.what);
            EXPECT_EQ(InterpretedDevice::fault(), "") << with.what;
        }
    }
}

// Odd sizes: the last pixel of a row has chroma of its own, and a chunk ends within the row.
TEST(InterpretedKernels, ReadAndWriteEveryFormat) {
    const InterpretedDevice device({interpreter::Error::none, false, "", ""});
    for (const Format* format : all_formats()) {
        const auto number = static_cast<tonelift_format>(format->number);
        const Plan plan =
            script_plan("output 0.9 * input;", default_options(), sdr_video(number, 13, 5), number);
        expect_like_cpu(plan, open_cuda_device({}), 1, format->ffmpeg);
        EXPECT_EQ(InterpretedDevice::fault(), "") << format->ffmpeg;
    }
}

}  // namespace
}  // namespace tonelift
