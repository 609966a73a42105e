// SPDX-License-Identifier: BSD-2-Clause
//
// Every core by Vulkan, compared with the CPU.
#include <gtest/gtest.h>

#include "tests/support/api_stream.h"
#include "tests/support/stream_plan.h"
#include "tests/support/test_plans.h"
#include "tests/vulkan/like_cpu.h"

namespace tonelift {
namespace {

Plan plan_of(const std::string& script, Size size) {
    return script_plan(script, default_options(),
                       hdr10_video(TONELIFT_FORMAT_P010, size.width, size.height),
                       TONELIFT_FORMAT_NV12);
}

// Planes of v, the lightness of the picture.
constexpr const char* cores[] = {
    "recursive_edge(v, v, 20, 0.1, 2)",
    "recursive_edge(max(v, blur_gauss(v, 1)), v, 20, 0.1, 2)",
    "recursive_gauss(v, 6)",
    "recursive_gauss(v, 60)",
    "global_smooth(v, v, 20, 0.1, 1)",
    "integral(v) / (width * height)",
    "convolve(v, 0, 1, 0, 1, 4, 1, 0, 1, 0) / 8",
    "blur_gauss(v, 3)",
    "blur_box(v, 9)",
    "erode(v, 2)",
    "dilate(v, 40)",
    "median(v, 1)",
    "median(v, 3)",
    "surface_blur(v, v, 5, 0.1)",
    "bilateral(v, v, 1.6, 0.1)",
    "cas(v, 0.7, 2)",
    "deband(v, 0.02, 16, 3)",
    "upsample(downsample(v, 2))",
    "upsample(downsample(v, 2) * downsample(skin_likelihood(input), 2))",
    "upsample(downsample(v, 3))",
    "joint_upsample(downsample(v, 2), downsample(v, 2), v)",
    "joint_upsample(downsample(v, 3), downsample(v, 3), v, 0.01, 0.5)",
    "transpose(flip(transpose(flip(v, 0)), 1))",
    "flip(v, 0)",
};

std::string script_of(const std::string& core) {
    return "plane v = lightness(input); plane r = saturate(" + core +
           "); output relight(input, v, 0.2 + 0.3 * r);";
}

class VulkanCores : public testing::TestWithParam<const char*> {};

TEST_P(VulkanCores, AreLikeTheCpus) {
    test::Compute device;
    for (const Size& size : {Size{52, 38}, {7, 70}})
        test::expect_like_cpu(device, plan_of(script_of(GetParam()), size), GetParam());
}

INSTANTIATE_TEST_SUITE_P(All, VulkanCores, testing::ValuesIn(cores),
                         [](const auto& each) { return std::to_string(each.index); });

TEST(VulkanScans, OfAnyLength) {
    test::Compute device;
    for (const Size& size : {Size{3, 5}, {9, 300}, {1040, 70}, {4100, 2}})
        test::expect_like_cpu(device, plan_of(script_of("recursive_edge(v, v, 20, 0.1, 1)"), size),
                              std::to_string(size.width) + "x" + std::to_string(size.height));
}

// Weights, values here and there, and three sums.
TEST(VulkanGathers, AreLikeTheCpus) {
    test::Compute device;
    const std::string script =
        "plane v = lightness(input); plane angle = 3 * v;\n"
        "color neighbor(color there, color here, float dx, float dy) {\n"
        "    plane w = curve(there.x, 0, 0.2, 0.3, 0.5, 1, 1) * (1 - 0.2 * here.y);\n"
        "    w *= saturate(2 - abs(dx * sin(angle) - dy * cos(angle)));\n"
        "    return color(w * there.x, w * there.z, w);\n"
        "}\n"
        "color pixel(color sum, color here) {\n"
        "    return color(sum.r / sum.b, sum.g / sum.b, here.x);\n"
        "}\n"
        "output bt1886_decode(saturate(\n"
        "    gather(color(v, luma(input), bt1886_encode(input.g)), 2, neighbor, pixel)));\n";
    test::expect_like_cpu(device, plan_of(script, {52, 38}), script);
}

}  // namespace
}  // namespace tonelift
