// SPDX-License-Identifier: BSD-2-Clause
//
// Tests in which output formats the output pass leaves the constant factor of chroma out of its
// stored planes.
#include "kernels/chroma_factor.h"

#include <gtest/gtest.h>

#include "tests/support/api_stream.h"
#include "tests/support/stream_plan.h"

namespace tonelift::cuda::chroma_factor_test {
namespace {

// Returns the constant factors by which a plan's output pass multiplies Y', Cb and Cr before it
// stores them.
std::vector<float> factors_for(tonelift_format format) {
    const Plan plan =
        stream_plan(default_options(), hdr10_video(TONELIFT_FORMAT_P010, 640, 360), format);
    const PointProgram& program = std::get<Pass>(plan.steps.back()).epilogue;
    std::vector<float> factors;
    for (int i = 0; i < 3; ++i) factors.push_back(chroma_factor(plan.output, program, i));
    return factors;
}

// ITU-R BT.709-6, item 3.3: the color differences are divided by 1.8556 (Cb) and 1.5748 (Cr).
TEST(ChromaFactor, IsThatOfTheMatrixIfChromaIsSubsampled) {
    for (const auto format : {TONELIFT_FORMAT_NV12, TONELIFT_FORMAT_YUV420P10}) {
        const std::vector<float> factors = factors_for(format);
        EXPECT_EQ(factors[0], 1);
        EXPECT_NEAR(factors[1], 1 / 1.8556, 1e-6);
        EXPECT_NEAR(factors[2], 1 / 1.5748, 1e-6);
    }
}

TEST(ChromaFactor, IsOneIfChromaHasTheSizeOfLuma) {
    EXPECT_EQ(factors_for(TONELIFT_FORMAT_YUV444P), (std::vector<float>{1, 1, 1}));
}

}  // namespace
}  // namespace tonelift::cuda::chroma_factor_test
