// SPDX-License-Identifier: BSD-2-Clause
#include "filter.h"

#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace tonelift::python {
namespace {

tonelift_video video_of(const tonelift_video& source, const Form& form) {
    tonelift_video video = source;
    video.format = form.format;
    video.width = form.width;
    video.height = form.height;
    return video;
}

std::vector<tonelift_frame> frames_of(const Picture& picture, const FrameTimes& times) {
    std::vector<tonelift_frame> frames;
    const auto count = static_cast<size_t>(picture.count());
    if (times.time.size() != count || times.timestamp.size() != count)
        raise_argument("a batch of " + std::to_string(count) +
                       " frames has another number of times; give one time per frame");
    for (size_t i = 0; i < count; ++i) {
        tonelift_frame frame = picture.frame(static_cast<int>(i));
        frame.time = times.time[i];
        frame.timestamp = times.timestamp[i];
        frame.scene_peak = times.scene_peak;
        frames.push_back(frame);
    }
    return frames;
}

}  // namespace

NativeFilter::NativeFilter(const Options& options, const tonelift_video& source,
                           const Picture& first, uintptr_t stream)
    : context_(first.form().on_device ? first.form().device : -1),
      in_(video_of(source, first.form())),
      form_(first.form()) {
    tonelift_video_default(&out_);
    check(tonelift_output(options.get(), &in_, &out_, messages_.log()));
    output_form_ = python::output_form(form_, out_);
    tonelift_device device;
    tonelift_device_default(&device);
    device.cuda_context = context_.get();
    device.cuda_stream = reinterpret_cast<void*>(stream);
    device.input_on_device = device.output_on_device = form_.on_device;
    tonelift_filter* filter = nullptr;
    tonelift_status status = TONELIFT_OK;
    {
        const nb::gil_scoped_release release;
        status = tonelift_filter_create(&filter, options.get(), &in_, &out_,
                                        form_.on_device ? &device : nullptr, messages_.log());
    }
    check(status);
    filter_.reset(filter);
}

// Raises an error without logging, because the caller of the constructor holds a lock, which a
// handler of Python's logging module can need. Without an error, messages wait for the next call.
void NativeFilter::check(tonelift_status status) {
    if (status == TONELIFT_OK) return;
    std::vector<Message> messages = messages_.take_all();
    std::erase_if(messages, [](const Message& m) { return m.level != TONELIFT_LOG_ERROR; });
    deliver(messages, status);
}

// The messages are delivered after the lock is released. A handler of Python's logging module can
// therefore use the filter.
template <typename Call>
void NativeFilter::run(Call call) {
    std::vector<Message> messages;
    tonelift_status status;
    {
        const nb::gil_scoped_release release;
        const std::lock_guard<std::mutex> lock(mutex_);
        status = call();
        messages = messages_.take_all();
    }
    deliver(messages, status);
}

template <typename Get>
auto NativeFilter::value_of(Get get) {
    const nb::gil_scoped_release release;
    const std::lock_guard<std::mutex> lock(mutex_);
    return get(filter_.get());
}

void NativeFilter::check_form(const Picture& picture, const Form& form, const char* name) const {
    if (picture.form() == form) return;
    raise_argument(std::string(name) + " is " + picture.form().text() + ", but the filter needs " +
                   form.text() + "; another form needs another filter");
}

void NativeFilter::process(const Picture& in, const Picture& out, const FrameTimes& times) {
    check_form(in, form_, "the frame");
    check_form(out, output_form_, "out");
    if (in.count() != out.count())
        raise_argument("out has " + std::to_string(out.count()) + " frames; allowed is " +
                       std::to_string(in.count()) + ", as the input has");
    const std::vector<tonelift_frame> from = frames_of(in, times);
    std::vector<tonelift_frame> to = frames_of(out, times);
    run([&] { return tonelift_filter_process(filter_.get(), from.data(), to.data(), in.count()); });
}

void NativeFilter::look(const Picture& in, const FrameTimes& times) {
    check_form(in, form_, "the frame");
    const std::vector<tonelift_frame> frames = frames_of(in, times);
    run([&] { return tonelift_filter_look(filter_.get(), frames.data(), in.count()); });
}

void NativeFilter::set_options(const Options& options) {
    run([&] { return tonelift_filter_set_options(filter_.get(), options.get()); });
}

void NativeFilter::set_source(const tonelift_video& source) {
    const tonelift_video video = video_of(source, form_);
    run([&] { return tonelift_filter_set_input(filter_.get(), &video); });
}

void NativeFilter::read_script() {
    run([&] { return tonelift_filter_read_script(filter_.get()); });
}

void NativeFilter::reset() {
    run([&] { return tonelift_filter_reset(filter_.get()); });
}

void NativeFilter::finish() {
    run([&] { return tonelift_filter_finish(filter_.get()); });
}

std::pair<double, double> NativeFilter::light() {
    std::pair<double, double> light;
    run([&] { return tonelift_filter_light(filter_.get(), &light.first, &light.second); });
    return light;
}

int NativeFilter::lookahead() {
    return value_of([](const tonelift_filter* filter) {
        int frames = 0;
        tonelift_filter_lookahead(filter, nullptr, &frames);
        return frames;
    });
}

int NativeFilter::ready() { return value_of(tonelift_filter_ready); }

int NativeFilter::batch() { return value_of(tonelift_filter_batch); }

bool NativeFilter::passthrough() { return value_of(tonelift_filter_passthrough) != 0; }

}  // namespace tonelift::python
