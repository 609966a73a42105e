// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/settings.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <string_view>

#include "core/algorithms/algorithms.h"
#include "core/common/options.h"
#include "core/common/regular_file.h"
#include "core/common/text.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

struct Assignment {
    std::string name;
    float value;
};

Assignment parse_assignment(std::string_view text) {
    const size_t equals = text.find('=');
    float value = 0;
    const Error wrong(Failure::argument, "set=" + printable(text) +
                                             ": allowed is NAME=NUMBER, with | between several");
    if (equals == std::string_view::npos || equals == 0) throw wrong;
    const std::string_view number = text.substr(equals + 1);
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc() || end != number.data() + number.size() || !std::isfinite(value))
        throw wrong;
    return {std::string(text.substr(0, equals)), value};
}

std::vector<Assignment> parse_assignments(std::string_view text) {
    std::vector<Assignment> result;
    while (!text.empty()) {
        const size_t bar = text.find('|');
        const std::string_view one = text.substr(0, bar);
        if (!one.empty()) result.push_back(parse_assignment(one));
        text = bar == std::string_view::npos ? std::string_view() : text.substr(bar + 1);
    }
    return result;
}

class ParamTable {
  public:
    ParamTable(const std::vector<ScriptParam>& params, const std::string& script)
        : params_(params), script_(script) {
        for (const ScriptParam& param : params) values_.push_back(param.default_value);
    }

    bool has(const std::string& name) const { return index(name) >= 0; }

    void set(const std::string& name, float value) {
        const int i = index(name);
        if (i < 0)
            throw Error(Failure::argument,
                        script_ + " has no param '" + name + "'" + known_names(name));
        const ScriptParam& param = params_[static_cast<size_t>(i)];
        const bool whole = param.kind != ParamKind::number;
        if (value < param.low || value > param.high || (whole && value != std::trunc(value))) {
            throw Error(Failure::argument, name + "=" + number_text(value) + ": allowed is " +
                                               (whole ? "a whole number from " : "") +
                                               number_text(param.low) + " to " +
                                               number_text(param.high) + " in " + script_);
        }
        values_[static_cast<size_t>(i)] = value;
    }

    std::vector<float> take() { return std::move(values_); }

  private:
    int index(const std::string& name) const {
        for (size_t i = 0; i < params_.size(); ++i) {
            if (params_[i].name == name) return static_cast<int>(i);
        }
        return -1;
    }

    std::string known_names(const std::string& name) const {
        std::vector<std::string> names;
        for (const ScriptParam& param : params_) names.push_back(param.name);
        return names.empty() ? "; it has no params" : "; " + suggestion_and_names(name, names);
    }

    const std::vector<ScriptParam>& params_;
    const std::string& script_;
    std::vector<float> values_;
};

// Sets a param to the value of the option of the same name. An option with its default value or a
// negative value leaves the param unchanged.
void set_shared(ParamTable& table, const char* name, double value, double default_value,
                const std::string& script, const Log& log) {
    if (value < 0 || value == default_value) return;
    if (table.has(name))
        table.set(name, static_cast<float>(value));
    else
        log.warning(script + " has no param '" + name + "', so this option has no effect");
}

void warn_of_idle_names(const Settings& settings, const Log& log) {
    if (!has_own_script(settings)) return;
    const tonelift_options defaults = default_options();
    if (settings.preset != std::string_view(defaults.preset) || is_given(settings.algorithm))
        log.warning("preset and algorithm have no effect if a script is given");
}

}  // namespace

Settings::Settings(const tonelift_options& given) : tonelift_options(given) {
    check_ranges(given);
    const auto texts = std::make_shared<std::deque<std::string>>();
#define TONELIFT_OPTION_STRING(name, group, value, live, help) \
    name = texts->emplace_back(given.name != nullptr ? given.name : value).c_str();
#include <tonelift/options.def>
    texts_ = texts;
}

const char* Settings::difference(const Settings& other, Compared compared) const {
    const bool all = compared == Compared::all;
#define TONELIFT_OPTION_STRING(name, group, value, live, help) \
    if ((all || !live) && std::strcmp(name, other.name) != 0) return #name;
#define TONELIFT_OPTION_FLOAT(name, group, value, minimum, maximum, unit, live, help) \
    if ((all || !live) && name != other.name) return #name;
#define TONELIFT_OPTION_INT(name, group, value, minimum, maximum, unit, live, help) \
    if ((all || !live) && name != other.name) return #name;
#define TONELIFT_OPTION_ENUM(name, group, value, minimum, maximum, live, help) \
    if ((all || !live) && name != other.name) return #name;
#include <tonelift/options.def>
    return nullptr;
}

bool has_own_script(const Settings& settings) {
    return is_given(settings.script) || is_given(settings.script_text);
}

ScriptSource script_source(const Settings& settings, const ScriptSource* in_use) {
    const Preset& preset = find_preset(settings.preset);
    const bool file = is_given(settings.script), text = is_given(settings.script_text);
    if (file && text)
        throw Error(Failure::argument,
                    "script and script_text are both set; allowed is one of them");
    const bool known =
        file && in_use != nullptr && in_use->is_file && in_use->name == settings.script;
    if (known) return *in_use;
    if (file) return {settings.script, read_script(settings.script), "", true};
    if (text) return {"script_text", settings.script_text, ""};
    const Algorithm& algorithm =
        find_algorithm(is_given(settings.algorithm) ? settings.algorithm : preset.algorithm);
    return {std::string(algorithm.name) + ".tl", algorithm.source, preset.values};
}

std::vector<float> param_values(const std::vector<ScriptParam>& params, const ScriptSource& source,
                                const Settings& settings, const Log& log) {
    warn_of_idle_names(settings, log);
    ParamTable table(params, source.name);
    for (const Assignment& assignment : parse_assignments(source.preset_values)) {
        // Unknown params of a preset are ignored, because the user may have selected another
        // algorithm.
        if (table.has(assignment.name)) table.set(assignment.name, assignment.value);
    }
    const tonelift_options defaults = default_options();
#define TONELIFT_OPTION_PARAM(option) \
    set_shared(table, #option, settings.option, defaults.option, source.name, log);
#include <tonelift/options.def>
    for (const Assignment& assignment : parse_assignments(settings.set))
        table.set(assignment.name, assignment.value);
    return table.take();
}

ParamsInUse params_in_use(const Settings& settings, const Log& log) {
    const ScriptSource source = script_source(settings);
    ParamsInUse in_use{script_params(parse_script({source.name, source.text})), {}};
    in_use.values = param_values(in_use.params, source, settings, log);
    return in_use;
}

}  // namespace tonelift
