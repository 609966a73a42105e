// SPDX-License-Identifier: BSD-2-Clause
//
// The parameters of all Vulkan kernels. The addresses and pitches of planes are multiples of 256
// bytes.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_control_flow_attributes : require

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
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Floats {
    float at[];
};
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Floats4 { vec4 at[]; };

layout(push_constant, std430) uniform Launch {
    uvec2 entries;
    uvec2 parameters;
    uvec2 constants;
    uvec2 scratch;
    uvec2 workspace;
    uvec2 condition;  // address of the condition of frame 0, or 0 to compute all frames
    uvec2 pq_lines;
    int condition_stride;
    int unmet;  // a frame is skipped if (its condition > 0) == unmet
    int entries_per_frame;
    int frames;
    int width;
    int height;
} launch;

layout(constant_id = 3) const int kernel_shape = 1;

int grid_width;

int frame_index() { return int(gl_WorkGroupID.z); }

Entry entry(const int index) {
    return Entries(launch.entries).at[frame_index() * launch.entries_per_frame + index];
}

bool is_needed() {
    if (launch.condition == uvec2(0)) return true;
    const float number = Floats(launch.condition).at[frame_index() * launch.condition_stride];
    return (number > 0) != (launch.unmet != 0);
}

int block_of_frame() { return int(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x); }
