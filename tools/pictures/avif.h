// SPDX-License-Identifier: BSD-2-Clause
//
// Reads and writes AVIF files in memory. `file` is the file name for error messages.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tools/pictures/still.h"

namespace tonelift {

Still read_avif(std::span<const uint8_t> bytes, const std::string& file);
std::vector<uint8_t> avif_of(const Still& still, const std::string& file,
                             const StillOptions& options);

}  // namespace tonelift
