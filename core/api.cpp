// SPDX-License-Identifier: BSD-2-Clause
//
// The C boundary: check, call, catch. No logic.
#include <tonelift/tonelift.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "core/color/describe.h"
#include "core/options.h"
#include "core/runtime/filter.h"
#include "kernels/error.h"

struct tonelift_filter {
    tonelift::Filter filter;
};

namespace {

using tonelift::Error;
using tonelift::Failure;
using tonelift::Log;

tonelift_status status_of(Failure failure) {
    switch (failure) {
        case Failure::argument:
            return TONELIFT_ERROR_ARGUMENT;
        case Failure::unsupported:
            return TONELIFT_ERROR_UNSUPPORTED;
        case Failure::script:
            return TONELIFT_ERROR_SCRIPT;
        case Failure::out_of_memory:
            return TONELIFT_ERROR_OUT_OF_MEMORY;
        case Failure::io:
            return TONELIFT_ERROR_IO;
        case Failure::device:
            return TONELIFT_ERROR_DEVICE;
        case Failure::internal:
            break;
    }
    return TONELIFT_ERROR_INTERNAL;
}

// Runs body and turns what it throws into a status and a message.
template <typename Body>
tonelift_status guarded(const Log& log, Body body) noexcept {
    try {
        body();
        return TONELIFT_OK;
    } catch (const Error& error) {
        log.error(error.what());
        return status_of(error.failure());
    } catch (const std::bad_alloc&) {
        log.error("out of memory");
        return TONELIFT_ERROR_OUT_OF_MEMORY;
    } catch (const std::exception& error) {
        log.error(std::string("internal error: ") + error.what());
    } catch (...) {
        log.error("internal error");
    }
    return TONELIFT_ERROR_INTERNAL;
}

void require(bool condition, const char* message) {
    if (!condition) throw Error(Failure::argument, message);
}

// A struct of a caller that may have been built against an older or newer version: the fields that
// both know, the library's defaults for the rest.
template <typename T>
T taken(const T* given, void (*fill)(T*), const char* missing) {
    require(given != nullptr && given->struct_size >= sizeof(size_t), missing);
    T result;
    fill(&result);
    std::memcpy(&result, given, std::min(given->struct_size, sizeof(T)));
    result.struct_size = sizeof(T);
    return result;
}

tonelift_options taken(const tonelift_options* options) {
    return taken(options, tonelift_options_default,
                 "options are missing or were not set by tonelift_options_default()");
}

tonelift_video taken(const tonelift_video* video) {
    return taken(video, tonelift_video_default,
                 "a video description is missing or was not set by tonelift_video_default()");
}

void set_host(tonelift_device* device) { *device = {}; }

tonelift_device taken(const tonelift_device* device) {
    if (device == nullptr) return {};
    return taken(device, set_host, "struct_size of the device is not set");
}

}  // namespace

