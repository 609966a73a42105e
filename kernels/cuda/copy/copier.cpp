// SPDX-License-Identifier: BSD-2-Clause
//
// Executor that copies input frames to output frames without changes, on a CUDA device.
#include "kernels/cuda/copy/copy.h"

namespace tonelift {
namespace cuda {
namespace {

class CudaCopier : public Executor {
  public:
    CudaCopier(const Picture& picture, DevicePointer device, HostMemory host)
        : picture_(picture), device_(std::move(device)), host_(host) {}

    void continue_from(const Executor&) override {}
    std::vector<float> states() const override { return {}; }

    void run(Batch& batch) override {
        const CurrentContext current(*device_);
        for (size_t frame = 0; frame < batch.input.size(); ++frame) {
            for (size_t plane = 0; plane < picture_.count; ++plane) {
                copy_plane(batch.input[frame], side(host_.input), batch.output[frame],
                           side(host_.output), plane, picture_, device_->stream());
            }
        }
        if (host_.input || host_.output)
            check(driver().stream_synchronize(device_->stream()), "waiting for the GPU");
    }

  private:
    static Side side(bool host) { return host ? Side::host : Side::device; }

    PackedPicture picture_;
    DevicePointer device_;
    HostMemory host_;
};

}  // namespace
}  // namespace cuda

std::unique_ptr<Executor> make_cuda_copier(const Picture& picture,
                                           std::shared_ptr<CudaDevice> device, HostMemory host) {
    return std::make_unique<cuda::CudaCopier>(picture, std::move(device), host);
}

}  // namespace tonelift
