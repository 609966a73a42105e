// SPDX-License-Identifier: BSD-2-Clause
#include "messages.h"

namespace nb = nanobind;

namespace tonelift::python {
namespace {

const char* class_of(tonelift_status status) {
    switch (status) {
        case TONELIFT_ERROR_ARGUMENT:
            return "ArgumentError";
        case TONELIFT_ERROR_UNSUPPORTED:
            return "UnsupportedError";
        case TONELIFT_ERROR_SCRIPT:
            return "ScriptError";
        case TONELIFT_ERROR_OUT_OF_MEMORY:
            return "OutOfMemoryError";
        case TONELIFT_ERROR_IO:
            return "FileError";
        case TONELIFT_ERROR_DEVICE:
            return "DeviceError";
        case TONELIFT_OK:
        case TONELIFT_ERROR_INTERNAL:
            break;
    }
    return "InternalError";
}

const char* method_of(tonelift_log_level level) {
    switch (level) {
        case TONELIFT_LOG_ERROR:
            return "error";
        case TONELIFT_LOG_WARNING:
            return "warning";
        case TONELIFT_LOG_INFO:
            return "info";
        case TONELIFT_LOG_DEBUG:
            break;
    }
    return "debug";
}

}  // namespace

void raise(tonelift_status status, const std::string& text) {
    const nb::object type = nb::module_::import_("tonelift._errors").attr(class_of(status));
    PyErr_SetString(type.ptr(), text.c_str());
    nb::raise_python_error();
}

void raise_argument(const std::string& text) { raise(TONELIFT_ERROR_ARGUMENT, text); }

void Messages::take(void* self, tonelift_log_level level, const char* message) {
    static_cast<Messages*>(self)->messages_.push_back({level, message});
}

void deliver(const std::vector<Message>& messages, tonelift_status status) {
    std::string error;
    nb::object logger;
    for (const Message& message : messages) {
        if (message.level == TONELIFT_LOG_ERROR && status != TONELIFT_OK) {
            error += (error.empty() ? "" : "\n") + message.text;
            continue;
        }
        if (!logger.is_valid())
            logger = nb::module_::import_("logging").attr("getLogger")("tonelift");
        logger.attr(method_of(message.level))("%s", message.text.c_str());
    }
    if (status != TONELIFT_OK) raise(status, error.empty() ? tonelift_status_text(status) : error);
}

}  // namespace tonelift::python
