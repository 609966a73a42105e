// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/driver/recording.h"

#include <utility>

namespace tonelift::cuda {
namespace {

constexpr int capture_thread_local = 1;  // CU_STREAM_CAPTURE_MODE_THREAD_LOCAL

// The graph of what is launched while it lives.
class Capture {
  public:
    explicit Capture(CUstream stream) : stream_(stream) {
        check(driver().capture_begin(stream, capture_thread_local), "recording launches");
    }
    Capture(const Capture&) = delete;
    ~Capture() {
        if (graph_ == nullptr) driver().capture_end(stream_, &graph_);
        if (graph_ != nullptr) driver().graph_destroy(graph_);
    }

    CUgraph end() {
        check(driver().capture_end(stream_, &graph_), "recording launches");
        return graph_;
    }

  private:
    CUstream stream_;
    CUgraph graph_ = nullptr;
};

}  // namespace

// The device's own stream may be the legacy one of its context, which cannot be recorded.
Recording::Recording(DevicePointer device, const std::function<void(CUstream)>& launch)
    : device_(std::move(device)) {
    const Stream stream(device_);
    Capture capture(stream);
    launch(stream);
    check(driver().graph_instantiate(&exec_, capture.end(), 0), "preparing recorded launches");
}

Recording::Recording(Recording&& other) noexcept
    : device_(std::move(other.device_)), exec_(std::exchange(other.exec_, nullptr)) {}

Recording::~Recording() {
    if (exec_ != nullptr) in_context(device_, [&] { driver().graph_exec_destroy(exec_); });
}

void Recording::repeat(CUstream stream) const {
    check(driver().graph_launch(exec_, stream), "repeating launches");
}

}  // namespace tonelift::cuda
