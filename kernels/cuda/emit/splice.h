// SPDX-License-Identifier: BSD-2-Clause
//
// Inserts the programs of a pass into the PTX of a kernel, at the marked splice points
// (kernels/device/splice_points.cuh).
#pragma once

#include <string>

#include "kernels/device/frame_layout.h"

namespace tonelift::cuda {

// Returns the PTX of `kernel` with its programs inserted. `vectors` must be false if rows of the
// input frame can start at addresses that are not multiples of 16 bytes.
std::string splice(const std::string& source, const std::string& kernel, const FrameLayout& layout,
                   const KernelPrograms& programs, bool vectors);

// Returns the PTX with a limit on the registers per thread, so that `blocks` blocks of the kernel
// fit on a multiprocessor.
std::string with_blocks(std::string ptx, int blocks);

// Returns the PTX of a kernel source file, before programs are inserted. Throws if there is no
// source file called `name`.
std::string core_ptx(const std::string& name);

}  // namespace tonelift::cuda
