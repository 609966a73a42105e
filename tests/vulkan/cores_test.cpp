// SPDX-License-Identifier: BSD-2-Clause
// Tests that every filter on Vulkan agrees with the CPU.
#include <gtest/gtest.h>

#include "tests/vulkan/like_cpu.h"
#include "tests/vulkan/linear_plan.h"
#include "tests/vulkan/plan_run.h"

namespace tonelift::cores_test {
namespace {

constexpr const char* cores[] = {
    "recursive_edge(v, v, 20, 0.1, 2)",
    "recursive_edge(3 * v, v, 20, 0.1, 2) / 3",
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
    "joint_upsample(downsample(v, 3), downsample(v, 3), v, 0.01, 1000, 0)",
    "transpose(flip(transpose(flip(v, 0)), 1))",
    "flip(v, 0)",
};

std::string script_of(const std::string& core) {
    return "plane v = flip(input.g, 0); plane r = saturate(" + core +
           "); output color(input.r, r, input.b);";
}

class VulkanCores : public testing::TestWithParam<const char*> {};

TEST_P(VulkanCores, AgreeWithTheCpu) {
    test::Compute& device = test::shared_device();
    for (const Size& size : {Size{52, 38}, {7, 70}})
        test::expect_like_cpu(device, linear_plan(script_of(GetParam()), size), GetParam());
}

INSTANTIATE_TEST_SUITE_P(All, VulkanCores, testing::ValuesIn(cores),
                         [](const auto& each) { return std::to_string(each.index); });

TEST(VulkanFusedCores, AgreeWithTheCpu) {
    for (const char* core : {"recursive_edge(input.g, input.g, 20, 0.1, 1)",
                             "blur_gauss(input.g, 3)", "upsample(downsample(input.g, 2))"})
        test::expect_like_cpu(test::shared_device(), linear_plan(script_of(core), {52, 38}), core);
}

TEST(VulkanDownsampling, ByTwoAndFourAgreesWithTheCpu) {
    for (const std::string factor : {"2", "4"}) {
        const std::string core = "upsample(blur_box(downsample(v, " + factor + "), 1))";
        for (const Size& size : {Size{4, 4}, {72, 12}})
            test::expect_like_cpu(test::shared_device(), linear_plan(script_of(core), size), core);
    }
}

TEST(VulkanUpsampling, AgreesWithTheCpuFromTheSmallestPlaneOn) {
    test::Compute& device = test::shared_device();
    const auto joint = [](const char* factor, const char* limits = "") {
        const std::string small = std::string("downsample(v, ") + factor + ")";
        return "joint_upsample(" + small + ", " + small + ", v" + limits + ")";
    };
    for (const Size& size : {Size{4, 4}, {56, 36}}) {
        for (const std::string& core :
             {joint("2"), joint("4"), joint("2", ", 0.1, 1000, 0"), joint("4", ", 0.1, 1000, 0.05"),
              "max(v, blur_box(" + joint("4") + ", 1))"})
            test::expect_like_cpu(device, linear_plan(script_of(core), size), core);
    }
}

TEST(VulkanScans, EqualTheCpuAtAnyLength) {
    test::Compute& device = test::shared_device();
    for (const Size& size : {Size{3, 300}, {70, 1290}, {1040, 5}, {4100, 70}})
        test::expect_like_cpu(device,
                              linear_plan(script_of("recursive_edge(v, v, 20, 0.1, 1)"), size),
                              std::to_string(size.width) + "x" + std::to_string(size.height));
}

TEST(VulkanScans, StayInTheRangeOfThePlanes) {
    for (const std::string reach : {"20", "65536"}) {
        const std::string script = "plane v = saturate(floor(flip(input.g, 0) * 2)); plane r = " +
                                   std::string("recursive_edge(v, v, ") + reach +
                                   ", 1000, 2); output color(input.r, r, input.b);";
        test::expect_like_cpu(test::shared_device(), linear_plan(script, {70, 1290}), script);
    }
}

TestPicture after_two_runs(const Plan& plan, bool last_tiles_first) {
    TestPicture in(plan.input), out(plan.output);
    in.fill_legal(7);
    test::PlanRun run(test::shared_device(), plan);
    if (last_tiles_first) run.start_last_tiles_first();
    run.run(in, out);
    run.run(in, out);
    return out;
}

TEST(VulkanScans, DoNotDependOnTheOrderInWhichTilesStart) {
    const Plan plan = linear_plan(
        script_of("recursive_edge(recursive_edge(v, v, 20, 0.1, 1), v, 9, 0.2, 1)"), {70, 900});
    EXPECT_TRUE(equal(after_two_runs(plan, false), after_two_runs(plan, true)));
}

TEST(VulkanGathers, AgreeWithTheCpu) {
    test::Compute& device = test::shared_device();
    const std::string script =
        "plane v = input.g; plane angle = 3 * v;\n"
        "color neighbor(color there, color here, float dx, float dy) {\n"
        "    plane w = curve(there.x, 0, 0.2, 0.3, 0.5, 1, 1) * (1 - 0.2 * here.y);\n"
        "    w *= saturate(2 - abs(dx * sin(angle) - dy * cos(angle)));\n"
        "    return color(w * there.x, w * there.z, w);\n"
        "}\n"
        "color pixel(color sum, color here) {\n"
        "    return color(sum.r / sum.b, sum.g / sum.b, here.x);\n"
        "}\n"
        "output saturate(gather(color(v, luma(input), sqrt(input.r)), 2, neighbor, pixel));\n";
    test::expect_like_cpu(device, linear_plan(script, {52, 38}), script);
}

}  // namespace
}  // namespace tonelift::cores_test
