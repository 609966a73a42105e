// SPDX-License-Identifier: BSD-2-Clause
// Tests frames in images of the caller's Vulkan device, through the public API. The pictures equal
// those of frames in host memory.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <thread>

#include "tests/support/api_stream.h"
#include "tests/support/script_file.h"
#include "tests/vulkan/image_device.h"

namespace tonelift::images_test {
namespace {

using test::ImageDevice;
using test::ImageFrame;

constexpr int width = 70, height = 38;

struct Layout {
    tonelift_format format;
    std::vector<VkFormat> images;
};
const Layout p010 = {TONELIFT_FORMAT_P010, {VK_FORMAT_R16_UNORM, VK_FORMAT_R16G16_UNORM}};
const Layout nv12 = {TONELIFT_FORMAT_NV12, {VK_FORMAT_R8_UNORM, VK_FORMAT_R8G8_UNORM}};
const Layout yuv420p = {TONELIFT_FORMAT_YUV420P, std::vector<VkFormat>(3, VK_FORMAT_R8_UNORM)};
const Layout yuv420p10 = {TONELIFT_FORMAT_YUV420P10, std::vector<VkFormat>(3, VK_FORMAT_R16_UNORM)};
const Layout rgba = {TONELIFT_FORMAT_RGBA, {VK_FORMAT_R8G8B8A8_UNORM}};
const Layout gray = {TONELIFT_FORMAT_GRAY16, {VK_FORMAT_R16_UNORM}};
const Layout gbrp16 = {TONELIFT_FORMAT_GBRP16, std::vector<VkFormat>(3, VK_FORMAT_R16_UNORM)};

struct Ends {
    bool in = true, out = true;
};

class VulkanImages : public testing::Test {
  protected:
    void SetUp() override {
        try {
            device_ = std::make_unique<ImageDevice>();
        } catch (const std::exception& error) {
            GTEST_SKIP() << error.what();
        }
        script_.emplace(
            "param float gain = 1 in [0, 2] \"live\";\n"
            "output input * (gain * smooth(maximum(input.g), 0.5));");
        options_ = default_options();
        options_.script = script_->path();
        options_.transfer = TONELIFT_TRANSFER_LINEAR;
        options_.primaries = TONELIFT_PRIMARIES_BT2020;
        options_.device = "vulkan";
    }

    FilterHandle filter(const tonelift_video& in, const tonelift_video& out, Ends ends,
                        const tonelift_vulkan* vulkan = nullptr) {
        tonelift_device device;
        tonelift_device_default(&device);
        device.input_on_device = ends.in;
        device.output_on_device = ends.out;
        device.vulkan = vulkan != nullptr ? vulkan : &device_->described();
        const tonelift_log log = messages_.log();
        tonelift_filter* made = nullptr;
        status_ = tonelift_filter_create(&made, &options_, &in, &out, &device, &log);
        return FilterHandle(made);
    }
    tonelift_video video(const Layout& layout) const {
        tonelift_video made = hdr10_video(layout.format, width, height);
        made.transfer = TONELIFT_TRANSFER_LINEAR;
        if (layout.format == TONELIFT_FORMAT_RGBA || layout.format == TONELIFT_FORMAT_GBRP16) {
            made.matrix = TONELIFT_MATRIX_RGB;
            made.range = TONELIFT_RANGE_FULL;
        }
        return made;
    }
    tonelift_video output(const tonelift_video& in, tonelift_format format) {
        tonelift_options asked = options_;
        asked.format = tonelift_format_name(format);
        return output_of(asked, in);
    }
    static std::vector<TestPicture> film(const tonelift_video& in, size_t count) {
        std::vector<TestPicture> made;
        for (size_t i = 0; i < count; ++i) {
            made.push_back(picture_for(in));
            made.back().fill_legal(static_cast<uint32_t>(i + 1));
        }
        return made;
    }

