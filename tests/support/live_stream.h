// SPDX-License-Identifier: BSD-2-Clause
// Runs a stream on a device and changes options while the stream runs, for tests of executors.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/api_stream.h"
#include "tests/support/scene.h"

namespace tonelift {

inline std::vector<TestPicture> shown_live(const char* device, int width, int height) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, width, height);
    tonelift_options options = default_options();
    options.device = device;
    const tonelift_video out = output_of(options, in);
    Messages messages;
    const FilterHandle filter = make_filter(options, in, out, &messages);
    EXPECT_NE(filter, nullptr) << messages.errors;
    std::vector<TestPicture> results;
    for (const char* set : {"", "detail=1.2", "detail=3|saturation=1.4", "detail=1|saturation=0.6",
                            "strength=0.4|warmth=0.3", "strength=0.8|vibrance=0.5"}) {
        options.set = set;
        EXPECT_EQ(tonelift_filter_set_options(filter.get(), &options), TONELIFT_OK)
            << messages.errors;
        TestPicture from = picture_for(in);
        draw_scene(from, 0);
        results.push_back(picture_for(out));
        const double time = 0.04 * static_cast<double>(results.size());
        const tonelift_frame in_frame = frame_of(from, time);
        tonelift_frame out_frame = frame_of(results.back(), time);
        EXPECT_EQ(tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1), TONELIFT_OK)
            << messages.errors;
    }
    return results;
}

}  // namespace tonelift
