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

// Returns "" if there is no cache folder, or if the program has extra privileges.
std::string tuning_path(const TunedMachine& machine);

// An unusable file causes a warning, and the shipped numbers are returned.
TuningFile find_tuning(const std::string& option, const TunedMachine& machine, const Log& log);

// Checks that save_tuning() can write this file, and creates its folder.
void check_tuning_place(const std::string& path);

// Adds the tuning numbers of `sizes` to the file. An unusable file is replaced.
void save_tuning(const std::string& path, const TunedMachine& machine,
                 const std::vector<TunedSize>& sizes);

}  // namespace tonelift
