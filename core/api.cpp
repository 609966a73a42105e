// SPDX-License-Identifier: BSD-2-Clause
// The C interface: checks arguments, calls the library, and converts exceptions to a status.
#include <tonelift/tonelift.h>
#include <tonelift/vulkan.h>

#include <cmath>
#include <memory>
#include <vector>

#include "core/color/describe.h"
#include "core/common/build_version.h"
#include "core/common/options.h"
#include "core/common/structs.h"
#include "core/guard.h"
#include "core/metadata/written_metadata.h"
#include "core/runtime/explain_options.h"
#include "core/runtime/filter.h"
#include "core/runtime/image_frames.h"
#include "core/runtime/options_check.h"

struct tonelift_filter {
    tonelift::Filter filter;
    std::vector<tonelift_frame> in{}, out{};
    std::unique_ptr<tonelift::WrittenMetadata> metadata{};
};

namespace {

using tonelift::guarded;
using tonelift::Log;
using tonelift::read_struct;
using tonelift::require;
using tonelift::StructRule;

constexpr tonelift_video unknown_video() {
    tonelift_video video{};
    video.primaries = video.transfer = video.matrix = TONELIFT_PRIMARIES_UNSPECIFIED;
    return video;
}

void require_count(int count) {
    if (count >= 0) return;
    throw tonelift::Error(
        tonelift::Failure::argument,
        "the number of frames is " + std::to_string(count) + "; allowed is 0 or more");
}

constexpr tonelift_frame unknown_frame() {
    tonelift_frame frame{};
    frame.time = NAN;
    return frame;
}

constexpr StructRule<tonelift_video> video_rule{"tonelift_video", "tonelift_video_default()",
                                                sizeof(size_t), unknown_video()};
constexpr StructRule<tonelift_metadata> metadata_rule{
    "tonelift_metadata", "tonelift_metadata_default()", sizeof(size_t), tonelift_metadata{}};
constexpr StructRule<tonelift_device> device_rule{"tonelift_device", "tonelift_device_default()",
                                                  sizeof(size_t), tonelift_device{}};
// The smallest tonelift_frame that callers may pass ends before the field `time`.
constexpr StructRule<tonelift_frame> frame_rule{"tonelift_frame", "tonelift_frame_default()",
                                                offsetof(tonelift_frame, time), unknown_frame()};

constexpr tonelift_dolby_vision plain_dolby_vision() {
    tonelift_dolby_vision metadata{};
    for (int i = 0; i < 3; ++i) {
        metadata.component[i].pieces = 1;
        metadata.component[i].pivots[1] = 1;
        metadata.component[i].polynomial[0][1] = 1;
        metadata.ycc_to_rgb[i][i] = metadata.rgb_to_lms[i][i] = 1;
    }
    return metadata;
}

const tonelift::Lookahead* lookahead_of(const tonelift_filter* filter) {
    if (filter == nullptr) return nullptr;
    return filter->metadata ? filter->metadata->lookahead() : filter->filter.lookahead();
}

// Returns the changed options of a filter's picture.
tonelift_options changed_options(const tonelift_filter& filter, const tonelift_options* options) {
    const tonelift_options given = tonelift::read_options(options);
    if (!filter.metadata) return given;
    filter.metadata->refuse_change(given);
    return tonelift::picture_options(given);
}

tonelift_video taken(const tonelift_video* video) { return read_struct(video, video_rule); }

tonelift_device taken(const tonelift_device* device) {
    return device != nullptr ? read_struct(device, device_rule) : tonelift_device{};
}

}  // namespace

