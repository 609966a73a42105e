// SPDX-License-Identifier: BSD-2-Clause
// Tests that every kernel agrees with the CPU on small frames. tests/gpu/run runs this test again
// under compute-sanitizer.
#include "tests/gpu/gpu_support.h"
#include "tests/support/kernel_cases.h"

namespace tonelift::gpu_kernels_test {
namespace {

class GpuKernels : public GpuTest {};

TEST_F(GpuKernels, AgreeWithTheCpu) {
    for (const KernelCase& with : all_kernel_cases())
        expect_like_cpu(with.plan, device_, 3, with.what);
}

}  // namespace
}  // namespace tonelift::gpu_kernels_test
