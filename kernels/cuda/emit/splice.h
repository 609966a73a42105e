// SPDX-License-Identifier: BSD-2-Clause
//
// Makes one kernel of a pass as PTX for the driver: the kernel of a core, with the programs of the
// pass inserted at the markers of kernels/device/places.cuh.
#pragma once

#include <string>

#include "kernels/device/frame_layout.h"

namespace tonelift::cuda {

// Returns the text of one kernel. source: PTX of a core. kernel: name of the kernel. vectors: see
// ChunkEmitter.
std::string splice(const std::string& source, const std::string& kernel, const FrameLayout& layout,
                   const KernelPrograms& programs, bool vectors);

// Returns the text with a limit of registers that allows `blocks` blocks per multiprocessor.
std::string with_blocks(std::string ptx, int blocks);

// Returns the PTX of a core (kernels/cuda/emit/ptx_texts.h); throws if there is no core of that
// name.
std::string core_ptx(const std::string& name);

}  // namespace tonelift::cuda
