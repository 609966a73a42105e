// SPDX-License-Identifier: BSD-2-Clause
// Tests changes of options while a stream runs. After a change, the picture equals the picture of a
// stream that had the new values from its start.
#include <gtest/gtest.h>

#include <fstream>

#include "core/runtime/filter.h"
#include "tests/support/api_stream.h"
#include "tests/support/scene.h"

namespace tonelift::live_test {
namespace {

constexpr int width = 96, height = 54;

Filter open(const tonelift_options& options, const tonelift_video& in) {
    return Filter(options, in, output_of(options, in), tonelift_device{}, Log(nullptr));
}

class LiveParams : public testing::Test {
  protected:
    LiveParams() { options_.device = "cpu"; }

    tonelift_options with(const char* set) const {
        tonelift_options options = options_;
        options.set = set;
        return options;
    }

    TestPicture shown(Filter& filter, double time) {
        TestPicture from = picture_for(in_), to = picture_for(output_of(options_, in_));
        draw_scene(from, 0);
        const tonelift_frame in_frame = frame_of(from, time), out_frame = frame_of(to, time);
        filter.process({&in_frame, 1}, {&out_frame, 1});
        return to;
    }

    tonelift_video in_ = hdr10_video(TONELIFT_FORMAT_P010, width, height);
    tonelift_options options_ = default_options();
};

TEST_F(LiveParams, PictureAfterAChangeEqualsThatOfANewFilter) {
    Filter filter = open(options_, in_);
    double time = 0;
    shown(filter, time);
    for (const char* set : {"saturation=0.2", "saturation=1.7|detail=0.5", "detail=1|strength=0.5",
                            "shadows=0|highlights=0.9|warmth=-0.4", "strength=0", ""}) {
        const tonelift_options options = with(set);
        filter.set_options(options);
        Filter fresh = open(options, in_);
        EXPECT_TRUE(equal(shown(fresh, 0), shown(filter, time += 0.04), 1)) << set;
    }
}

TEST_F(LiveParams, OtherParamsRebuildThePlanOnce) {
    Filter filter = open(options_, in_);
    const Plan baked = filter.plan();
    filter.set_options(with("saturation=0.5"));
    const Plan moved = filter.plan();
    EXPECT_FALSE(moved == baked);
    for (const char* set : {"saturation=0", "saturation=2", "saturation=0.9"}) {
        filter.set_options(with(set));
        EXPECT_TRUE(filter.plan() == moved) << set;
    }
    options_.saturation = 3;
    filter.set_options(options_);
    EXPECT_TRUE(filter.plan() == moved);
    filter.set_options(with("saturation=3|vibrance=0.3"));
    EXPECT_FALSE(filter.plan() == moved);
}

TEST_F(LiveParams, StructuralParamsRebuildThePlanEachTime) {
    const std::string path = testing::TempDir() + "live_params.tl";
    std::ofstream(path) << "param float reach = 2 in [1, 9]; param int times = 1 in [1, 4];\n"
                           "param float gain = 1 in [0, 2]; plane v = lightness(input);\n"
                           "for (int i = 0; i < times; i++) v = blur_box(v, round(reach));\n"
                           "output gain * color(v);";
    options_.script = path.c_str();
    Filter filter = open(options_, in_);
    double time = 0;
    shown(filter, time);
    for (const char* set : {"reach=3", "reach=5", "times=3", "reach=5|gain=0.5", "gain=0.7"}) {
        const Plan before = filter.plan();
        const tonelift_options options = with(set);
        filter.set_options(options);
        EXPECT_FALSE(filter.plan() == before) << set;
        Filter fresh = open(options, in_);
        EXPECT_TRUE(equal(shown(fresh, 0), shown(filter, time += 0.04), 1)) << set;
    }
    const Plan before = filter.plan();
    filter.set_options(with("gain=0.9"));
    EXPECT_TRUE(filter.plan() == before);
}

TEST_F(LiveParams, NeutralParamsPassTheStreamThrough) {
    in_ = sdr_video(TONELIFT_FORMAT_NV12, width, height);
    options_.preset = "faithful";
    Filter filter = open(options_, in_);
    EXPECT_TRUE(filter.passthrough());
    for (const char* set : {"saturation=0.5", "saturation=0.7"}) {
        filter.set_options(with(set));
        EXPECT_FALSE(filter.passthrough()) << set;
        shown(filter, 0);
        filter.set_options(options_);
        EXPECT_TRUE(filter.passthrough()) << set;
        TestPicture from = picture_for(in_);
        draw_scene(from, 0);
        EXPECT_TRUE(equal(shown(filter, 0.04), from)) << set;
    }
}

}  // namespace
}  // namespace tonelift::live_test
