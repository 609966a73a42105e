// SPDX-License-Identifier: BSD-2-Clause
//
// The options of a stream, and what they ask for: a script and the values of its params.
#pragma once

#include <tonelift/tonelift.h>

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "core/language/script.h"
#include "core/runtime/log.h"

namespace tonelift {

// The options of a stream: in range, and with texts of their own, none of which is NULL.
class Settings : public tonelift_options {
  public:
    // Throws Error (argument) that names the option and its range.
    explicit Settings(const tonelift_options& options);
    // The name of an option that differs but must not change while a stream runs; nullptr if there
    // is none.
    const char* fixed_difference(const Settings& other) const;

  private:
    std::shared_ptr<const std::deque<std::string>> texts_;  // of all copies
};

// Whether each shot has one exposure: statistics are those of single frames, and shots.h makes them
// those of shots.
inline bool is_per_shot(const Settings& settings) { return settings.smoothing < 0; }

// Whether what the statistics were is kept, in a file or for the rest of a shot.
inline bool keeps_statistics(const Settings& settings) {
    return is_per_shot(settings) || *settings.stats_file != '\0';
}

// Text and name of the script that the options ask for: a file, a text, or an algorithm. Throws
// Error (io, argument, script).
struct ScriptSource {
    std::string name;
    std::string text;
    std::string preset_values;  // empty for a script of the user's own
    bool is_file = false;
};
// in_use: the script of the stream so far, if any; a file of the same name is not read again.
ScriptSource script_source(const Settings& settings, const ScriptSource* in_use = nullptr);

// Values of the script's params: defaults, then the preset's, then options of the same name, then
// the option `set`. Throws Error (argument) for a name that the script does not have and for a
// value out of range.
std::vector<float> param_values(const std::vector<ScriptParam>& params, const ScriptSource& source,
                                const Settings& settings, const Log& log);

// The params of the script that the options ask for, and their values. Throws what script_source(),
// parse_script() and param_values() throw.
struct ParamsInUse {
    std::vector<ScriptParam> params;
    std::vector<float> values;
};
ParamsInUse params_in_use(const Settings& settings, const Log& log);

}  // namespace tonelift