extern "C" {

const char* tonelift_version(void) { return TONELIFT_VERSION; }

const char* tonelift_status_text(tonelift_status status) {
    switch (status) {
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
            return "a bug of Tonelift";
    }
    return "unknown status";
}

void tonelift_video_default(tonelift_video* video) {
    if (video == nullptr) return;
    std::memset(video, 0, sizeof(*video));
    video->struct_size = sizeof(*video);
    video->primaries = video->transfer = video->matrix = tonelift::h273::unspecified;
}

void tonelift_options_default(tonelift_options* options) {
    if (options != nullptr) *options = tonelift::default_options();
}

tonelift_status tonelift_options_set(tonelift_options* options, const char* name, const char* value,
                                     const tonelift_log* log) {
    return guarded(Log(log), [&] { tonelift::set_option(options, name, value); });
}

tonelift_format tonelift_format_from_name(const char* name) {
    const tonelift::Format* format = tonelift::find_format(name);
    return static_cast<tonelift_format>(format != nullptr ? format->number : 0);
}

const char* tonelift_format_name(tonelift_format format) {
    const tonelift::Format* found = tonelift::find_format(static_cast<int>(format));
    return found != nullptr ? found->ffmpeg : nullptr;
}

tonelift_status tonelift_output(const tonelift_options* options, const tonelift_video* in,
                                tonelift_video* out, const tonelift_log* log) {
    return guarded(Log(log), [&] {
        require(out != nullptr, "there is no room for the description of the output");
        const tonelift_options given = taken(options);
        *out = tonelift::Filter::output(given, tonelift::describe_input(taken(in), given, nullptr));
    });
}

tonelift_status tonelift_filter_create(tonelift_filter** filter, const tonelift_options* options,
                                       const tonelift_video* in, const tonelift_video* out,
                                       const tonelift_device* device, const tonelift_log* log) {
    if (filter != nullptr) *filter = nullptr;
    return guarded(Log(log), [&] {
        require(filter != nullptr, "there is no place for the filter");
        *filter = new tonelift_filter{
            tonelift::Filter(taken(options), taken(in), taken(out), taken(device), Log(log))};
    });
}

void tonelift_filter_destroy(tonelift_filter** filter) {
    if (filter == nullptr) return;
    delete *filter;
    *filter = nullptr;
}

tonelift_status tonelift_filter_process(tonelift_filter* filter, const tonelift_frame* in,
                                        tonelift_frame* out, int count) {
    if (filter == nullptr) return TONELIFT_ERROR_ARGUMENT;
    return guarded(filter->filter.log(), [&] {
        require(count >= 0 && (count == 0 || (in != nullptr && out != nullptr)),
                "frames are missing");
        const auto n = static_cast<size_t>(count);
        for (size_t i = 0; i < n; ++i) {
            require(in[i].struct_size == sizeof(tonelift_frame) &&
                        out[i].struct_size == sizeof(tonelift_frame),
                    "struct_size of a frame is not sizeof(tonelift_frame)");
        }
        filter->filter.process({in, n}, {out, n});
    });
}

tonelift_status tonelift_filter_set_options(tonelift_filter* filter,
                                            const tonelift_options* options) {
    if (filter == nullptr) return TONELIFT_ERROR_ARGUMENT;
    return guarded(filter->filter.log(), [&] { filter->filter.set_options(taken(options)); });
}

tonelift_status tonelift_filter_set_input(tonelift_filter* filter, const tonelift_video* in) {
    if (filter == nullptr) return TONELIFT_ERROR_ARGUMENT;
    return guarded(filter->filter.log(), [&] { filter->filter.set_input(taken(in)); });
}

tonelift_status tonelift_filter_finish(tonelift_filter* filter) {
    if (filter == nullptr) return TONELIFT_ERROR_ARGUMENT;
    return guarded(filter->filter.log(), [&] { filter->filter.finish(); });
}

tonelift_status tonelift_filter_reset(tonelift_filter* filter) {
    if (filter == nullptr) return TONELIFT_ERROR_ARGUMENT;
    filter->filter.reset();
    return TONELIFT_OK;
}

tonelift_status tonelift_filter_light(tonelift_filter* filter, double* max_cll, double* max_fall) {
    if (filter == nullptr) return TONELIFT_ERROR_ARGUMENT;
    return guarded(filter->filter.log(), [&] {
        require(max_cll != nullptr && max_fall != nullptr, "there is no room for the light level");
        const tonelift::LightLevel light = filter->filter.light();
        *max_cll = light.max_cll;
        *max_fall = light.max_fall;
    });
}

int tonelift_filter_batch(const tonelift_filter* filter) {
    return filter != nullptr ? filter->filter.batch() : 1;
}

int tonelift_filter_passthrough(const tonelift_filter* filter) {
    return filter != nullptr && filter->filter.passthrough() ? 1 : 0;
}

}  // extern "C"
