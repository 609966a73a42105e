// SPDX-License-Identifier: BSD-2-Clause
// Tests that conversions on Vulkan agree with the CPU, for every format and every chroma location.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "tests/support/api_stream.h"
#include "tests/support/stream_plan.h"
#include "tests/support/test_plans.h"
#include "tests/vulkan/like_cpu.h"

namespace tonelift::passes_test {
namespace {

Plan copy_plan(const Picture& in, const Picture& out) {
    Plan plan = point_plan(in, out);
    PointProgram program = copy_program();
    std::erase_if(program.code, [&](const Instruction& i) {
        return i.op == Op::store_output && out.format->components[i.index].plane < 0;
    });
    std::get<Pass>(plan.steps.back()).epilogue = program;
    return plan;
}

struct Formats {
    std::vector<const Format*> read, written;
};

std::string way_to_store(const Format& format) {
    std::vector<int> steps;
    for (const Component& c : format.components) steps.push_back(c.plane < 0 ? 0 : c.step);
    std::ranges::sort(steps);
    std::string text = std::to_string(format.planes());
    for (const int step : steps) text += " " + std::to_string(step);
    return text;
}

Formats pixel_formats() {
    std::map<std::string, std::vector<const Format*>> by_layout;
    for (const Format* format : all_formats()) {
        if (format->is_texture()) continue;
        std::string layout = std::to_string(static_cast<int>(format->family));
        for (const int part :
             {static_cast<int>(format->sample), static_cast<int>(format->shift > 0),
              format->chroma_w, format->chroma_h})
            layout += " " + std::to_string(part);
        layout += " " + way_to_store(*format);
        by_layout[layout].push_back(format);
    }
    Formats formats;
    for (const auto& [layout, same] : by_layout) {
        for (size_t i = 0; i < same.size(); ++i) {
            if (i % 2 == 0) formats.read.push_back(same[i]);
            if (i % 2 == 1 || same.size() == 1) formats.written.push_back(same[i]);
        }
    }
    return formats;
}

class VulkanPasses : public testing::Test {
  protected:
    test::Compute& device_ = test::shared_device();
};

TEST_F(VulkanPasses, ReadAndWriteEveryFormat) {
    const auto [read, written] = pixel_formats();
    Picture in = make_picture("gbrp16le", 85, 21), out = in;
    for (size_t i = 0; i < std::max(read.size(), written.size()); ++i) {
        in.format = read[i % read.size()];
        out.format = written[(i + written.size() / 2) % written.size()];
        ASSERT_NE(in.format, out.format);
        test::expect_like_cpu(device_, copy_plan(in, out),
                              std::string(in.format->ffmpeg) + " to " + out.format->ffmpeg);
    }
}

TEST_F(VulkanPasses, AcceptHostileSamples) {
    const Picture out = make_picture("gbrp16le", 37, 21);
    for (const char* format : {"gbrpf32le", "p010le", "yuv420p10le", "v210", "rgba"}) {
        const Picture in = make_picture(format, 37, 21);
        test::expect_like_cpu(device_, copy_plan(in, out), format, test::Samples::hostile);
    }
}

TEST_F(VulkanPasses, CoverThePictureAtAnySize) {
    const char* formats[] = {"yuv420p", "p010le", "yuyv422"};
    for (size_t i = 0; i < std::size(test_sizes); ++i) {
        const Size& size = test_sizes[i];
        const char* format = formats[i % std::size(formats)];
        const Picture picture = make_picture(format, size.width, size.height);
        test::expect_like_cpu(device_, copy_plan(picture, picture),
                              std::string(format) + " " + std::to_string(size.width) + "x" +
                                  std::to_string(size.height));
    }
}

TEST_F(VulkanPasses, FollowTheChromaLocation) {
    struct Place {
        const char* format;
        int location;
    };
    for (const auto& [format, location] :
         {Place{"yuv420p10le", 1}, Place{"nv12", 2}, Place{"yuv420p10le", 3}, Place{"nv12", 4},
          Place{"yuv420p10le", 5}, Place{"nv12", 6}, Place{"v210", 1}, Place{"yuv422p", 2}}) {
        const Picture picture = make_picture(format, 301, 43, false, location);
        test::expect_like_cpu(device_, copy_plan(picture, picture),
                              std::string(format) + " " + std::to_string(location));
    }
}

TEST_F(VulkanPasses, ReduceTheInputWithEveryKindOfChroma) {
    struct Case {
        tonelift_format format;
        int location;
    };
    for (const auto& [format, location] :
         {Case{TONELIFT_FORMAT_NV12, 2}, Case{TONELIFT_FORMAT_P010, 3},
          Case{TONELIFT_FORMAT_YUV420P10, 5}, Case{TONELIFT_FORMAT_V210, 1},
          Case{TONELIFT_FORMAT_RGBA64, 0}}) {
        tonelift_video in = sdr_video(format, 60, 20);
        in.transfer = TONELIFT_TRANSFER_LINEAR;
        in.chroma_location = static_cast<tonelift_chroma_location>(location);
        if (format == TONELIFT_FORMAT_RGBA64) in.matrix = TONELIFT_MATRIX_RGB;
        tonelift_options options = default_options();
        options.transfer = TONELIFT_TRANSFER_LINEAR;
        for (const char* factor : {"2", "4"}) {
            const std::string script =
                std::string("output upsample(downsample(input, ") + factor + "));";
            const Plan plan = script_plan(script, options, in, TONELIFT_FORMAT_GBRP16);
            test::expect_like_cpu(device_, plan,
                                  std::string(tonelift_format_name(format)) + " " +
                                      std::to_string(location) + ", factor " + factor);
        }
    }
}

}  // namespace
}  // namespace tonelift::passes_test
