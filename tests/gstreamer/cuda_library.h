// SPDX-License-Identifier: BSD-2-Clause
// Loads libgstcuda and the CUDA driver, for tests on a GPU. Both are loaded only when a test needs
// them.
#pragma once

#include <cstddef>

#include "tests/gstreamer/device_frames.h"

namespace tonelift {

Context new_cuda_context(guint device = 0);

GstObject* context_of(GstBuffer* buffer);

Pool new_cuda_pool(const Context& context, Frames frames = {});

size_t free_memory(const Context& context);

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

// Runs a kernel that fails. After that, the context is unusable.
void break_context(const Context& context);

}  // namespace tonelift
