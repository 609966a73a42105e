// SPDX-License-Identifier: BSD-2-Clause
//
// The kernels of all cores in the interpreter, on a small frame, compared with the CPU: their
// results, and that they stay within their memory.
#include "tests/cuda/interpreted_device.h"
#include "tests/gpu/gpu_support.h"
#include "tests/support/kernel_cases.h"

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

}  // namespace
}  // namespace tonelift
