// SPDX-License-Identifier: BSD-2-Clause
// Tests the kernels of every preset in the PTX interpreter. The pictures equal the CPU's pictures.
#include "core/algorithms/algorithms.h"
#include "tests/cuda/interpreted_device.h"
#include "tests/cuda/load_double.h"
#include "tests/gpu/gpu_support.h"
#include "tests/support/api_stream.h"
#include "tests/support/live_stream.h"
#include "tests/support/stream_plan.h"

namespace tonelift::ptx_presets_test {
namespace {

tonelift_options preset_options(const char* preset) {
    tonelift_options options = default_options();
    options.preset = preset;
    return options;
}

constexpr int width = 67, height = 35, frames = 2;

void check(const Plan& plan, const std::string& what) {
    const int before = driver_double().launches;
    expect_like_cpu(plan, open_cuda_device({}), frames, what);
    EXPECT_GT(driver_double().launches, before);
    EXPECT_EQ(InterpretedDevice::fault(), "") << what;
}

void check_presets(const tonelift_video& in) {
    for (const Preset& preset : presets())
        check(stream_plan(preset_options(preset.name), in, TONELIFT_FORMAT_NV12), preset.name);
}

TEST(PtxPresets, ShowTheSameHdrAsTheCpu) {
    const InterpretedDevice device;
    check_presets(hdr10_video(TONELIFT_FORMAT_P010, width, height));
}

TEST(PtxPresets, ShowTheSameSdrAsTheCpu) {
    const InterpretedDevice device;
    check_presets(sdr_video(TONELIFT_FORMAT_NV12, width, height));
}

TEST(PtxPresets, ShowTheSameAsTheCpuInPackedFormats) {
    const InterpretedDevice device;
    for (const auto format : {TONELIFT_FORMAT_UYVY422, TONELIFT_FORMAT_V210}) {
        for (const char* preset : {"natural", "landscape", "portrait"}) {
            for (const auto video : {hdr10_video, sdr_video})
                check(stream_plan(preset_options(preset), video(format, width, height), format),
                      preset);
        }
    }
}

TEST(PtxPresets, ShowTheSameForAnyRoundingAndThreadOrder) {
    using interpreter::Error;
    for (const Error error : {Error::down, Error::up, Error::mixed}) {
        const InterpretedDevice device({error, error != Error::up, "", ""});
        for (const char* preset : {"natural", "landscape", "portrait"}) {
            for (const auto video : {hdr10_video, sdr_video})
                check(stream_plan(preset_options(preset),
                                  video(TONELIFT_FORMAT_YUV420P10, width, height),
                                  TONELIFT_FORMAT_YUV420P10),
                      preset);
        }
    }
}

TEST(PtxPresets, FollowChangingParams) {
    const InterpretedDevice device;
    const auto expected = shown_live("cpu", width, height),
               actual = shown_live("cuda", width, height);
    for (size_t i = 0; i < expected.size(); ++i)
        expect_close(expected[i], actual[i], "change " + std::to_string(i));
    EXPECT_EQ(InterpretedDevice::fault(), "");
}

bool is_seen(const char* instead_of, const char* is) {
    const InterpretedDevice device({interpreter::Error::none, true, instead_of, is});
    const Plan plan = stream_plan(
        default_options(), hdr10_video(TONELIFT_FORMAT_P010, width, height), TONELIFT_FORMAT_NV12);
    const auto source = scene_frames(plan.input, 1);
    std::vector<TestPicture> expected(1, TestPicture(plan.output, Pitch::aligned));
    auto actual = expected;
    run_on_cpu(plan, source, expected);
    run_on_device(plan, open_cuda_device({}), source, actual, {1, 1});
    return !InterpretedDevice::fault().empty() ||
           difference(expected[0], actual[0], 1).beyond_two > 0;
}

TEST(PtxPresets, ChangedKernelsAreDetected) {
    EXPECT_FALSE(is_seen("fma.rn.ftz.f32", "fma.rn.ftz.f32"));
    for (const auto& [instead_of, is] : std::initializer_list<std::pair<const char*, const char*>>{
             {"sub.ftz.f32", "add.ftz.f32"},
             {"min.ftz.f32", "max.ftz.f32"},
             {"ex2.approx.ftz.f32", "lg2.approx.ftz.f32"},
             {".sat.f32", ".f32"},
             {"setp.lt.ftz.f32", "setp.ge.ftz.f32"},
             {"0x7610", "0x7632"},
             {"0x5410", "0x1054"},
             {"st.global.v2.u32", "st.global.v4.u32"},
             {"max.s32", "min.s32"},
             {"bar.sync", "// bar.sync"},
             {"shfl.sync.up", "shfl.sync.down"},
             {"ex2.approx", "ex2.exact"}})
        EXPECT_TRUE(is_seen(instead_of, is)) << instead_of << " as " << is;
}

}  // namespace
}  // namespace tonelift::ptx_presets_test
