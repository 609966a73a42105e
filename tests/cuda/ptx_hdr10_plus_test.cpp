// SPDX-License-Identifier: BSD-2-Clause
//
// tonemap=st2094-40 on a GPU without a GPU: the curve of each frame in the interpreter, compared
// with the CPU.
#include "tests/cuda/interpreted_device.h"
#include "tests/gpu/gpu_support.h"
#include "tests/support/api_stream.h"
#include "tests/support/hdr10_plus.h"

namespace tonelift {
namespace {

constexpr int frames = 5;

class PtxHdr10PlusTest : public testing::Test {
  protected:
    PtxHdr10PlusTest() : pictures_(frames, picture_for(video_)) {
        for (int i = 0; i < frames; ++i) draw_scene(pictures_[static_cast<size_t>(i)], i);
    }

    // The frames in one call; `metadata` has one for each, NULL: none.
    std::vector<TestPicture> map(const char* device, const char* preset,
                                 const std::vector<const tonelift_hdr10_plus*>& metadata) {
        tonelift_options options = default_options();
        options.preset = preset;
        options.device = device;
        options.threads = 1;
        options.tonemap = TONELIFT_TONEMAP_ST2094_40;
        const tonelift_video shown = output_of(options, video_);
        Messages messages;
        const FilterHandle filter = make_filter(options, video_, shown, &messages);
        std::vector<TestPicture> out(frames, picture_for(shown));
        std::vector<tonelift_frame> from, to;
        for (size_t i = 0; i < frames; ++i) {
            from.push_back(frame_of(pictures_[i], 0.04 * static_cast<double>(i)));
            from.back().hdr10_plus = metadata[i];
            to.push_back(frame_of(out[i], 0));
        }
        EXPECT_EQ(tonelift_filter_process(filter.get(), from.data(), to.data(), frames),
                  TONELIFT_OK)
            << messages.errors;
        return out;
    }

    tonelift_video video_ = hdr10_video(TONELIFT_FORMAT_YUV420P10, 67, 35);
    std::vector<TestPicture> pictures_;
};

// The first frame has no curve, the fourth that of the third, and the last one is broken.
TEST_F(PtxHdr10PlusTest, ShowsTheSameAsTheCpu) {
    const InterpretedDevice device;
    const tonelift_hdr10_plus first = metadata_of(1000, soft), second = metadata_of(4000, hard);
    tonelift_hdr10_plus broken = first;
    broken.anchors[0] = 2;
    const std::vector<const tonelift_hdr10_plus*> metadata{nullptr, &first, &second, nullptr,
                                                           &broken};
    for (const char* preset : {"faithful", "natural"}) {
        const auto expected = map("cpu", preset, metadata);
        const auto actual = map("cuda", preset, metadata);
        EXPECT_EQ(InterpretedDevice::fault(), "") << preset;
        for (size_t i = 0; i < frames; ++i)
            expect_close(expected[i], actual[i], preset + std::string(", ") + std::to_string(i));
        const auto without = map("cuda", preset, {5, nullptr});
        for (size_t i = 0; i < frames; ++i)
            EXPECT_EQ(equal(actual[i], without[i]), i == 0) << preset << ", " << i;
    }
}

}  // namespace
}  // namespace tonelift
