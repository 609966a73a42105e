// SPDX-License-Identifier: BSD-2-Clause
//
// Where files of tuning numbers lie, and how they are read and written. A file for each machine, so
// that machines that share a home find their own.
#pragma once

#include <string>

#include "core/runtime/log.h"
#include "core/runtime/tuning_text.h"
#include "kernels/executor.h"

namespace tonelift {

TunedMachine tuned_machine(const CudaDevice& device);
TunedMachine tuned_machine(const InstructionSet& set);

// The file for a machine in the user's cache: $XDG_CACHE_HOME/tonelift or ~/.cache/tonelift. Empty
// if the environment names neither, or the program has more rights than its user.
std::string tuning_path(const TunedMachine& machine);

// The numbers by the option tuning: "auto", "off", or the name of a file. The shipped ones, and a
// warning that says why, if the file is broken, incomplete, or for another machine, driver or
// version of the library.
TuningFile find_tuning(const std::string& option, const TunedMachine& machine, const Log& log);

// Throws what save_tuning() would throw for this file, and makes its folder; leaves the file as it
// is.
void check_tuning_place(const std::string& path);

// Adds numbers for sizes to the file at `path`, or makes a new one if there is none that this
// machine can use. Readers see the old file or the new one. Throws Error (io), also while another
// process writes, and for a file of another kind.
void save_tuning(const std::string& path, const TunedMachine& machine,
                 const std::vector<TunedSize>& sizes);

}  // namespace tonelift
