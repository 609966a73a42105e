// SPDX-License-Identifier: BSD-2-Clause
//
// Point passes by Vulkan, compared with the CPU: every format in and out, sizes that fill no chunk,
// chroma at every position.
#include <gtest/gtest.h>

#include "tests/support/test_plans.h"
#include "tests/vulkan/like_cpu.h"

namespace tonelift {
namespace {

// A plan that only copies the components that the output has: most of a driver's time is for long
// programs.
Plan copy_plan(const Picture& in, const Picture& out) {
    Plan plan = point_plan(in, out);
    PointProgram program = copy_program();
    std::erase_if(program.code, [&](const Instruction& i) {
        return i.op == Op::store_output && out.format->components[i.index].plane < 0;
    });
    std::get<Pass>(plan.steps.back()).epilogue = program;
    return plan;
}

// All formats of pixels.
std::vector<const Format*> pixel_formats() {
    std::vector<const Format*> formats = all_formats();
    std::erase_if(formats, [](const Format* format) { return format->is_texture(); });
    return formats;
}

class VulkanPasses : public testing::Test {
  protected:
    test::Compute device_;
};

TEST_F(VulkanPasses, ReadEveryFormat) {
    const Picture out = make_picture("gbrp16le", 37, 21);
    for (const Format* format : pixel_formats()) {
        Picture in = out;
        in.format = format;
        test::expect_like_cpu(device_, copy_plan(in, out), format->ffmpeg);
    }
}

TEST_F(VulkanPasses, WriteEveryFormat) {
    const Picture in = make_picture("yuv444p16le", 85, 21);
    for (const Format* format : pixel_formats()) {
        Picture out = in;
        out.format = format;
        test::expect_like_cpu(device_, copy_plan(in, out), format->ffmpeg);
    }
}

// NaN, infinities, and bits beside the codes.
TEST_F(VulkanPasses, TakeHostileSamples) {
    const Picture out = make_picture("gbrp16le", 37, 21);
    for (const char* format : {"gbrpf32le", "p010le", "yuv420p10le", "v210", "rgba"}) {
        const Picture in = make_picture(format, 37, 21);
        test::expect_like_cpu(device_, copy_plan(in, out), format, test::Samples::hostile);
    }
}

TEST_F(VulkanPasses, AnySize) {
    for (const Size& size : test_sizes) {
        for (const char* format : {"yuv420p", "p010le", "yuyv422"}) {
            const Picture picture = make_picture(format, size.width, size.height);
            test::expect_like_cpu(device_, point_plan(picture, picture),
                                  std::string(format) + " " + std::to_string(size.width) + "x" +
                                      std::to_string(size.height));
        }
    }
}

TEST_F(VulkanPasses, PlaceChromaWhereItIs) {
    for (int location = 0; location <= 6; ++location) {
        for (const char* format : {"yuv420p10le", "nv12", "yuv422p", "v210"}) {
            const Picture picture = make_picture(format, 301, 43, false, location);
            test::expect_like_cpu(device_, copy_plan(picture, picture),
                                  std::string(format) + " " + std::to_string(location));
        }
    }
}

}  // namespace
}  // namespace tonelift
