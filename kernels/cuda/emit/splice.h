// SPDX-License-Identifier: BSD-2-Clause
//
// Inserts the programs of a pass into the PTX of a kernel, at the marked places
// (kernels/device/places.cuh).
#pragma once

#include <string>

#include "kernels/device/frame_layout.h"

namespace tonelift::cuda {

// `vectors` allows loads of 16 bytes from the input frame.
std::string splice(const std::string& source, const std::string& kernel, const FrameLayout& layout,
                   const KernelPrograms& programs, bool vectors);

// Limits the registers, so that `blocks` blocks fit on a multiprocessor.
std::string with_blocks(std::string ptx, int blocks);

// Throws if there is no kernel source of that name.
std::string core_ptx(const std::string& name);

}  // namespace tonelift::cuda
