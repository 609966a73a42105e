// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/options_check.h"

#include <exception>
#include <string_view>

#include "core/common/options.h"
#include "core/common/text.h"
#include "core/runtime/device_choice.h"
#include "core/runtime/filter.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

struct Size {
    int width;
    int height;
};

// Frame sizes in pixels. The check passes if the script works for one of these sizes, because some
// scripts are made for certain sizes only.
constexpr Size typical_sizes[] = {{1920, 1080}, {3840, 2160}, {640, 360}, {160, 90}};

tonelift_video typical_input(const Size& size) {
    tonelift_video video{};
    video.struct_size = sizeof(video);
    video.format = TONELIFT_FORMAT_YUV420P10;
    video.width = size.width;
    video.height = size.height;
    video.primaries = h273::primaries_bt2020;
    video.transfer = h273::transfer_pq;
    video.matrix = h273::matrix_bt2020;
    video.range = h273::range_limited;
    return video;
}

void check_device(const char* device) {
    constexpr std::string_view automatic = "auto";
    if (is_given(device) && !same_name(device, automatic)) open_device(device, {}, Log());
}

// Makes the plan but no executor, because an executor would allocate memory for frames.
void make_plan(const tonelift_options& options, const Size& size) {
    const tonelift_video in = describe_input(typical_input(size), options, nullptr);
    const tonelift_video out = Filter::output(options, in);
    Filter::check(in, out);
    const Settings settings(options);
    const Machine machine(settings, in, out, {}, Log());
    build(script_source(settings), settings, {in}, out, {}, Log());
}

void check_script(const tonelift_options& options) {
    std::exception_ptr first;
    for (const Size& size : typical_sizes) {
        try {
            return make_plan(options, size);
        } catch (const Error& error) {
            if (error.failure() != Failure::script) throw;
            if (!first) first = std::current_exception();
        }
    }
    std::rethrow_exception(first);
}

// Sets the highest limits of a script's cost, because the cost per pixel depends on the frame size.
void lift_limits(tonelift_options& options) {
    options.script_memory = find_option("script_memory")->maximum;
    options.script_work = find_option("script_work")->maximum;
}

}  // namespace

void check_options(tonelift_options options) {
    check_ranges(options);
    check_device(options.device);
    options.device = "cpu";
    if (is_given(options.stats_file)) options.stats = TONELIFT_STATS_AUTO;
    options.stats_file = nullptr;
    lift_limits(options);
    check_script(options);
}

}  // namespace tonelift
