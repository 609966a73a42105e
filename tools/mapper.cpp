// SPDX-License-Identifier: BSD-2-Clause
#include "tools/mapper.h"

#include "kernels/error.h"
#include "kernels/format.h"
#include "tools/progress.h"

namespace tonelift {
namespace {

// Keeps the limited range of RGB picture files, whose tags are reliable. libtonelift otherwise
// assumes full range for RGB, because a range tag of RGB video can be left over from YUV.
void keep_range_of_file(const tonelift_video& in, tonelift_options* options) {
    const Format* const format = find_format(in.format);
    if (options->in_range <= 0 && format != nullptr && format->family == Family::RGB &&
        in.range == TONELIFT_RANGE_LIMITED)
        options->in_range = TONELIFT_RANGE_LIMITED;
}

}  // namespace

Mapper::Mapper(const tonelift_options& options, const tonelift_video& in)
    : log_{sizeof(tonelift_log), this, take}, options_(options), in_(in) {
    tonelift_video_default(&out_);
    keep_range_of_file(in_, &options_);
    check(tonelift_output(&options_, &in_, &out_, &log_));
}

void Mapper::start() {
    tonelift_filter* filter = nullptr;
    check(tonelift_filter_create(&filter, &options_, &in_, &out_, nullptr, &log_));
    filter_.reset(filter);
}

bool Mapper::looks_ahead() const {
    int frames = 0;
    tonelift_filter_lookahead(filter_.get(), nullptr, &frames);
    return frames > 0;
}

void Mapper::look(const tonelift_frame& frame) {
    check(tonelift_filter_look(filter_.get(), &frame, 1));
}

void Mapper::map(std::span<const tonelift_frame> from, std::span<tonelift_frame> to) {
    check(tonelift_filter_process(filter_.get(), from.data(), to.data(),
                                  static_cast<int>(from.size())));
}

void Mapper::finish() { check(tonelift_filter_finish(filter_.get())); }

void Mapper::take(void* self, tonelift_log_level level, const char* message) {
    if (level == TONELIFT_LOG_ERROR) static_cast<Mapper*>(self)->error_ = message;
    if (level == TONELIFT_LOG_WARNING) print_message(message);
}

void Mapper::check(tonelift_status status) const {
    if (status == TONELIFT_OK) return;
    const Failure failure = status == TONELIFT_ERROR_ARGUMENT ? Failure::argument : Failure::io;
    throw Error(failure, error_.empty() ? tonelift_status_text(status) : error_);
}

}  // namespace tonelift
