// SPDX-License-Identifier: BSD-2-Clause
// Tests Dolby Vision in the PTX interpreter, with metadata that changes between frames. The
// pictures equal the CPU's pictures.
#include "tests/cuda/interpreted_device.h"
#include "tests/gpu/gpu_support.h"
#include "tests/support/dolby_vision_stream.h"

namespace tonelift::ptx_dolby_vision_test {
namespace {

TEST(PtxDolbyVision, ShowsTheSameAsTheCpu) {
    const InterpretedDevice device;
    const tonelift_video video = profile_5_video(TONELIFT_FORMAT_YUV420P10, 67, 35);
    LightOfStream on_cpu(video, "cpu"), on_gpu(video, "cuda");
    const std::vector<NamedMetadata> all = every_reshaping();
    std::vector<TestPicture> pictures;
    std::vector<const tonelift_dolby_vision*> metadata;
    for (size_t i = 0; i < 2 * all.size(); ++i) {
        pictures.push_back(picture_for(video));
        draw_scene(pictures.back(), static_cast<int>(i));
        metadata.push_back(i % 2 == 0 ? &all[i / 2].metadata : nullptr);
    }
    const auto expected = on_cpu.map(pictures, metadata), actual = on_gpu.map(pictures, metadata);
    ASSERT_EQ(on_gpu.status(), TONELIFT_OK) << on_gpu.messages().errors;
    for (size_t i = 0; i < pictures.size(); ++i)
        expect_close(expected[i], actual[i], all[i / 2].name);
    EXPECT_EQ(InterpretedDevice::fault(), "");
}

}  // namespace
}  // namespace tonelift::ptx_dolby_vision_test