    std::vector<TestPicture> expected(const tonelift_video& in, const tonelift_video& out,
                                      const std::vector<TestPicture>& source) {
        const FilterHandle made = make_filter(options_, in, out, &messages_);
        std::vector<TestPicture> shown(source.size(), picture_for(out));
        std::vector<tonelift_frame> from, to;
        for (size_t i = 0; i < source.size(); ++i) {
            from.push_back(frame_of(source[i], 0.04 * static_cast<double>(i)));
            to.push_back(frame_of(shown[i], 0));
        }
        EXPECT_EQ(tonelift_filter_process(made.get(), from.data(), to.data(),
                                          static_cast<int>(from.size())),
                  TONELIFT_OK)
            << messages_.errors;
        return shown;
    }

    struct Images {
        std::vector<std::unique_ptr<ImageFrame>> frames;
        void add(ImageDevice& device, const tonelift_video& video, const Layout& layout) {
            frames.push_back(
                std::make_unique<ImageFrame>(device, picture_for(video).picture(), layout.images));
        }
    };

    std::vector<TestPicture> mapped(const tonelift_video& in, const tonelift_video& out,
                                    const Layout& from, const Layout& to, Ends ends,
                                    const std::vector<TestPicture>& source, size_t of_call) {
        const FilterHandle made = filter(in, out, ends);
        std::vector<TestPicture> shown(source.size(), picture_for(out));
        if (made == nullptr) return shown;
        Images given, results;
        std::vector<tonelift_frame> frames_in, frames_out;
        for (size_t i = 0; i < source.size(); ++i) {
            frames_in.push_back(frame_of(source[i], 0.04 * static_cast<double>(i)));
            frames_out.push_back(frame_of(shown[i], 0));
            if (ends.in) {
                given.add(*device_, in, from);
                given.frames[i]->write(source[i]);
                frames_in[i].vulkan = &given.frames[i]->state;
            }
            if (ends.out) {
                results.add(*device_, out, to);
                frames_out[i].vulkan = &results.frames[i]->state;
            }
        }
        for (size_t i = 0; i < source.size(); i += of_call)
            EXPECT_EQ(
                tonelift_filter_process(made.get(), &frames_in[i], &frames_out[i],
                                        static_cast<int>(std::min(of_call, source.size() - i))),
                TONELIFT_OK)
                << messages_.errors;
        for (size_t i = 0; i < results.frames.size(); ++i) results.frames[i]->read(shown[i]);
        return shown;
    }

    void expect_what_host_frames_show(const Layout& from, const Layout& to) {
        const tonelift_video in = video(from), out = output(in, to.format);
        const auto source = film(in, 2);
        const auto wanted = expected(in, out, source);
        const auto shown = mapped(in, out, from, to, {}, source, 1);
        for (size_t i = 0; i < source.size(); ++i)
            EXPECT_TRUE(equal(wanted[i], shown[i]))
                << tonelift_format_name(from.format) << " to " << tonelift_format_name(to.format)
                << ", frame " << i;
    }

