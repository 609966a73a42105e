// SPDX-License-Identifier: BSD-2-Clause
#include "arguments.h"

#include <tonelift/list.h>

#include <cstdio>
#include <filesystem>

namespace tonelift::vapoursynth {
namespace {

const char* type_of(tonelift_type type) {
    switch (type) {
        case TONELIFT_TYPE_FLOAT:
            return "float";
        case TONELIFT_TYPE_INT:
            return "int";
        case TONELIFT_TYPE_STRING:
        case TONELIFT_TYPE_ENUM:
        case TONELIFT_TYPE_BOOL:
            break;
    }
    return "data";
}

std::string text_of(const VSMap* arguments, const tonelift_option_info& option, const VSAPI* api) {
    if (option.type == TONELIFT_TYPE_INT)
        return std::to_string(api->mapGetInt(arguments, option.name, 0, nullptr));
    if (option.type != TONELIFT_TYPE_FLOAT)
        return api->mapGetData(arguments, option.name, 0, nullptr);
    char text[32];
    std::snprintf(text, sizeof(text), "%.17g",
                  api->mapGetFloat(arguments, option.name, 0, nullptr));
    return text;
}

}  // namespace

std::string argument_list() {
    std::string list = "clip:vnode;";
    tonelift_option_info option;
    for (int i = 0; tonelift_option_at(i, &option, sizeof(option)) == TONELIFT_OK; ++i)
        list += std::string(option.name) + ":" + type_of(option.type) + ":opt;";
    return list;
}

Options::Options(const VSMap* arguments, Messages* messages, const VSAPI* api) {
    tonelift_options_default(&options_);
    tonelift_option_info option;
    for (int i = 0; tonelift_option_at(i, &option, sizeof(option)) == TONELIFT_OK; ++i) {
        if (api->mapNumElements(arguments, option.name) <= 0) continue;
        texts_.push_back(text_of(arguments, option, api));
        messages->check(
            tonelift_options_set(&options_, option.name, texts_.back().c_str(), messages->log()));
    }
}

bool Options::has_stats_file() const {
    return options_.stats_file != nullptr && options_.stats_file[0] != '\0';
}

bool Options::writes_stats_file() const {
    if (!has_stats_file() || options_.stats == TONELIFT_STATS_READ) return false;
    return options_.stats != TONELIFT_STATS_AUTO || !std::filesystem::exists(options_.stats_file);
}

bool Options::in_any_order() const {
    return has_stats_file() ? options_.stats == TONELIFT_STATS_READ : options_.smoothing == 0;
}

}  // namespace tonelift::vapoursynth
