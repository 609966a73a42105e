// SPDX-License-Identifier: BSD-2-Clause
// Helpers for tests of streams through the public API: descriptions of video, frames and messages.
#pragma once

#include <gtest/gtest.h>
#include <tonelift/tonelift.h>

#include <memory>
#include <string>

#include "tests/support/test_picture.h"

namespace tonelift {

struct Messages {
    std::string errors;
    std::string warnings;

    tonelift_log log() {
        return {sizeof(tonelift_log), this,
                [](void* user, tonelift_log_level level, const char* message) {
                    auto* self = static_cast<Messages*>(user);
                    if (level == TONELIFT_LOG_ERROR) self->errors += std::string(message) + "\n";
                    if (level == TONELIFT_LOG_WARNING)
                        self->warnings += std::string(message) + "\n";
                }};
    }
};

inline tonelift_video make_video(tonelift_format format, int width, int height) {
    tonelift_video video;
    tonelift_video_default(&video);
    video.format = format;
    video.width = width;
    video.height = height;
    return video;
}

inline tonelift_video hdr10_video(tonelift_format format, int width, int height) {
    tonelift_video video = make_video(format, width, height);
    video.primaries = TONELIFT_PRIMARIES_BT2020;
    video.transfer = TONELIFT_TRANSFER_PQ;
    video.matrix = TONELIFT_MATRIX_BT2020NC;
    video.range = TONELIFT_RANGE_LIMITED;
    return video;
}

inline tonelift_video sdr_video(tonelift_format format, int width, int height) {
    tonelift_video video = make_video(format, width, height);
    video.primaries = video.transfer = video.matrix = 1;
    video.range = 1;
    return video;
}

inline tonelift_video srgb_video(tonelift_format format, int width, int height) {
    tonelift_video video = make_video(format, width, height);
    video.primaries = TONELIFT_PRIMARIES_BT709;
    video.transfer = TONELIFT_TRANSFER_SRGB;
    video.matrix = TONELIFT_MATRIX_RGB;
    video.range = TONELIFT_RANGE_FULL;
    return video;
}

inline tonelift_options default_options() {
    tonelift_options options;
    tonelift_options_default(&options);
    return options;
}

struct DestroyFilter {
    void operator()(tonelift_filter* filter) const { tonelift_filter_destroy(&filter); }
};
using FilterHandle = std::unique_ptr<tonelift_filter, DestroyFilter>;

inline FilterHandle make_filter(const tonelift_options& options, const tonelift_video& in,
                                const tonelift_video& out, Messages* messages = nullptr) {
    Messages unread;
    const tonelift_log log = (messages != nullptr ? messages : &unread)->log();
    tonelift_filter* filter = nullptr;
    tonelift_filter_create(&filter, &options, &in, &out, nullptr,
                           messages != nullptr ? &log : nullptr);
    return FilterHandle(filter);
}

inline tonelift_video output_of(const tonelift_options& options, const tonelift_video& in) {
    tonelift_video out;
    tonelift_video_default(&out);
    tonelift_output(&options, &in, &out, nullptr);
    return out;
}

inline TestPicture picture_for(const tonelift_video& video, Pitch pitch = Pitch::padded) {
    return TestPicture({find_format(video.format), video.width, video.height, video.range == 2,
                        static_cast<int>(video.chroma_location)},
                       pitch);
}

inline tonelift_frame frame_of(const TestPicture& picture, double time) {
    tonelift_frame frame;
    tonelift_frame_default(&frame);
    const FramePlanes planes = picture.planes();
    for (size_t i = 0; i < 4; ++i) {
        frame.data[i] = planes.data[i];
        frame.pitch[i] = planes.pitch[i];
    }
    frame.time = time;
    frame.timestamp = static_cast<int64_t>(time * 1000 + 0.5);
    return frame;
}

// Maps one picture with a new filter.
inline TestPicture mapped(const tonelift_options& options, const tonelift_video& in,
                          const TestPicture& picture, Pitch pitch = Pitch::padded) {
    const tonelift_video out = output_of(options, in);
    TestPicture result = picture_for(out, pitch);
    Messages messages;
    const FilterHandle filter = make_filter(options, in, out, &messages);
    EXPECT_NE(filter, nullptr) << messages.errors;
    const tonelift_frame from = frame_of(picture, 0);
    tonelift_frame to = frame_of(result, 0);
    EXPECT_EQ(tonelift_filter_process(filter.get(), &from, &to, 1), TONELIFT_OK) << messages.errors;
    EXPECT_TRUE(result.padding_untouched());
    return result;
}

}  // namespace tonelift
