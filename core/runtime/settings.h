// SPDX-License-Identifier: BSD-2-Clause
// The options of a stream, with the script and the param values that they select.
#pragma once

#include <tonelift/tonelift.h>

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "core/language/script.h"
#include "core/runtime/log.h"

namespace tonelift {

// Options within range, with copies of all texts, which are never NULL.
class Settings : public tonelift_options {
  public:
    // Throws Error (argument); the message names the option and its range.
    explicit Settings(const tonelift_options& options);
    // Returns the name of an option that differs from `other` but must not change while a stream
    // runs, or nullptr.
    const char* fixed_difference(const Settings& other) const;

  private:
    std::shared_ptr<const std::deque<std::string>> texts_;
};

// Returns whether all frames of a shot have the same exposure. Statistics are then measured on
// single frames, and core/runtime/shots.h converts them.
inline bool is_per_shot(const Settings& settings) { return settings.smoothing < 0; }

// Returns whether statistics are stored, in a file or until the end of a shot.
inline bool keeps_statistics(const Settings& settings) {
    return is_per_shot(settings) || *settings.stats_file != '\0';
}

struct ScriptSource {
    std::string name;
    std::string text;
    std::string preset_values;
    bool is_file = false;
};
// Throws Error (io, argument, script). Does not read a script again if its file name is unchanged.
ScriptSource script_source(const Settings& settings, const ScriptSource* in_use = nullptr);

// Later sources replace earlier ones: the defaults, the preset, the options of the same name, the
// option `set`. Throws Error (argument) for an unknown param and for a value out of range.
std::vector<float> param_values(const std::vector<ScriptParam>& params, const ScriptSource& source,
                                const Settings& settings, const Log& log);

// Throws the errors of script_source(), parse_script() and param_values().
struct ParamsInUse {
    std::vector<ScriptParam> params;
    std::vector<float> values;
};
ParamsInUse params_in_use(const Settings& settings, const Log& log);

}  // namespace tonelift