extern "C" {

const char* tonelift_version(void) { return tonelift::build_version(); }

const char* tonelift_status_text(tonelift_status status) {
    switch (tonelift::number_in(status)) {
        case TONELIFT_OK:
            return "no error";
        case TONELIFT_ERROR_ARGUMENT:
            return "an argument or option is out of range or unknown";
        case TONELIFT_ERROR_UNSUPPORTED:
            return "not supported by this build or device";
        case TONELIFT_ERROR_SCRIPT:
            return "the script does not compile";
        case TONELIFT_ERROR_OUT_OF_MEMORY:
            return "out of memory";
        case TONELIFT_ERROR_IO:
            return "a file cannot be read or written";
        case TONELIFT_ERROR_DEVICE:
            return "the device or its driver failed";
        case TONELIFT_ERROR_INTERNAL:
            return "a bug in Tonelift";
    }
    return "unknown status";
}

void tonelift_video_init(tonelift_video* video, size_t size) {
    tonelift::init_struct(unknown_video(), video, size);
}

void tonelift_frame_init(tonelift_frame* frame, size_t size) {
    tonelift::init_struct(unknown_frame(), frame, size);
}

void tonelift_dolby_vision_init(tonelift_dolby_vision* metadata, size_t size) {
    tonelift::init_struct(plain_dolby_vision(), metadata, size);
}

void tonelift_dolby_trims_init(tonelift_dolby_trims* trims, size_t size) {
    tonelift_dolby_trims neutral{};
    neutral.slope = neutral.power = 1;
    tonelift::init_struct(neutral, trims, size);
}

void tonelift_hdr10_plus_init(tonelift_hdr10_plus* metadata, size_t size) {
    tonelift::init_struct(tonelift_hdr10_plus{}, metadata, size);
}

void tonelift_metadata_init(tonelift_metadata* metadata, size_t size) {
    tonelift::init_struct(tonelift_metadata{}, metadata, size);
}

void tonelift_vulkan_init(tonelift_vulkan* vulkan, size_t size) {
    tonelift::init_struct(tonelift_vulkan{}, vulkan, size);
}

void tonelift_vulkan_frame_init(tonelift_vulkan_frame* frame, size_t size) {
    tonelift::init_struct(tonelift::no_images(), frame, size);
}

void tonelift_device_init(tonelift_device* device, size_t size) {
    tonelift::init_struct(tonelift_device{}, device, size);
}

void tonelift_options_init(tonelift_options* options, size_t size) {
    tonelift::init_struct(tonelift::default_options(), options, size);
}

tonelift_status tonelift_options_set(tonelift_options* options, const char* name, const char* value,
                                     const tonelift_log* log) {
    return guarded(log, [&](const Log&) { tonelift::set_option(options, name, value); });
}

tonelift_status tonelift_options_check(const tonelift_options* options, const tonelift_log* log) {
    return guarded(log, [&](const Log&) {
        const tonelift_options given = tonelift::read_options(options);
        tonelift::check_metadata_options(given);
        tonelift::check_options(given);
    });
}

tonelift_status tonelift_explain(const tonelift_options* options, const tonelift_video* in,
                                 int reasons, const tonelift_log* log) {
    return guarded(log, [&](const Log& messages) {
        messages.info(
            tonelift::explain_options(tonelift::read_options(options), taken(in), reasons != 0));
    });
}

tonelift_format tonelift_format_from_name(const char* name) {
    const tonelift::Format* format = tonelift::find_format(name);
    return static_cast<tonelift_format>(format != nullptr ? format->id : 0);
}

const char* tonelift_format_name(tonelift_format format) {
    const tonelift::Format* found = tonelift::find_format(tonelift::number_in(format));
    return found != nullptr ? found->ffmpeg : nullptr;
}

tonelift_status tonelift_output(const tonelift_options* options, const tonelift_video* in,
                                tonelift_video* out, const tonelift_log* log) {
    return guarded(log, [&](const Log&) {
        require(out != nullptr, "out is NULL");
        check_struct_size(out->struct_size, video_rule);
        const tonelift_options given = tonelift::read_options(options);
        tonelift::check_metadata_options(given);
        const tonelift_video described = tonelift::describe_input(taken(in), given, nullptr);
        tonelift::write_struct(tonelift::writes_metadata(given)
                                   ? described
                                   : tonelift::Filter::output(given, described),
                               out, out->struct_size);
    });
}

tonelift_status tonelift_filter_create(tonelift_filter** filter, const tonelift_options* options,
                                       const tonelift_video* in, const tonelift_video* out,
                                       const tonelift_device* device, const tonelift_log* log) {
    if (filter != nullptr) *filter = nullptr;
    return guarded(log, [&](const Log& messages) {
        require(filter != nullptr, "filter is NULL");
        const tonelift_options given = tonelift::read_options(options);
        tonelift::check_metadata_options(given);
        std::unique_ptr<tonelift_filter> made(new tonelift_filter{tonelift::Filter(
            tonelift::picture_options(given), taken(in), taken(out), taken(device), messages)});
        if (tonelift::writes_metadata(given))
            made->metadata = tonelift::written_metadata(
                given, tonelift::describe_input(taken(in), given, nullptr), taken(device),
                messages);
        *filter = made.release();
    });
}

void tonelift_filter_destroy(tonelift_filter** filter) {
    if (filter == nullptr) return;
    if (*filter != nullptr && (*filter)->metadata) (*filter)->metadata->warn_if_unused();
    delete *filter;
    *filter = nullptr;
}

tonelift_status tonelift_filter_process(tonelift_filter* filter, const tonelift_frame* in,
                                        tonelift_frame* out, int count) {
    if (filter == nullptr) return TONELIFT_ERROR_ARGUMENT;
    return guarded(filter->filter.log(), [&] {
        require_count(count);
        require(count == 0 || (in != nullptr && out != nullptr), "frames are NULL");
        read_array(in, static_cast<size_t>(count), frame_rule, &filter->in);
        read_array(out, static_cast<size_t>(count), frame_rule, &filter->out);
        if (filter->metadata) filter->metadata->take(filter->in);
        filter->filter.process(filter->in, filter->out);
    });
}

void tonelift_filter_lookahead(const tonelift_filter* filter, double* seconds, int* frames) {
    const tonelift::Lookahead* lookahead = lookahead_of(filter);
    if (seconds != nullptr) *seconds = lookahead != nullptr ? lookahead->seconds() : 0;
    if (frames != nullptr)
        *frames = lookahead != nullptr ? static_cast<int>(lookahead->most_ahead()) : 0;
}

tonelift_status tonelift_filter_look(tonelift_filter* filter, const tonelift_frame* in, int count) {
    if (filter == nullptr) return TONELIFT_ERROR_ARGUMENT;
    return guarded(filter->filter.log(), [&] {
        require_count(count);
        require(count == 0 || in != nullptr, "frames are NULL");
        read_array(in, static_cast<size_t>(count), frame_rule, &filter->in);
        if (filter->metadata)
            filter->metadata->look(filter->in);
        else
            filter->filter.look(filter->in);
    });
}

int tonelift_filter_ready(const tonelift_filter* filter) {
    const tonelift::Lookahead* lookahead = lookahead_of(filter);
    return lookahead != nullptr ? static_cast<int>(lookahead->ready()) : 0;
}

tonelift_status tonelift_filter_set_options(tonelift_filter* filter,
                                            const tonelift_options* options) {
    if (filter == nullptr) return TONELIFT_ERROR_ARGUMENT;
    return guarded(filter->filter.log(),
                   [&] { filter->filter.set_options(changed_options(*filter, options)); });
}

tonelift_status tonelift_filter_set_input(tonelift_filter* filter, const tonelift_video* in) {
    if (filter == nullptr) return TONELIFT_ERROR_ARGUMENT;
    return guarded(filter->filter.log(), [&] {
        const tonelift_video video = taken(in);
        if (!filter->metadata) return filter->filter.set_input(video);
        const tonelift_video known =
            tonelift::describe_input(video, filter->metadata->options(), nullptr);
        tonelift::check_metadata_input(known);
        filter->filter.set_input(video);
        filter->metadata->follow(known);
    });
}

tonelift_status tonelift_filter_finish(tonelift_filter* filter) {
    if (filter == nullptr) return TONELIFT_ERROR_ARGUMENT;
    return guarded(filter->filter.log(), [&] { filter->filter.finish(); });
}

tonelift_status tonelift_filter_reset(tonelift_filter* filter) {
    if (filter == nullptr) return TONELIFT_ERROR_ARGUMENT;
    filter->filter.reset();
    if (filter->metadata) filter->metadata->reset();
    return TONELIFT_OK;
}

tonelift_status tonelift_filter_light(tonelift_filter* filter, double* max_cll, double* max_fall) {
    if (filter == nullptr) return TONELIFT_ERROR_ARGUMENT;
    return guarded(filter->filter.log(), [&] {
        require(max_cll != nullptr && max_fall != nullptr, "max_cll or max_fall is NULL");
        const tonelift::LightLevel light = filter->filter.light();
        *max_cll = light.max_cll;
        *max_fall = light.max_fall;
    });
}

tonelift_status tonelift_filter_metadata(tonelift_filter* filter, const tonelift_frame* frame,
                                         tonelift_metadata* metadata) {
    if (filter == nullptr) return TONELIFT_ERROR_ARGUMENT;
    return guarded(filter->filter.log(), [&] {
        require(metadata != nullptr, "metadata is NULL");
        require(filter->metadata != nullptr, "the option metadata is off");
        check_struct_size(metadata->struct_size, metadata_rule);
        tonelift::write_struct(filter->metadata->of(read_struct(frame, frame_rule)), metadata,
                               metadata->struct_size);
    });
}

int tonelift_filter_batch(const tonelift_filter* filter) {
    return filter != nullptr ? filter->filter.batch() : 1;
}

int tonelift_filter_passthrough(const tonelift_filter* filter) {
    return filter != nullptr && filter->filter.passthrough() ? 1 : 0;
}

tonelift_status tonelift_filters_set_options(tonelift_filter* const* filters,
                                             const tonelift_options* const* options, int count) {
    if (count == 0) return TONELIFT_OK;
    if (count < 0 || filters == nullptr || filters[0] == nullptr) return TONELIFT_ERROR_ARGUMENT;
    return guarded(filters[0]->filter.log(), [&] {
        require(options != nullptr, "options are NULL");
        std::vector<tonelift::Filter::Change> changes;
        changes.reserve(static_cast<size_t>(count));
        for (int i = 0; i < count; ++i) {
            require(filters[i] != nullptr, "a filter is NULL");
            changes.push_back(filters[i]->filter.changed(changed_options(*filters[i], options[i])));
        }
        for (int i = 0; i < count; ++i)
            filters[i]->filter.take(std::move(changes[static_cast<size_t>(i)]));
    });
}

tonelift_status tonelift_filter_read_script(tonelift_filter* filter) {
    if (filter == nullptr) return TONELIFT_ERROR_ARGUMENT;
    return guarded(filter->filter.log(), [&] { filter->filter.read_script(); });
}

}  // extern "C"
