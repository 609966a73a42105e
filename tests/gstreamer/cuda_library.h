// SPDX-License-Identifier: BSD-2-Clause
//
// The real libgstcuda and the driver, for tests of a GPU. Both are loaded when a test runs.
#pragma once

#include <cstddef>

#include "tests/gstreamer/device_frames.h"

namespace tonelift {

// A context of a device as other elements create them; null without libgstcuda, a driver or such a
// device.
Context new_cuda_context(guint device = 0);

// The context of a buffer's memory.
GstObject* context_of(GstBuffer* buffer);

// A pool of a context, configured for input frames; requires that an element has worked in the
// context.
Pool new_cuda_pool(const Context& context, Frames frames = {});

// Free bytes of the device.
size_t free_memory(const Context& context);

// Holds all memory of a device except `left` bytes.
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

// Runs a kernel that fails and breaks the context.
void break_context(const Context& context);

}  // namespace tonelift
