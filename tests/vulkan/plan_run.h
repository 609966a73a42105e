// SPDX-License-Identifier: BSD-2-Clause
//
// Runs the passes of a plan without frame steps on one frame with Vulkan.
#pragma once

#include <array>

#include "kernels/gpu/plan_calls.h"
#include "tests/support/test_picture.h"
#include "tests/vulkan/compute.h"

namespace tonelift::test {

class PlanRun {
  public:
    // peaks: of source and target.
    PlanRun(Compute& device, const Plan& plan, std::array<float, 2> peaks = {1, 1});
    void run(const TestPicture& in, TestPicture& out);
    // Starts the blocks of scans along columns from the last tile to the first tile, each tile
    // after the end of the previous one.
    void start_last_tiles_first() { reverses_tiles_ = true; }

    // Returns the memory of the frame's reductions after a run.
    const Compute::Memory& reductions() const { return reductions_; }
    const PlanCalls& calls() const { return calls_; }
    // Returns the modules of all launches.
    const std::vector<std::vector<uint32_t>>& modules() const { return modules_; }

  private:
    // A plane in memory as kernels need it (kernels/device/launch.glsl).
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
