// SPDX-License-Identifier: BSD-2-Clause
//
// Replaces the CUDA executor in builds without CUDA. Its functions report that CUDA is missing.
#include "kernels/error.h"
#include "kernels/executor.h"

namespace tonelift {

std::shared_ptr<CudaDevice> open_cuda_device(const DeviceTarget&) {
    throw Error(Failure::unsupported,
                "this build of Tonelift has no CUDA (it was built without nvcc or the ffnvcodec "
                "headers); set device=cpu");
}

std::string name_of(const CudaDevice&) { return ""; }
std::string details_of(const CudaDevice&) { return ""; }
std::unique_ptr<DeviceCopy> copy_to_device(std::shared_ptr<CudaDevice>,
                                           std::span<const std::byte>) {
    return nullptr;
}
void wait_for(const CudaDevice&) {}

std::unique_ptr<Executor> make_cuda_executor(const Plan&, std::shared_ptr<CudaDevice>, int,
                                             const Tuning&) {
    throw Error(Failure::internal, "this build of Tonelift has no CUDA");
}

std::unique_ptr<Executor> make_staged_cuda_executor(const Plan& plan,
                                                    std::shared_ptr<CudaDevice> device, HostMemory,
                                                    int frames, int, const Tuning& tuning) {
    return make_cuda_executor(plan, std::move(device), frames, tuning);
}

std::unique_ptr<Executor> make_cuda_copier(const Picture&, std::shared_ptr<CudaDevice> device,
                                           HostMemory) {
    return make_cuda_executor({}, std::move(device), 1, {});
}

}  // namespace tonelift
