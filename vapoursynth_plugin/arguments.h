// SPDX-License-Identifier: BSD-2-Clause
//
// Converts the arguments of the function Map to options of libtonelift. Every option is an
// argument.
#pragma once

#include <VapourSynth4.h>
#include <tonelift/tonelift.h>

#include <deque>
#include <string>

#include "messages.h"

namespace tonelift::vapoursynth {

std::string argument_list();

class Options {
  public:
    Options(const VSMap* arguments, Messages* messages, const VSAPI* api);
    Options(const Options&) = delete;
    Options& operator=(const Options&) = delete;

    const tonelift_options* get() const { return &options_; }

    bool has_stats_file() const;
    // Returns whether a filter that is created now writes the statistics file.
    bool writes_stats_file() const;
    // Returns whether frames are mapped in any order, because no frame depends on another.
    bool in_any_order() const;

  private:
    std::deque<std::string> texts_;
    tonelift_options options_;
};

}  // namespace tonelift::vapoursynth
