// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

#include "kernels/cuda/driver/device.h"

namespace tonelift::patterns {

struct Shape {
    unsigned grid_x;
    unsigned grid_y;
    unsigned frames;
    unsigned block_x;
    unsigned block_y;
    unsigned shared_bytes = 0;
};

class Kernels {
  public:
    Kernels(cuda::DevicePointer device, const std::string& name);
    Kernels(const Kernels&) = delete;
    ~Kernels();

    template <typename... Parameters>
    void launch(const std::string& kernel, const Shape& shape,
                const Parameters&... parameters) const {
        const void* all[] = {&parameters...};
        start(kernel, shape, const_cast<void**>(all));
    }

  private:
    void start(const std::string& kernel, const Shape& shape, void** parameters) const;

    cuda::DevicePointer device_;
    CUmodule module_ = nullptr;
};

}  // namespace tonelift::patterns
