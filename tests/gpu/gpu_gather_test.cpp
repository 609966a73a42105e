// SPDX-License-Identifier: BSD-2-Clause
// Tests that filters of square neighborhoods on the device agree with the CPU, for every radius.
#include "tests/gpu/gpu_support.h"
#include "tests/support/api_stream.h"
#include "tests/support/gather_scripts.h"
#include "tests/support/stream_plan.h"

namespace tonelift::gpu_gather_test {
namespace {

class GpuGather : public GpuTest {
  protected:
    void check(int radius, int width, int height, tonelift_format in, tonelift_format out) {
        for (const std::string& script : test::gather_scripts(radius)) {
            const Plan plan =
                script_plan(script, default_options(), hdr10_video(in, width, height), out);
            expect_like_cpu(plan, device_, 2,
                            script + " of " + std::to_string(width) + "x" + std::to_string(height));
        }
    }
};

TEST_F(GpuGather, AgreesWithTheCpuAtEveryRadius) {
    for (int radius = 1; radius <= 30; ++radius)
        check(radius, 139, 45, TONELIFT_FORMAT_P010, TONELIFT_FORMAT_NV12);
    check(64, 33, 17, TONELIFT_FORMAT_P010, TONELIFT_FORMAT_NV12);
}

TEST_F(GpuGather, AgreesWithTheCpuAtOddSizes) {
    for (const auto& [width, height] :
         {std::pair{1, 1}, {3, 130}, {17, 31}, {128, 8}, {129, 9}, {1919, 33}})
        check(3, width, height, TONELIFT_FORMAT_GBRPF32, TONELIFT_FORMAT_GBRPF32);
}

}  // namespace
}  // namespace tonelift::gpu_gather_test
