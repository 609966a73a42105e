// SPDX-License-Identifier: BSD-2-Clause
//
// Kernel parameters. Host code and device code share these types.
#pragma once

#include "kernels/device/plane.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// Parameters of a gather filter. In addition, KernelCall::constants contains the weights of each
// neighbor. `weights` is the number of weights per neighbor.
struct GatherParameters {
    Plane inputs[max_core_inputs];
    int count;
    int radius;
    int weights;
    int slab;  // number of input rows that are in shared memory at the same time
};

}  // namespace tonelift::cuda
