// SPDX-License-Identifier: BSD-2-Clause
//
// The options of a stream, and the script and param values that they select.
#pragma once

#include <tonelift/tonelift.h>

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "core/language/script.h"
#include "core/runtime/log.h"

namespace tonelift {

// The options of a stream. All are within range. All texts are copies and never NULL.
class Settings : public tonelift_options {
  public:
    // Throws Error (argument); the message names the option and its range.
    explicit Settings(const tonelift_options& options);
    // Returns the name of an option that must not change while a stream runs, and that differs from
    // `other`. Returns nullptr if there is none.
    const char* fixed_difference(const Settings& other) const;

  private:
    std::shared_ptr<const std::deque<std::string>> texts_;  // shared by all copies
};

// Returns whether all frames of a shot have the same exposure. Statistics are then measured on
// single frames, and shots.h converts them to statistics of shots.
inline bool is_per_shot(const Settings& settings) { return settings.smoothing < 0; }

// Returns whether statistics are stored, in a file or until the end of a shot.
inline bool keeps_statistics(const Settings& settings) {
    return is_per_shot(settings) || *settings.stats_file != '\0';
}

// The selected script, with its name: a file, a text, or an algorithm. Throws Error (io, argument,
// script).
struct ScriptSource {
    std::string name;
    std::string text;
    std::string preset_values;  // empty for a user's own script
    bool is_file = false;
};
// Reads the selected script. `in_use` is the current script of the stream, if any. It is used again
// if the name of its file is unchanged.
ScriptSource script_source(const Settings& settings, const ScriptSource* in_use = nullptr);

// Returns the values of the script's params. Later sources replace earlier ones: the defaults, the
// preset, the options of the same name, the option `set`. Throws Error (argument) for an unknown
// param and for a value out of range.
std::vector<float> param_values(const std::vector<ScriptParam>& params, const ScriptSource& source,
                                const Settings& settings, const Log& log);

// The params of the selected script, and their values. Throws the errors of script_source(),
// parse_script() and param_values().
struct ParamsInUse {
    std::vector<ScriptParam> params;
    std::vector<float> values;
};
ParamsInUse params_in_use(const Settings& settings, const Log& log);

}  // namespace tonelift
