// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/options_check.h"

#include <string_view>

#include "core/common/options.h"
#include "core/runtime/filter.h"

namespace tonelift {
namespace {

constexpr int typical_width = 1920, typical_height = 1080;

tonelift_video typical_input() {
    tonelift_video video{};
    video.struct_size = sizeof(video);
    video.format = TONELIFT_FORMAT_YUV420P10;
    video.width = typical_width;
    video.height = typical_height;
    video.primaries = h273::primaries_bt2020;
    video.transfer = h273::transfer_pq;
    video.matrix = h273::matrix_bt2020;
    video.range = h273::range_limited;
    return video;
}

void check_device(const char* device) {
    constexpr std::string_view automatic = "auto";
    if (is_given(device) && device != automatic) open_device(device, {}, Log());
}

}  // namespace

void check_options(tonelift_options options) {
    check_ranges(options);
    check_device(options.device);
    options.device = "cpu";
    if (is_given(options.stats_file)) options.stats = TONELIFT_STATS_AUTO;
    options.stats_file = nullptr;
    const tonelift_video in = describe_input(typical_input(), options, nullptr);
    const Filter filter(options, in, Filter::output(options, in), {}, Log());
}

}  // namespace tonelift
