// SPDX-License-Identifier: BSD-2-Clause
//
// Arithmetic of the edge-aware recursive filters in Vulkan, shared by the kernels along rows and
// along columns. The recurrence over the pixels of an invocation is an affine map, applied to the
// value that enters. Invocations exchange their maps through shared memory.
#extension GL_GOOGLE_include_directive : require
#include "kernels/device/places.glsl"

// Memory layout of EdgeScanParameters (scan_vulkan.cpp). The weight of a link is flat_weight *
// 2^-|slope * guide difference|.
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Parameters {
    float flat_weight;
    float slope;
    int rows_per_block;  // for scans along x; the members below: for scans along y
    int tiles;           // tiles per panel
    int panels;
    int padding;         // rows of the first tile above the picture
};

// Whether the inputs and the results of the core are codes (kernels/device/planes.glsl) instead of
// numbers.
layout(constant_id = 4) const int core_in_codes = 0;

vec4 link_weight(const vec4 difference) {
    Parameters p = Parameters(launch.parameters);
    const float slope = core_in_codes != 0 ? p.slope * number_of_unit : p.slope;
    return p.flat_weight * exp2(-abs(slope * difference));
}

// Moves `value` toward `neighbor` by the share `weight`. In a constant picture the result is
// exactly constant.
float lerp(const float value, const float neighbor, const float weight) {
    return fma(weight, neighbor - value, value);
}
vec4 lerp(const vec4 value, const vec4 neighbor, const vec4 weight) {
    return fma(weight, neighbor - value, value);
}
