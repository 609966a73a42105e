// SPDX-License-Identifier: BSD-2-Clause
//
// In place of the CUDA executor in builds without it.
#include "kernels/error.h"
#include "kernels/executor.h"

namespace tonelift {

std::shared_ptr<CudaDevice> open_cuda_device(const DeviceTarget&) {
    throw Error(Failure::unsupported,
                "this build of Tonelift has no CUDA (it was built without nvcc or the ffnvcodec "
                "headers); set device=cpu");
}

std::unique_ptr<Executor> make_cuda_executor(const Plan&, std::shared_ptr<CudaDevice>, int) {
    throw Error(Failure::unsupported, "this build of Tonelift has no CUDA");
}

}  // namespace tonelift
