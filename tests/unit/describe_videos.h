// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/color/describe.h"
#include "core/common/options.h"

namespace tonelift {

inline constexpr int format_numbers[] = {
#define TONELIFT_FORMAT(id, number, ffmpeg, gstreamer, family, sample, depth, shift, chroma_w, \
                        chroma_h, components)                                                  \
    number,
#include <tonelift/formats.def>
};

inline tonelift_video untagged(int format, int width, int height) {
    tonelift_video video{};
    video.struct_size = sizeof(video);
    video.format = static_cast<tonelift_format>(format);
    video.width = width;
    video.height = height;
    video.primaries = video.transfer = video.matrix = h273::unspecified;
    return video;
}

inline tonelift_video hdr10(int format = TONELIFT_FORMAT_YUV420P10) {
    tonelift_video video = untagged(format, 1920, 1080);
    video.primaries = h273::primaries_bt2020;
    video.transfer = h273::transfer_pq;
    video.matrix = h273::matrix_bt2020;
    video.range = h273::range_limited;
    return video;
}

inline tonelift_video described(const tonelift_video& video,
                                const tonelift_options& options = default_options()) {
    return describe_input(video, options, nullptr);
}

inline tonelift_video output_of(const tonelift_video& video,
                                const tonelift_options& options = default_options()) {
    return describe_output(options, described(video, options));
}

}  // namespace tonelift
