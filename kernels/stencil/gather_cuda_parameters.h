// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters shared by host and GPU.
#pragma once

#include "kernels/device/plane.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// KernelCall::constants holds `weights` numbers for each neighbor.
struct GatherParameters {
    Plane inputs[max_core_inputs];
    int count;
    int radius;
    int weights;
    int slab;  // number of input rows in shared memory at a time
};

}  // namespace tonelift::cuda
