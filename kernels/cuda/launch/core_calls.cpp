// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/launch/core_calls.h"

#include "kernels/pack/output_cuda.h"
#include "kernels/point/point_cuda.h"
#include "kernels/resample/resample_cuda.h"
#include "kernels/scan/lines_cuda.h"
#include "kernels/scan/scan_cuda.h"
#include "kernels/stencil/gather_cuda.h"
#include "kernels/stencil/stencil_cuda.h"

namespace tonelift::cuda {

constexpr CoreCalls core_calls = {.point = point_call,
                                  .halving = halving_call,
                                  .output = output_call,
                                  .edge_scan = edge_scan_call,
                                  .lines = lines_call,
                                  .stencil = stencil_call,
                                  .gather = gather_call,
                                  .resample = resample_call};

}  // namespace tonelift::cuda
