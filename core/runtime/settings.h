// SPDX-License-Identifier: BSD-2-Clause
// The options of a stream, with the script and the param values that they select.
#pragma once

#include <tonelift/tonelift.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "core/common/log.h"
#include "core/language/script.h"

namespace tonelift {

// Checked options, whose values are all within range. The strings are copies, and are never NULL.
class Settings : public tonelift_options {
  public:
    // Throws Error (argument) if an option is out of range. The message names the option and its
    // range.
    explicit Settings(const tonelift_options& options);
    enum class Compared : uint8_t { fixed, all };
    // Returns the name of an option that differs in `other`, or nullptr. Compared::fixed excludes
    // the options that can change in a running stream.
    const char* difference(const Settings& other, Compared compared) const;

  private:
    std::shared_ptr<const std::deque<std::string>> texts_;
};

// Returns whether all frames of a shot have the same exposure (smoothing=shot).
inline bool is_per_shot(const Settings& settings) { return settings.smoothing < 0; }

// Returns whether statistics are stored in a file, or in memory until the end of a shot.
inline bool keeps_statistics(const Settings& settings) {
    return is_per_shot(settings) || *settings.stats_file != '\0';
}

// Returns whether the script is the user's instead of an algorithm of the library.
bool has_own_script(const Settings& settings);

struct ScriptSource {
    std::string name;
    std::string text;
    std::string preset_values;
    bool is_file = false;
};
// Returns the script that the options select. If `in_use` has the same file name, returns *in_use
// and does not read the file again.
ScriptSource script_source(const Settings& settings, const ScriptSource* in_use = nullptr);

// Returns the values of the params. They come from these sources, where a later source overrides an
// earlier source: the script's defaults, the preset, the options named like params, the option
// `set`.
std::vector<float> param_values(const std::vector<ScriptParam>& params, const ScriptSource& source,
                                const Settings& settings, const Log& log);

// The params of the script that the options select. params_in_use() throws the errors of
// script_source(), parse_script() and param_values().
struct ParamsInUse {
    std::vector<ScriptParam> params;
    std::vector<float> values;
};
ParamsInUse params_in_use(const Settings& settings, const Log& log);

}  // namespace tonelift
