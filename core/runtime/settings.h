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
    // Returns the name of a changed option that a running stream cannot change, or nullptr.
    const char* fixed_difference(const Settings& other) const;

  private:
    std::shared_ptr<const std::deque<std::string>> texts_;
};

// Returns whether all frames of a shot have the same exposure.
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
// Does not read a script again if its file name is unchanged.
ScriptSource script_source(const Settings& settings, const ScriptSource* in_use = nullptr);

// Later sources replace earlier ones: defaults, preset, options, the option `set`.
std::vector<float> param_values(const std::vector<ScriptParam>& params, const ScriptSource& source,
                                const Settings& settings, const Log& log);

// Throws the errors of script_source(), parse_script() and param_values().
struct ParamsInUse {
    std::vector<ScriptParam> params;
    std::vector<float> values;
};
ParamsInUse params_in_use(const Settings& settings, const Log& log);

}  // namespace tonelift
