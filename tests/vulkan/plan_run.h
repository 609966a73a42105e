// SPDX-License-Identifier: BSD-2-Clause
//
// Runs the passes of a plan on Vulkan, for one frame. The plan has no frame steps.
#pragma once

#include <array>

#include "kernels/gpu/plan_calls.h"
#include "tests/support/test_picture.h"
#include "tests/vulkan/compute.h"

namespace tonelift::test {

class PlanRun {
  public:
    // `peaks` are those of source and target.
    PlanRun(Compute& device, const Plan& plan, std::array<float, 2> peaks = {1, 1});
    void run(const TestPicture& in, TestPicture& out);
    // Starts the tiles of scans along columns in reverse order. Each tile starts when the previous
    // one has ended.
    void start_last_tiles_first() { reverses_tiles_ = true; }

    // Returns the memory of the reductions after a run.
    const Compute::Memory& reductions() const { return reductions_; }
    const PlanCalls& calls() const { return calls_; }
    // Returns the modules that were launched.
    const std::vector<std::vector<uint32_t>>& modules() const { return modules_; }

  private:
    // A plane in device memory, in the form that kernels need (kernels/device/launch.glsl).
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
