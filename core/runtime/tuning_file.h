// SPDX-License-Identifier: BSD-2-Clause
//
// Locates, reads and writes files with tuning numbers. There is one file per machine, so that
// machines with a shared home directory do not conflict.
#pragma once

#include <string>

#include "core/runtime/log.h"
#include "core/runtime/tuning_text.h"
#include "kernels/executor.h"

namespace tonelift {

TunedMachine tuned_machine(const CudaDevice& device);
TunedMachine tuned_machine(const VulkanDevice& device);
TunedMachine tuned_machine(const InstructionSet& set);

// Returns the file for a machine in the user's cache: $XDG_CACHE_HOME/tonelift or
// ~/.cache/tonelift. Empty if the environment has neither, or if the program has more privileges
// than its user.
std::string tuning_path(const TunedMachine& machine);

// Returns the numbers selected by the option tuning: "auto", "off", or the name of a file. If the
// file is broken, incomplete, or for another machine, driver or version of the library, logs a
// warning with the reason and returns the shipped numbers.
TuningFile find_tuning(const std::string& option, const TunedMachine& machine, const Log& log);

// Checks that save_tuning() can write this file, and creates its folder. Does not change the file.
// Throws the errors of save_tuning().
void check_tuning_place(const std::string& path);

// Adds numbers for sizes to the file at `path`. Creates a new file if no file exists or its numbers
// are not usable on this machine. Readers see either the old or the new file. Throws Error (io),
// also if another process is writing the file, or if the path is another kind of file.
void save_tuning(const std::string& path, const TunedMachine& machine,
                 const std::vector<TunedSize>& sizes);

}  // namespace tonelift
