// SPDX-License-Identifier: BSD-2-Clause
//
// The second parameter of the gather kernels, shared by host and device code.
#pragma once

#include "kernels/device/plane.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// The parameters of the gather kernels. KernelCall::constants holds `weights` numbers for each
// neighbor.
struct GatherParameters {
    Plane inputs[max_core_inputs];
    int count;  // number of inputs
    int radius;
    int weights;  // numbers per neighbor
    int slab;     // number of input rows in shared memory at a time
};

}  // namespace tonelift::cuda
