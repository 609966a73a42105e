// SPDX-License-Identifier: BSD-2-Clause
// Tests tone mapping by dynamic metadata in the PTX interpreter. The pictures equal the CPU's
// pictures.
#include <functional>

#include "tests/cuda/interpreted_device.h"
#include "tests/gpu/gpu_support.h"
#include "tests/oracle/plain_gains.h"
#include "tests/support/api_stream.h"
#include "tests/support/hdr10_plus.h"

namespace tonelift::ptx_frame_metadata_test {
namespace {

constexpr int frames = 5;

class PtxFrameMetadataTest : public testing::Test {
  protected:
    PtxFrameMetadataTest() : pictures_(frames, picture_for(video_)) {
        for (int i = 0; i < frames; ++i) draw_scene(pictures_[static_cast<size_t>(i)], i);
    }

    using SetMetadata = std::function<void(size_t, tonelift_frame&)>;

    std::vector<TestPicture> map(const char* device, const char* preset, int tonemap,
                                 const SetMetadata& set) {
        tonelift_options options = default_options();
        options.preset = preset;
        options.device = device;
        options.threads = 1;
        options.tonemap = tonemap;
        const tonelift_video shown = output_of(options, video_);
        Messages messages;
        const FilterHandle filter = make_filter(options, video_, shown, &messages);
        std::vector<TestPicture> out(frames, picture_for(shown));
        std::vector<tonelift_frame> from, to;
        for (size_t i = 0; i < frames; ++i) {
            from.push_back(frame_of(pictures_[i], 0.04 * static_cast<double>(i)));
            set(i, from.back());
            to.push_back(frame_of(out[i], 0));
        }
        EXPECT_EQ(tonelift_filter_process(filter.get(), from.data(), to.data(), frames),
                  TONELIFT_OK)
            << messages.errors;
        return out;
    }

    void expect_same_picture(int tonemap, const SetMetadata& set, size_t first) {
        const InterpretedDevice device;
        for (const char* preset : {"faithful", "natural"}) {
            const auto expected = map("cpu", preset, tonemap, set);
            const auto actual = map("cuda", preset, tonemap, set);
            EXPECT_EQ(InterpretedDevice::fault(), "") << preset;
            for (size_t i = 0; i < frames; ++i)
                expect_close(expected[i], actual[i],
                             preset + std::string(", ") + std::to_string(i));
            const auto without = map("cuda", preset, tonemap, [](size_t, tonelift_frame&) {});
            for (size_t i = 0; i < frames; ++i) {
                if (i < first)
                    expect_close(without[i], actual[i], preset + std::string(", without"));
                else
                    EXPECT_FALSE(equal(actual[i], without[i])) << preset << ", " << i;
            }
        }
    }

    tonelift_video video_ = hdr10_video(TONELIFT_FORMAT_YUV420P10, 67, 35);
    std::vector<TestPicture> pictures_;
};

TEST_F(PtxFrameMetadataTest, Hdr10PlusShowsTheSameAsOnTheCpu) {
    const tonelift_hdr10_plus first = metadata_of(1000, soft), second = metadata_of(4000, hard);
    tonelift_hdr10_plus broken = first;
    broken.anchors[0] = 2;
    const std::vector<const tonelift_hdr10_plus*> metadata{nullptr, &first, &second, nullptr,
                                                           &broken};
    expect_same_picture(
        TONELIFT_TONEMAP_ST2094_40,
        [&](size_t i, tonelift_frame& frame) { frame.hdr10_plus = metadata[i]; }, 1);
}

TEST_F(PtxFrameMetadataTest, St2094ShowsTheSameAsOnTheCpu) {
    plain::GainMetadata metadata;
    metadata.baseline = 20000;
    metadata.alternates = {{0, 0, {}, true, {300, 1000, 4000}, {1000, 6000, 20000}, {}}};
    std::vector<std::vector<uint8_t>> bytes{plain::bits_of(metadata)};
    metadata.chromaticities_mode = 1;
    metadata.alternates[0].mixing_type = 1;
    bytes.push_back(plain::bits_of(metadata));
    expect_same_picture(
        TONELIFT_TONEMAP_ST2094_50,
        [&](size_t i, tonelift_frame& frame) {
            if (i != 1 && i != 2) return;
            frame.st2094_50 = bytes[i - 1].data();
            frame.st2094_50_size = bytes[i - 1].size();
        },
        1);
}

TEST_F(PtxFrameMetadataTest, DolbyTrimsShowTheSameAsOnTheCpu) {
    tonelift_dolby_trims trims;
    tonelift_dolby_trims_default(&trims);
    trims.mean = 20;
    trims.brightest = 1500;
    trims.slope = 1.1;
    trims.offset = -0.02;
    trims.power = 0.9;
    trims.chroma_weight = 0.1;
    trims.saturation_gain = 0.2;
    tonelift_dolby_trims dark = trims;
    dark.brightest = 60;
    expect_same_picture(
        TONELIFT_TONEMAP_ST2094_10,
        [&](size_t i, tonelift_frame& frame) {
            if (i == 1) frame.dolby_trims = &trims;
            if (i == 2) frame.dolby_trims = &dark;
        },
        1);
}

}  // namespace
}  // namespace tonelift::ptx_frame_metadata_test
