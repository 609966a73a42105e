// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>

#include "kernels/gpu/plan_calls.h"
#include "tests/support/test_picture.h"
#include "tests/vulkan/compute.h"

namespace tonelift::test {

class PlanRun {
  public:
    PlanRun(Compute& device, const Plan& plan, std::array<float, 2> peaks = {1, 1});
    void run(const TestPicture& in, TestPicture& out);
    void start_last_tiles_first() { reverses_tiles_ = true; }

    const Compute::Memory& reductions() const { return reductions_; }
    const PlanCalls& calls() const { return calls_; }
    const std::vector<std::vector<uint32_t>>& modules() const { return modules_; }

  private:
    struct DevicePlane {
        Compute::Memory memory;
        int pitch = 0;
        int rows = 0;
    };
    DevicePlane make_plane(int row_bytes, int rows);
    DevicePlane picture_plane(const Picture& picture, int plane);
    void add_entry(int index, const Compute::Memory& memory, int pitch = 0);
    void launch(const PassCall& pass);

    Compute& device_;
    const Plan& plan_;
    PlanCalls calls_;
    std::vector<DevicePlane> input_, output_;
    Compute::Memory entries_, reductions_, scratch_;
    bool reverses_tiles_ = false;
    std::vector<std::vector<uint32_t>> modules_;
};

}  // namespace tonelift::test
