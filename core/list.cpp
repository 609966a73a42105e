// SPDX-License-Identifier: BSD-2-Clause
// The C functions of tonelift/list.h, which list options, presets, formats and params as C structs.
#include <tonelift/list.h>

#include <span>
#include <vector>

#include "core/algorithms/algorithms.h"
#include "core/common/options.h"
#include "core/guard.h"
#include "core/runtime/settings.h"
#include "kernels/format.h"
#include "kernels/lasting.h"

struct tonelift_params : tonelift::ParamsInUse {};

namespace {

using tonelift::guarded;
using tonelift::Log;
using tonelift::Option;

static_assert(static_cast<int>(tonelift::OptionType::text) == TONELIFT_TYPE_STRING);
static_assert(static_cast<int>(tonelift::OptionType::number) == TONELIFT_TYPE_FLOAT);
static_assert(static_cast<int>(tonelift::OptionType::whole) == TONELIFT_TYPE_INT);
static_assert(static_cast<int>(tonelift::OptionType::choice) == TONELIFT_TYPE_ENUM);

struct OptionTexts {
    std::string aliases;
    std::string default_text;
};

const std::vector<OptionTexts>& option_texts() {
    static const auto& texts = tonelift::lasting([] {
        std::vector<OptionTexts> made;
        for (const Option& option : tonelift::options()) {
            std::string aliases;
            for (const std::string& alias : option.aliases)
                aliases += (aliases.empty() ? "" : " ") + alias;
            made.push_back({aliases, option.default_value()});
        }
        return made;
    });
    return texts;
}

template <typename T, typename Rows, typename Fill>
tonelift_status give(Rows rows, int index, T* info, size_t size, Fill fill) noexcept {
    return guarded(Log(), [&] {
        const auto& list = rows();
        const bool inside = index >= 0 && static_cast<size_t>(index) < list.size();
        const bool fits = info != nullptr && size >= alignof(T) && size % alignof(T) == 0;
        tonelift::require(inside && fits,
                          "the index is out of range, or info is NULL or too small");
        const T known = fill(list[static_cast<size_t>(index)]);
        std::memset(static_cast<void*>(info), 0, size);
        std::memcpy(static_cast<void*>(info), &known, std::min(size, sizeof(T)));
    });
}

tonelift_type type_of(tonelift::ParamKind kind) {
    switch (kind) {
        case tonelift::ParamKind::number:
            return TONELIFT_TYPE_FLOAT;
        case tonelift::ParamKind::whole:
            return TONELIFT_TYPE_INT;
        case tonelift::ParamKind::boolean:
            break;
    }
    return TONELIFT_TYPE_BOOL;
}

tonelift_option_info info_of(const Option& option, const OptionTexts& texts) {
    return {option.name.c_str(),
            texts.aliases.c_str(),
            option.group.c_str(),
            option.help.c_str(),
            option.unit.c_str(),
            texts.default_text.c_str(),
            option.default_number,
            option.minimum,
            option.maximum,
            option.offset,
            static_cast<tonelift_type>(option.type),
            option.live};
}

tonelift_format_info info_of(const tonelift::Format& format) {
    return {format.ffmpeg,
            format.gstreamer,
            static_cast<tonelift_format>(format.id),
            format.depth,
            format.alignment(),
            format.planes(),
            format.chroma_w,
            format.chroma_h,
            format.has_alpha(),
            format.family == tonelift::Family::RGB,
            tonelift::block_bytes(format.blocks),
            0};
}

}  // namespace

extern "C" {

tonelift_status tonelift_option_at(int index, tonelift_option_info* info, size_t size) {
    return give(tonelift::options, index, info, size, [&](const Option& option) {
        return info_of(option, option_texts()[static_cast<size_t>(index)]);
    });
}

tonelift_status tonelift_option_value_at(const char* option, int index, tonelift_value_info* info,
                                         size_t size) {
    const auto values = [&] {
        const Option* found = option != nullptr ? tonelift::find_option(option) : nullptr;
        return found != nullptr ? std::span<const tonelift::OptionValue>(found->values)
                                : std::span<const tonelift::OptionValue>();
    };
    return give(values, index, info, size, [](const tonelift::OptionValue& value) {
        return tonelift_value_info{value.name.c_str(), value.help.c_str(), value.number, 0};
    });
}

tonelift_status tonelift_preset_at(int index, tonelift_preset_info* info, size_t size) {
    return give(tonelift::presets, index, info, size, [](const tonelift::Preset& preset) {
        return tonelift_preset_info{preset.name, preset.algorithm, preset.sentence, preset.values};
    });
}

tonelift_status tonelift_format_at(int index, tonelift_format_info* info, size_t size) {
    return give(tonelift::formats, index, info, size,
                [](const tonelift::Format& format) { return info_of(format); });
}

tonelift_status tonelift_params_create(tonelift_params** params, const tonelift_options* options,
                                       const tonelift_log* log) {
    if (params != nullptr) *params = nullptr;
    return guarded(log, [&](const Log& messages) {
        tonelift::require(params != nullptr, "params is NULL");
        const tonelift::Settings settings(tonelift::read_options(options));
        *params = new tonelift_params{params_in_use(settings, messages)};
    });
}

tonelift_status tonelift_param_at(const tonelift_params* params, int index,
                                  tonelift_param_info* info, size_t size) {
    if (params == nullptr) return TONELIFT_ERROR_ARGUMENT;
    const auto rows = [&] { return std::span(params->params); };
    return give(rows, index, info, size, [&](const tonelift::ScriptParam& param) {
        return tonelift_param_info{param.name.c_str(),  param.help.c_str(),
                                   param.default_value, params->values[static_cast<size_t>(index)],
                                   param.low,           param.high,
                                   type_of(param.kind), 0};
    });
}

void tonelift_params_destroy(tonelift_params** params) {
    if (params == nullptr) return;
    delete *params;
    *params = nullptr;
}

}  // extern "C"
