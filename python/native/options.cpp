// SPDX-License-Identifier: BSD-2-Clause
#include "options.h"

#include <nanobind/stl/string.h>
#include <tonelift/list.h>

#include <cstring>
#include <sstream>

#include "messages.h"

namespace nb = nanobind;

namespace tonelift::python {
namespace {

bool is_option(const std::string& name) {
    tonelift_option_info info;
    for (int i = 0; tonelift_option_at(i, &info, sizeof(info)) == TONELIFT_OK; ++i) {
        if (name == info.name) return true;
        std::istringstream aliases(info.aliases);
        for (std::string alias; aliases >> alias;) {
            if (alias == name) return true;
        }
    }
    return false;
}

class ParamNames {
  public:
    explicit ParamNames(const tonelift_options* options) {
        Messages messages;
        messages.check(tonelift_params_create(&params_, options, messages.log()));
    }
    ~ParamNames() { tonelift_params_destroy(&params_); }
    ParamNames(const ParamNames&) = delete;
    ParamNames& operator=(const ParamNames&) = delete;

    bool contains(const std::string& name) const {
        tonelift_param_info info;
        for (int i = 0; tonelift_param_at(params_, i, &info, sizeof(info)) == TONELIFT_OK; ++i) {
            if (name == info.name) return true;
        }
        return false;
    }

  private:
    tonelift_params* params_ = nullptr;
};

std::string text_of(const nb::handle& value) {
    if (nb::isinstance<nb::bool_>(value)) return nb::cast<bool>(value) ? "1" : "0";
    if (PyObject_HasAttrString(value.ptr(), "__fspath__"))
        return nb::cast<std::string>(value.attr("__fspath__")());
    return nb::cast<std::string>(nb::str(value));
}

}  // namespace

Options::Options(const nb::dict& values) {
    tonelift_options_default(&options_);
    bool has_params = false;
    for (const auto& [key, value] : values) {
        const auto name = nb::cast<std::string>(key);
        if (value.is_none()) continue;
        if (is_option(name))
            set(name, text_of(value));
        else
            has_params = true;
    }
    if (has_params) set_params(values);
}

const char* Options::keep(std::string text) {
    if (text.find('\0') != std::string::npos)
        raise_argument("an option has a NUL character: " + text.substr(0, text.find('\0')));
    return texts_.emplace_back(std::move(text)).c_str();
}

void Options::set(const std::string& name, const std::string& value) {
    Messages messages;
    messages.check(tonelift_options_set(&options_, name.c_str(), keep(value), messages.log()));
}

void Options::set_params(const nb::dict& values) {
    const ParamNames params(&options_);
    std::string list = options_.set != nullptr ? options_.set : "";
    for (const auto& [key, value] : values) {
        const auto name = nb::cast<std::string>(key);
        if (value.is_none() || is_option(name)) continue;
        const std::string text = text_of(value);
        if (!params.contains(name)) set(name, text);
        if (text.find('|') != std::string::npos)
            raise_argument(name + "=" + text + ": a param has only one value");
        list += (list.empty() ? "" : "|") + name + "=" + text;
    }
    options_.set = keep(list);
}

}  // namespace tonelift::python
