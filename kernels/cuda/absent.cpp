// SPDX-License-Identifier: BSD-2-Clause
//
// Stands in for the CUDA executor in builds without CUDA.
#include "kernels/error.h"
#include "kernels/executor.h"

namespace tonelift {

std::shared_ptr<CudaDevice> open_cuda_device(const DeviceTarget&) {
    throw Error(Failure::unsupported,
                "this build of Tonelift has no CUDA (it was built without nvcc or the ffnvcodec "
                "headers); set device=cpu");
}

// This function is never called: there is no device.
std::string name_of(const CudaDevice&) { return ""; }

std::unique_ptr<Executor> make_cuda_executor(const Plan&, std::shared_ptr<CudaDevice>, int) {
    throw Error(Failure::internal, "this build of Tonelift has no CUDA");
}

std::unique_ptr<Executor> make_staged_cuda_executor(const Plan& plan,
                                                    std::shared_ptr<CudaDevice> device, HostEnds,
                                                    int frames, int) {
    return make_cuda_executor(plan, std::move(device), frames);
}

std::unique_ptr<Executor> make_cuda_copier(const Picture&, std::shared_ptr<CudaDevice> device,
                                           HostEnds) {
    return make_cuda_executor({}, std::move(device), 1);
}

}  // namespace tonelift
