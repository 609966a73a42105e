// SPDX-License-Identifier: BSD-2-Clause
//
// The module tonelift._native: wraps the C API for the classes of python/tonelift.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <tonelift/tonelift.h>

#include "filter.h"
#include "lists.h"
#include "video.h"

namespace nb = nanobind;

namespace {

using tonelift::python::ArrayShape;
using tonelift::python::FrameTimes;
using tonelift::python::Messages;
using tonelift::python::NativeFilter;
using tonelift::python::Options;
using tonelift::python::Picture;

void check_options(const nb::dict& values) {
    const Options options(values);
    Messages messages;
    messages.check(tonelift_options_check(options.get(), messages.log()));
}

std::string explain(const nb::dict& values, const tonelift_video& source, bool reasons) {
    const Options options(values);
    Messages messages;
    const tonelift_status status =
        tonelift_explain(options.get(), &source, reasons ? 1 : 0, messages.log());
    if (status != TONELIFT_OK) messages.check(status);
    std::string text;
    for (const tonelift::python::Message& message : messages.take_all()) {
        if (message.level == TONELIFT_LOG_INFO) text += message.text;
    }
    return text;
}

std::vector<std::pair<nb::object, const char*>> output_arrays(const NativeFilter& filter,
                                                              const Picture& in) {
    std::vector<std::pair<nb::object, const char*>> arrays;
    for (const ArrayShape& array : shapes_of(filter.output_form(), in.is_batch() ? in.count() : 0))
        arrays.emplace_back(nb::tuple(nb::cast(array.shape)), array.type);
    return arrays;
}

void bind_picture(nb::module_& module) {
    nb::class_<Picture>(module, "Picture", "Arrays as frames, without a copy.")
        .def(
            "__init__",
            [](Picture* self, const nb::object& arrays, const tonelift_video& known,
               const std::string& layout, bool writable) {
                new (self)
                    Picture(arrays, known, tonelift::python::arrangement_called(layout), writable);
            },
            nb::arg("arrays").none(), nb::arg("known"), nb::arg("layout"), nb::arg("writable"))
        .def_prop_ro("count", &Picture::count)
        .def_prop_ro("is_batch", &Picture::is_batch)
        .def_prop_ro("on_device", [](const Picture& self) { return self.form().on_device; });
}

FrameTimes times_of(const std::vector<double>& time, const std::vector<int64_t>& timestamp,
                    double scene_peak) {
    return {time, timestamp, scene_peak};
}

void bind_filter(nb::module_& module) {
    nb::class_<FrameTimes>(module, "FrameTimes", "Times and metadata of the frames of a call.")
        .def(nb::new_(&times_of), nb::arg("time"), nb::arg("timestamp"), nb::arg("scene_peak"));
    nb::class_<NativeFilter>(module, "NativeFilter", "A filter of the C API.")
        .def(
            "__init__",
            [](NativeFilter* self, const nb::dict& options, const tonelift_video& source,
               const Picture& first, uintptr_t stream) {
                new (self) NativeFilter(Options(options), source, first, stream);
            },
            nb::arg("options"), nb::arg("source"), nb::arg("first"), nb::arg("stream"))
        .def_prop_ro("output", &NativeFilter::output)
        .def_prop_ro("batch", &NativeFilter::batch)
        .def_prop_ro("passthrough", &NativeFilter::passthrough)
        .def_prop_ro("lookahead", &NativeFilter::lookahead)
        .def_prop_ro("ready", &NativeFilter::ready)
        .def_prop_ro("light", &NativeFilter::light)
        .def_prop_ro("output_is_array",
                     [](const NativeFilter& self) {
                         return self.output_form().arrangement !=
                                tonelift::python::Arrangement::planes;
                     })
        .def("output_arrays", &output_arrays)
        .def("process", &NativeFilter::process)
        .def("look", &NativeFilter::look)
        .def("set_options", [](NativeFilter& self,
                               const nb::dict& options) { self.set_options(Options(options)); })
        .def("set_source", &NativeFilter::set_source)
        .def("read_script", &NativeFilter::read_script)
        .def("reset", &NativeFilter::reset)
        .def("finish", &NativeFilter::finish);
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() = "The C API of Tonelift, for the module tonelift.";
    module.attr("version") = tonelift_version();
    tonelift::python::bind_video(module);
    tonelift::python::bind_lists(module);
    bind_picture(module);
    bind_filter(module);
    module.def("check_options", &check_options);
    module.def("explain", &explain, nb::arg("options"), nb::arg("source"), nb::arg("reasons"));
}
