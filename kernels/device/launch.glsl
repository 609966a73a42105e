// SPDX-License-Identifier: BSD-2-Clause
//
// The access of all Vulkan kernels to their arguments.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#include "kernels/device/launch.h"

layout(local_size_x_id = 0, local_size_y_id = 1) in;

struct Entry {
    uvec2 address;
    int pitch;
    int unused;
};
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Entries {
    Entry at[];
};
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint at[]; };
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Words2 { uvec2 at[]; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Words4 { uvec4 at[]; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Floats4 { vec4 at[]; };

layout(constant_id = 3) const int kernel_shape = 1;

int grid_width;

Entry entry(const int index) {
    return Entries(launch.entries).at[frame_index() * launch.entries_per_frame + index];
}

int block_of_frame() { return int(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x); }
