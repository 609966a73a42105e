// SPDX-License-Identifier: BSD-2-Clause
//
// libgstcuda itself and the driver, for tests of a GPU. Both are looked for when a test runs.
#pragma once

#include <cstddef>

#include "tests/gstreamer/device_frames.h"

namespace tonelift {

// A context of a device as other elements make them; nothing without libgstcuda, a driver or such a
// device.
Context new_cuda_context(guint device = 0);

// The context that the memory of a buffer lies in.
GstObject* context_of(GstBuffer* buffer);

// A pool of a context, configured for frames that come in; after an element has worked in it.
Pool new_cuda_pool(const Context& context, Frames frames = {});

// Bytes of the device that nobody has.
size_t free_memory(const Context& context);

// Holds all memory of a device but `left` bytes.
class MemoryHog {
  public:
    MemoryHog(const Context& context, size_t left);
    ~MemoryHog();
    MemoryHog(const MemoryHog&) = delete;
    MemoryHog& operator=(const MemoryHog&) = delete;

  private:
    const Context& context_;
    unsigned long long memory_ = 0;
};

// Runs a kernel that fails, after which nothing works in the context any more.
void break_context(const Context& context);

}  // namespace tonelift
