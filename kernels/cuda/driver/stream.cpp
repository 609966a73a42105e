// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/driver/stream.h"

#include <utility>

namespace tonelift::cuda {
namespace {

constexpr unsigned stream_non_blocking = 1;
constexpr unsigned event_flags = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING;

}  // namespace

Event::Event(DevicePointer device) : device_(std::move(device)) {
    const CurrentContext current(*device_);
    check(driver().event_create(&event_, event_flags), "making an event");
}

Event::Event(Event&& other) noexcept
    : device_(std::move(other.device_)), event_(std::exchange(other.event_, nullptr)) {}

Event::~Event() {
    if (event_ != nullptr) in_context(device_, [&] { driver().event_destroy(event_); });
}

void Event::record(CUstream stream) const {
    check(driver().event_record(event_, stream), "recording an event");
}

void Event::hold(CUstream stream) const {
    check(driver().stream_wait(stream, event_, 0), "ordering streams");
}

void Event::wait() const { check(driver().event_synchronize(event_), "waiting for the GPU"); }

Stream::Stream(DevicePointer device) : device_(std::move(device)) {
    const CurrentContext current(*device_);
    check(driver().stream_create(&stream_, stream_non_blocking), "making a stream");
}

Stream::~Stream() {
    in_context(device_, [&] { driver().stream_destroy(stream_); });
}

}  // namespace tonelift::cuda
