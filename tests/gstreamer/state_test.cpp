// SPDX-License-Identifier: BSD-2-Clause
// Tests which events discard the state from earlier frames, and which events keep it.
#include <gtest/gtest.h>

#include "tests/gstreamer/picture_buffer.h"
#include "tests/support/api_stream.h"

namespace tonelift::state_test {
namespace {

constexpr int width = 64, height = 36;
constexpr int change = 3, frames = 6;

TestPicture noise(const tonelift_video& video, int index) {
    TestPicture picture = picture_for(video);
    picture.fill_legal(1);
    const double scale = 0.5 + 0.04 * index;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            picture.set_code(0, x, y, 64 + (picture.code(0, x, y) - 64) * scale);
        }
    }
    return picture;
}

class State : public testing::Test {
  protected:
    State() {
        for (int i = 0; i < frames; ++i) pictures_.push_back(noise(in_, i));
    }

    static std::string caps(const std::string& more = "") {
        return video_caps("I420_10LE", width, height, "bt2100-pq", more);
    }

    enum class Direct { goes_on, starts_anew };
    std::vector<TestPicture> made_directly(Direct at_change, double shift = 0,
                                           const tonelift_video* then = nullptr) const {
        const tonelift_video out = output_of(default_options(), in_);
        const FilterHandle filter = make_filter(default_options(), in_, out);
        std::vector<TestPicture> results;
        for (int i = 0; i < frames; ++i) {
            if (i == change && then != nullptr) tonelift_filter_set_input(filter.get(), then);
            tonelift_frame from =
                frame_of(pictures_[static_cast<size_t>(i)], i / 25.0 + (i >= change ? shift : 0));
            from.discontinuity = i == change && at_change == Direct::starts_anew;
            results.push_back(picture_for(out));
            tonelift_frame to = frame_of(results.back(), 0);
            EXPECT_EQ(tonelift_filter_process(filter.get(), &from, &to, 1), TONELIFT_OK);
        }
        return results;
    }

    template <typename Function>
    std::vector<TestPicture> made_by_element(Function happens, int shift = 0) {
        element_.set_input(caps());
        const TestPicture like = picture_for(output_of(default_options(), in_));
        std::vector<TestPicture> results;
        for (int i = 0; i < frames; ++i) {
            if (i == change) happens();
            const TestPicture& picture = pictures_[static_cast<size_t>(i)];
            EXPECT_EQ(element_.push(buffer_of(picture), i + (i >= change ? shift : 0)),
                      GST_FLOW_OK);
            const BufferHandle out = element_.pull();
            results.push_back(picture_of(out.get(), like));
        }
        return results;
    }

    static bool same(const std::vector<TestPicture>& a, const std::vector<TestPicture>& b) {
        for (size_t i = 0; i < frames; ++i) {
            if (!equal(a[i], b[i])) return false;
        }
        return true;
    }

    void send_segment(GstClockTime start) {
        GstSegment segment;
        gst_segment_init(&segment, GST_FORMAT_TIME);
        segment.start = segment.time = start;
        gst_harness_push_event(element_.harness(), gst_event_new_segment(&segment));
    }

    tonelift_video in_ = hdr10_of_caps(width, height);
    std::vector<TestPicture> pictures_;
    Element element_;
};

TEST_F(State, AffectsThePicture) {
    EXPECT_FALSE(same(made_directly(Direct::goes_on), made_directly(Direct::starts_anew)));
}

TEST_F(State, IsKeptFromFrameToFrame) {
    EXPECT_TRUE(same(made_by_element([] {}), made_directly(Direct::goes_on)));
}

TEST_F(State, IsKeptWithOtherHdrMetadata) {
    tonelift_video then = in_;
    then.max_cll = 600;
    then.max_fall = 100;
    EXPECT_TRUE(
        same(made_by_element([&] {
                 const CapsHandle changed(
                     gst_caps_from_string(caps("content-light-level=(string)600:100").c_str()));
                 gst_harness_push_event(element_.harness(), gst_event_new_caps(changed.get()));
             }),
             made_directly(Direct::goes_on, 0, &then)));
}

TEST_F(State, IsKeptAfterALostFrame) {
    EXPECT_TRUE(same(made_by_element([] {}, 2), made_directly(Direct::goes_on, 2 / 25.0)));
}

TEST_F(State, IsDiscardedAfterASeek) {
    EXPECT_TRUE(same(made_by_element([&] {
                         gst_harness_push_event(element_.harness(), gst_event_new_flush_start());
                         gst_harness_push_event(element_.harness(), gst_event_new_flush_stop(TRUE));
                         send_segment(0);
                     }),
                     made_directly(Direct::starts_anew)));
}

TEST_F(State, IsDiscardedInAnotherSegment) {
    EXPECT_TRUE(same(made_by_element([&] { send_segment(frame_duration); }),
                     made_directly(Direct::starts_anew)));
}

TEST_F(State, IsDiscardedAfterAJumpInTime) {
    EXPECT_TRUE(same(made_by_element([] {}, 100), made_directly(Direct::starts_anew, 4.0)));
}

}  // namespace
}  // namespace tonelift::state_test
