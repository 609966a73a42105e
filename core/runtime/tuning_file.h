// SPDX-License-Identifier: BSD-2-Clause
// Files with tuning numbers, one per machine, because machines may share a home directory.
#pragma once

#include <string>

#include "core/runtime/log.h"
#include "core/runtime/tuning_text.h"
#include "kernels/executor.h"

namespace tonelift {

TunedMachine tuned_machine(const CudaDevice& device);
TunedMachine tuned_machine(const VulkanDevice& device);
TunedMachine tuned_machine(const InstructionSet& set);

// Returns the machine's file in $XDG_CACHE_HOME/tonelift or ~/.cache/tonelift; empty if the
// environment has neither, or if the program has more privileges than its user.
std::string tuning_path(const TunedMachine& machine);

// `option` is "auto", "off", or a file name. If the file cannot be used on this machine, logs a
// warning and returns the shipped numbers.
TuningFile find_tuning(const std::string& option, const TunedMachine& machine, const Log& log);

// Checks that save_tuning() can write this file, and creates its folder. Throws the errors of
// save_tuning().
void check_tuning_place(const std::string& path);

// Adds numbers for sizes to the file, or replaces a file that this machine cannot use. The file is
// replaced atomically. Throws Error (io), also if another process is writing the file.
void save_tuning(const std::string& path, const TunedMachine& machine,
                 const std::vector<TunedSize>& sizes);

}  // namespace tonelift
