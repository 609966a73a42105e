// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/launch/core_calls.h"

#include "kernels/pack/output_vulkan.h"
#include "kernels/point/point_vulkan.h"
#include "kernels/resample/resample_vulkan.h"
#include "kernels/scan/lines_vulkan.h"
#include "kernels/scan/scan_vulkan.h"
#include "kernels/stencil/stencil_vulkan.h"

namespace tonelift::vulkan {

constexpr CoreCalls core_calls = {
    .point = [](int width, int height, const Tuning&) { return point_call(width, height); },
    .halving = [](int width, int height, int,
                  const Tuning&) { return halving_call(width, height); },
    .output = [](const Plan& plan, const Pass& pass, bool, const Tuning&, const DeviceLimits&,
                 int) { return output_call(plan, pass); },
    .edge_scan = [](const Pass& pass, const DeviceLimits&,
                    const Tuning&) { return edge_scan_call(pass); },
    .lines = [](const Pass& pass, std::span<const Plane> inputs,
                const DeviceLimits&) { return lines_call(pass, inputs); },
    .stencil = [](const Pass& pass, std::span<const Plane> inputs,
                  const DeviceLimits&) { return stencil_call(pass, inputs); },
    .gather = gather_call,
    .resample = resample_call};

}  // namespace tonelift::vulkan
