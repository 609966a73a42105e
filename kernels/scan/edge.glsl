// SPDX-License-Identifier: BSD-2-Clause
//
// Arithmetic of the edge-aware recursive filter in Vulkan. The filters along rows and along columns
// share it.
#extension GL_GOOGLE_include_directive : require
#include "kernels/device/splice_points.glsl"

// Must have the memory layout of EdgeScanParameters in scan_vulkan.cpp.
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Parameters {
    float flat_weight;
    float slope;
    int rows_per_block;
    int tiles;
    int panels;
    int padding;
};

// 1 if pixels are integer codes, 0 if pixels are numbers in [0,1]
layout(constant_id = 4) const int core_in_codes = 0;

vec4 link_weight(const vec4 difference) {
    Parameters p = Parameters(launch.parameters);
    const float slope = core_in_codes != 0 ? p.slope * number_of_unit : p.slope;
    return p.flat_weight * exp2(-abs(slope * difference));
}

// Interpolates from `value` to `neighbor`. This formula keeps a constant picture exactly constant,
// because the difference is 0.
float lerp(const float value, const float neighbor, const float weight) {
    return fma(weight, neighbor - value, value);
}
vec4 lerp(const vec4 value, const vec4 neighbor, const vec4 weight) {
    return fma(weight, neighbor - value, value);
}
