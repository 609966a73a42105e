// SPDX-License-Identifier: BSD-2-Clause
// Files with tuning numbers. Each machine has its own file, because several machines can share a
// home directory.
#pragma once

#include <string>

#include "core/common/log.h"
#include "core/tuning/tuning_text.h"
#include "kernels/executor.h"

namespace tonelift {

TunedMachine tuned_machine(const CudaDevice& device);
TunedMachine tuned_machine(const VulkanDevice& device);
TunedMachine tuned_machine(const InstructionSet& set);

// Returns the path of the machine's tuning file in the user's cache folder. Returns "" if there is
// no cache folder, or if the program has extra privileges (setuid).
std::string tuning_path(const TunedMachine& machine);

// Returns the tuning numbers from the file that the option `tuning` selects. If the file is
// unusable, logs a warning and returns the shipped tuning numbers.
TuningFile find_tuning(const std::string& option, const TunedMachine& machine, const Log& log);

// Checks that save_tuning() can write this file, and creates its folder.
void check_tuning_place(const std::string& path);

// Adds the tuning numbers of `sizes` to the file. If the file is for another machine or version, or
// is broken, it is replaced.
void save_tuning(const std::string& path, const TunedMachine& machine,
                 const std::vector<TunedSize>& sizes);

}  // namespace tonelift
