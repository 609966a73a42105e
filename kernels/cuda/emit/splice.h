// SPDX-License-Identifier: BSD-2-Clause
//
// Makes the PTX of one kernel for the driver, from the kernel of a core. The programs of the pass
// are inserted at the markers of kernels/device/places.cuh.
#pragma once

#include <string>

#include "kernels/device/frame_layout.h"

namespace tonelift::cuda {

// Returns the text of one kernel. `source` is the PTX of a core. `kernel` is the name of the
// kernel. `vectors` is that of ChunkEmitter.
std::string splice(const std::string& source, const std::string& kernel, const FrameLayout& layout,
                   const KernelPrograms& programs, bool vectors);

// Limits the registers in the text, so that `blocks` blocks fit on a multiprocessor.
std::string with_blocks(std::string ptx, int blocks);

// Returns the PTX of a core (kernels/cuda/emit/ptx_texts.h). Throws if there is no core of that
// name.
std::string core_ptx(const std::string& name);

}  // namespace tonelift::cuda
