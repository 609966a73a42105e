// SPDX-License-Identifier: BSD-2-Clause
//
// Finds, reads and writes files with tuning numbers. Each machine has its own file, because
// machines may share a home directory.
#pragma once

#include <string>

#include "core/runtime/log.h"
#include "core/runtime/tuning_text.h"
#include "kernels/executor.h"

namespace tonelift {

TunedMachine tuned_machine(const CudaDevice& device);
TunedMachine tuned_machine(const VulkanDevice& device);
TunedMachine tuned_machine(const InstructionSet& set);

// Returns the path of the file for a machine in the user's cache, $XDG_CACHE_HOME/tonelift or
// ~/.cache/tonelift. Empty if the environment has neither. Also empty if the program has more
// privileges than its user.
std::string tuning_path(const TunedMachine& machine);

// Returns the numbers that the option tuning selects: "auto", "off", or the name of a file. If the
// file cannot be used, logs a warning with the reason and returns the shipped numbers. A file
// cannot be used if it is broken, incomplete, or for another machine, driver or version of the
// library.
TuningFile find_tuning(const std::string& option, const TunedMachine& machine, const Log& log);

// Checks that save_tuning() can write this file, and creates its folder. Does not change the file.
// Throws the errors of save_tuning().
void check_tuning_place(const std::string& path);

// Adds numbers for sizes to the file at `path`. Creates a new file if no file exists or its numbers
// are not usable on this machine. Readers see either the old or the new file. Throws Error (io).
// Another process that is writing the file is also an error, and so is a path to another kind of
// file.
void save_tuning(const std::string& path, const TunedMachine& machine,
                 const std::vector<TunedSize>& sizes);

}  // namespace tonelift