    std::unique_ptr<ImageDevice> device_;
    std::optional<ScriptFile> script_;
    tonelift_options options_{};
    Messages messages_;
    tonelift_status status_ = TONELIFT_OK;
};

TEST_F(VulkanImages, ShowTheSameAsHostFrames) {
    const Layout* ways[][2] = {{&p010, &yuv420p}, {&yuv420p10, &nv12}, {&gbrp16, &rgba}};
    for (const auto& [from, to] : ways) expect_what_host_frames_show(*from, *to);
}

TEST_F(VulkanImages, ShowTheSameFromOneImageForAllPlanes) {
    const Layout whole[] = {
        {TONELIFT_FORMAT_P010, {VK_FORMAT_G10X6_B10X6R10X6_2PLANE_420_UNORM_3PACK16}},
        {TONELIFT_FORMAT_NV12, {VK_FORMAT_G8_B8R8_2PLANE_420_UNORM}},
        {TONELIFT_FORMAT_YUV420P10, {VK_FORMAT_G16_B16_R16_3PLANE_420_UNORM}}};
    for (const Layout& layout : whole) {
        if (!device_->can_hold(layout.images[0]))
            GTEST_SKIP() << "the driver has no image of several planes for "
                         << tonelift_format_name(layout.format);
    }
    expect_what_host_frames_show(whole[0], whole[1]);
    expect_what_host_frames_show(whole[2], whole[0]);
    expect_what_host_frames_show(p010, whole[1]);
}

TEST_F(VulkanImages, ShowTheSameInAnyBatchesAndWithHostMemoryAtOneEnd) {
    constexpr size_t frames = 7;
    const tonelift_video in = video(gray), out = output(in, gray.format);
    const auto source = film(in, frames);
    const FilterHandle keeps_kernels = filter(in, out, {});
    const auto wanted = expected(in, out, source);
    for (const Ends ends : {Ends{true, true}, Ends{true, false}, Ends{false, true}}) {
        for (const size_t of_call : {size_t{1}, size_t{3}, frames}) {
            const auto shown = mapped(in, out, gray, gray, ends, source, of_call);
            for (size_t i = 0; i < frames; ++i)
                EXPECT_TRUE(equal(wanted[i], shown[i]))
                    << "in " << ends.in << ", out " << ends.out << ", calls of " << of_call
                    << ", frame " << i;
        }
    }
}

TEST_F(VulkanImages, PassThroughUnmodified) {
    options_ = default_options();
    options_.preset = "faithful";
    options_.device = "vulkan";
    const tonelift_video in = output_of(options_, sdr_video(TONELIFT_FORMAT_NV12, width, height));
    ASSERT_TRUE(tonelift_filter_passthrough(filter(in, in, {}).get()));
    const auto source = film(in, 4);
    for (const Ends ends : {Ends{true, true}, Ends{true, false}, Ends{false, true}}) {
        const auto shown = mapped(in, in, nv12, nv12, ends, source, 2);
        for (size_t i = 0; i < source.size(); ++i) EXPECT_TRUE(equal(source[i], shown[i])) << i;
    }
}

TEST_F(VulkanImages, PictureMayBeginAnywhereInALargerImage) {
    const tonelift_video in = video(p010), out = output(in, TONELIFT_FORMAT_NV12);
    const auto source = film(in, 1);
    const auto wanted = expected(in, out, source);
    const FilterHandle made = filter(in, out, {true, false});
    ASSERT_NE(made, nullptr) << messages_.errors;
    ImageFrame given(*device_, source[0].picture(), p010.images, 96, 64);
    given.state.x = 6;
    given.state.y = 14;
    given.write(source[0]);
    TestPicture shown = picture_for(out);
    tonelift_frame from = frame_of(source[0], 0), to = frame_of(shown, 0);
    from.vulkan = &given.state;
    EXPECT_EQ(tonelift_filter_process(made.get(), &from, &to, 1), TONELIFT_OK) << messages_.errors;
    EXPECT_TRUE(equal(wanted[0], shown));
}

TEST_F(VulkanImages, StateOfTheImagesIsUpdated) {
    const tonelift_video in = video(p010), out = output(in, TONELIFT_FORMAT_NV12);
    const auto source = film(in, 1);
    const FilterHandle made = filter(in, out, {});
    ASSERT_NE(made, nullptr) << messages_.errors;
    ImageFrame given(*device_, source[0].picture(), p010.images);
    given.write(source[0]);
    ImageFrame first(*device_, picture_for(out).picture(), nv12.images);
    ImageFrame second(*device_, picture_for(out).picture(), nv12.images);
    EXPECT_EQ(given.state.value[0], 1u);
    const int locks = device_->locks();
    tonelift_frame from[2], to[2];
    for (tonelift_frame& frame : from) {
        frame = frame_of(source[0], 0);
        frame.vulkan = &given.state;
    }
    for (tonelift_frame& frame : to) frame = frame_of(source[0], 0);
    to[0].vulkan = &first.state;
    to[1].vulkan = &second.state;
    ASSERT_EQ(tonelift_filter_process(made.get(), from, to, 2), TONELIFT_OK) << messages_.errors;
    EXPECT_GT(given.state.value[0], 1u);
    EXPECT_EQ(first.state.value[0], 1u);
    for (size_t i = 0; i < 2; ++i)
        EXPECT_EQ(given.state.layout[i], VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    EXPECT_EQ(first.state.layout[0], VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    EXPECT_GT(device_->locks(), locks);
    TestPicture shown[2] = {picture_for(out), picture_for(out)};
    first.read(shown[0]);
    second.read(shown[1]);
    EXPECT_TRUE(equal(shown[0], shown[1]));
}

TEST_F(VulkanImages, FollowLiveChanges) {
    const tonelift_video in = video(gray), out = output(in, gray.format);
    const auto source = film(in, 4);
    const FilterHandle made = filter(in, out, {}), host = make_filter(options_, in, out);
    ASSERT_NE(made, nullptr) << messages_.errors;
    tonelift_options changed = options_;
    changed.set = "gain=0.5";
    for (size_t i = 0; i < source.size(); ++i) {
        if (i == 2) {
            EXPECT_EQ(tonelift_filter_set_options(made.get(), &changed), TONELIFT_OK);
            EXPECT_EQ(tonelift_filter_set_options(host.get(), &changed), TONELIFT_OK);
        }
        ImageFrame given(*device_, source[i].picture(), gray.images);
        given.write(source[i]);
        ImageFrame result(*device_, picture_for(out).picture(), gray.images);
        TestPicture wanted = picture_for(out), shown = picture_for(out);
        tonelift_frame from = frame_of(source[i], 0.04 * static_cast<double>(i));
        tonelift_frame to = frame_of(wanted, 0);
        ASSERT_EQ(tonelift_filter_process(host.get(), &from, &to, 1), TONELIFT_OK);
        from.vulkan = &given.state;
        to.vulkan = &result.state;
        ASSERT_EQ(tonelift_filter_process(made.get(), &from, &to, 1), TONELIFT_OK);
        result.read(shown);
        EXPECT_TRUE(equal(wanted, shown)) << "frame " << i;
    }
}

TEST_F(VulkanImages, SeveralDevicesAndFiltersAreIndependent) {
    const tonelift_video in = video(gray), out = output(in, gray.format);
    const auto source = film(in, 2);
    const auto wanted = expected(in, out, source);
    const std::unique_ptr<ImageDevice> first = std::move(device_);
    device_ = std::make_unique<ImageDevice>();
    const FilterHandle other = filter(in, out, {}, &first->described()), same = filter(in, out, {});
    EXPECT_NE(other, nullptr);
    EXPECT_NE(same, nullptr);
    const auto shown = mapped(in, out, gray, gray, {}, source, 2);
    for (size_t i = 0; i < source.size(); ++i) EXPECT_TRUE(equal(wanted[i], shown[i])) << i;
}

TEST_F(VulkanImages, StreamsShareADevice) {
    constexpr size_t streams = 48;
    const tonelift_video in = video(gray), out = output(in, gray.format);
    const auto source = film(in, 3);
    const auto wanted = expected(in, out, source);
    std::vector<FilterHandle> filters;
    std::vector<Images> given(streams), results(streams);
    for (size_t stream = 0; stream < streams; ++stream) {
        filters.push_back(filter(in, out, {}));
        ASSERT_NE(filters.back(), nullptr) << messages_.errors;
        for (const TestPicture& picture : source) {
            given[stream].add(*device_, in, gray);
            given[stream].frames.back()->write(picture);
            results[stream].add(*device_, out, gray);
        }
    }
    std::vector<std::thread> threads;
    for (size_t stream = 0; stream < streams; ++stream) {
        threads.emplace_back([&, stream] {
            for (size_t i = 0; i < source.size(); ++i) {
                tonelift_frame from = frame_of(source[i], 0.04 * static_cast<double>(i)), to = from;
                from.vulkan = &given[stream].frames[i]->state;
                to.vulkan = &results[stream].frames[i]->state;
                EXPECT_EQ(tonelift_filter_process(filters[stream].get(), &from, &to, 1),
                          TONELIFT_OK);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (size_t stream = 0; stream < streams; ++stream) {
        for (size_t i = 0; i < source.size(); ++i) {
            TestPicture shown = picture_for(out);
            results[stream].frames[i]->read(shown);
            EXPECT_TRUE(equal(wanted[i], shown)) << "stream " << stream << ", frame " << i;
        }
    }
}

TEST_F(VulkanImages, DevicesWithoutAFeatureAreRefusedWithItsName) {
    const tonelift_video in = video(p010), out = output(in, TONELIFT_FORMAT_NV12);
    for (const char* feature : {"bufferDeviceAddress", "maintenance4", "synchronization2"}) {
        const ImageDevice lacking(feature);
        messages_.errors.clear();
        EXPECT_EQ(filter(in, out, {}, &lacking.described()), nullptr);
        EXPECT_EQ(status_, TONELIFT_ERROR_UNSUPPORTED);
        EXPECT_NE(messages_.errors.find(std::string("lacks the feature ") + feature),
                  std::string::npos)
            << messages_.errors;
    }
}

TEST_F(VulkanImages, IncompleteDevicesAndOtherKindsAreRefused) {
    const tonelift_video in = video(p010), out = output(in, TONELIFT_FORMAT_NV12);
    const auto expect_refused = [&](const tonelift_vulkan& vulkan, const char* message) {
        messages_.errors.clear();
        EXPECT_EQ(filter(in, out, {}, &vulkan), nullptr);
        EXPECT_EQ(status_, TONELIFT_ERROR_ARGUMENT);
        EXPECT_NE(messages_.errors.find(message), std::string::npos) << messages_.errors;
    };
    tonelift_vulkan incomplete = device_->described();
    incomplete.instance = nullptr;
    expect_refused(incomplete, "a field of a Vulkan device is NULL");
    for (const char* other : {"cpu", "cuda"}) {
        options_.device = other;
        expect_refused(device_->described(), "but frames are in the memory of a Vulkan device");
    }
}

TEST_F(VulkanImages, FormatsWithoutOneTexelPerSampleAreRefused) {
    for (const tonelift_format format : {TONELIFT_FORMAT_RGB24, TONELIFT_FORMAT_YUYV422}) {
        const tonelift_video in = hdr10_video(format, width, height);
        messages_.errors.clear();
        EXPECT_EQ(filter(in, output(in, TONELIFT_FORMAT_NV12), {}), nullptr);
        EXPECT_EQ(status_, TONELIFT_ERROR_UNSUPPORTED);
        EXPECT_NE(messages_.errors.find("images of Vulkan cannot hold"), std::string::npos)
            << messages_.errors;
    }
}

TEST_F(VulkanImages, InvalidFramesAreRefusedBeforeAnyWork) {
    const tonelift_video in = video(p010), out = output(in, TONELIFT_FORMAT_NV12);
    const FilterHandle made = filter(in, out, {});
    ASSERT_NE(made, nullptr) << messages_.errors;
    const auto source = film(in, 1);
    ImageFrame given(*device_, source[0].picture(), p010.images);
    given.write(source[0]);
    ImageFrame result(*device_, picture_for(out).picture(), nv12.images);
    const tonelift_vulkan_frame good = given.state;
    tonelift_frame from = frame_of(source[0], 0), to = from;
    from.vulkan = &given.state;
    const auto expect_refused = [&](const char* message) {
        messages_.errors.clear();
        EXPECT_EQ(tonelift_filter_process(made.get(), &from, &to, 1), TONELIFT_ERROR_ARGUMENT);
        EXPECT_NE(messages_.errors.find(message), std::string::npos) << messages_.errors;
        EXPECT_EQ(result.state.value[0], 0u);
    };
    expect_refused("a tonelift_vulkan_frame is NULL");
    to.vulkan = &given.state;
    expect_refused("output frame 0 on Vulkan is also another frame of the call");
    to.vulkan = &result.state;
    const auto with = [&](auto change, const char* message) {
        change(given.state);
        expect_refused(message);
        given.state = good;
    };
    with([](tonelift_vulkan_frame& frame) { frame.image[0] = 0; }, "has no image");
    with([](tonelift_vulkan_frame& frame) { frame.layout[0] = 0; }, "has the layout UNDEFINED");
    with([](tonelift_vulkan_frame& frame) { frame.x = 3; }, "between chroma samples");
    with([](tonelift_vulkan_frame& frame) { frame.y = -2; }, "is negative");
}

}  // namespace
}  // namespace tonelift::images_test
