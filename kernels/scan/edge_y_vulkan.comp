// SPDX-License-Identifier: BSD-2-Clause
//
// The edge-aware scan along columns in Vulkan (kernels/pass.h, Scan). A block filters a panel of
// columns over the whole height. Its x axis is chunks of 4 columns; its y axis is pieces of the
// height, with kernel_shape groups of 8 rows each. The block reads the panel twice. First, each
// invocation computes how its piece maps the values that enter from above and from below. Then,
// with both values known, it filters its piece from the last group to the first.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernels/scan/edge.glsl"

const int group_rows = 8;
const uint block_size = gl_WorkGroupSize.x * gl_WorkGroupSize.y;
shared vec4 map_factor[block_size];
shared vec4 map_sum[block_size];

// The rows of this invocation; there may be none.
struct Piece {
    int x;
    int begin;
    int end;
};

Piece own_piece() {
    Piece piece;
    piece.x = 4 * int(gl_GlobalInvocationID.x);
    const int rows = group_rows * kernel_shape;
    piece.begin = min(int(gl_LocalInvocationID.y) * rows, launch.height);
    piece.end = min(piece.begin + rows, launch.height);
    return piece;
}

// Returns the position of a chunk. A chunk beyond the width reads the last chunk instead, without
// effects.
ivec3 place_of(const Piece piece, const int y, const int own) {
    const bool inside = piece.x < launch.width;
    return ivec3(inside ? piece.x : (launch.width - 1) & ~3, y, inside ? own : 0);
}

vec4 guide_at(const Piece piece, const int y) { return prologue(place_of(piece, y, 0))[1]; }

// Returns the weight of the link between a guide and the guide above it; 0 above the first row.
vec4 weight_of_row(const int y, const vec4 above, const vec4 guide) {
    return y > 0 && y < launch.height ? link_weight(guide - above) : vec4(0);
}

// The inputs of a group. All rows are read before one is used, so that the reads overlap. Rows
// beyond the piece repeat its last row.
struct GroupRows {
    mat2x4 of[group_rows];
};
GroupRows read_group(const Piece piece, const int begin, const int own) {
    GroupRows rows;
    [[unroll]] for (int i = 0; i < group_rows; ++i) {
        const bool inside = begin + i < piece.end;
        rows.of[i] = prologue(
            place_of(piece, inside ? begin + i : piece.end - 1, inside ? own : 0));
    }
    return rows;
}

// Per group: the value above it is x * entering + y.
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Groups { vec4 at[]; };
uint group_index(const int group) {
    const uint block = gl_WorkGroupID.z * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    return 2 * ((block * kernel_shape + group) * block_size + gl_LocalInvocationIndex);
}

// The maps of a piece. forward: the value of its last row is x * entering + y. backward: the result
// of its first row is x * (result below the piece) + y * entering + z.
struct Maps {
    vec4 forward_factor;
    vec4 forward_sum;
    vec4 back_factor;
    vec4 back_entering;
    vec4 back_sum;
    vec4 first_weight;  // weight of the link above the piece; last_weight: below the piece
    vec4 last_weight;
};

// Adds the link above row y to the maps of the rows above it. weight: weight of the link. kept:
// share of the result below that reaches row y.
void link(inout Maps maps, inout vec4 kept, const vec4 weight) {
    const vec4 own = kept * (1 - weight);
    maps.back_entering = fma(own, maps.forward_factor, maps.back_entering);
    maps.back_sum = fma(own, maps.forward_sum, maps.back_sum);
    kept *= weight;
}

void keep_group(const int group, const Maps maps) {
    const uint index = group_index(group);
    Groups(launch.workspace).at[index] = maps.forward_factor;
    Groups(launch.workspace).at[index + 1] = maps.forward_sum;
}

Maps read_piece(const Piece piece) {
    Maps maps = Maps(vec4(1), vec4(0), vec4(1), vec4(0), vec4(0), vec4(0), vec4(0));
    if (piece.begin >= piece.end) return maps;
    vec4 above = piece.begin > 0 ? guide_at(piece, piece.begin - 1) : vec4(0);
    vec4 kept = vec4(1);
    for (int begin = piece.begin; begin < piece.end; begin += group_rows) {
        const GroupRows rows = read_group(piece, begin, 0);
        keep_group((begin - piece.begin) / group_rows, maps);
        [[unroll]] for (int i = 0; i < group_rows; ++i) {
            const int y = begin + i;
            if (y >= piece.end) continue;
            const vec4 weight = weight_of_row(y, above, rows.of[i][1]);
            if (y > piece.begin) {
                link(maps, kept, weight);
            } else {
                maps.first_weight = weight;
            }
            maps.forward_factor *= weight;
            maps.forward_sum = lerp(rows.of[i][0], maps.forward_sum, weight);
            above = rows.of[i][1];
        }
    }
    const int last = min(piece.end, launch.height - 1);
    maps.last_weight = weight_of_row(piece.end, above, guide_at(piece, last));
    link(maps, kept, maps.last_weight);
    maps.back_factor = kept;
    return maps;
}

// Returns the value that enters a piece: the maps of all pieces before it (from_below: after it),
// applied to 0.
vec4 entering_value(const vec4 factor, const vec4 sum, const bool from_below) {
    barrier();
    map_factor[gl_LocalInvocationIndex] = factor;
    map_sum[gl_LocalInvocationIndex] = sum;
    barrier();
    const int own = int(gl_LocalInvocationID.y), pieces = int(gl_WorkGroupSize.y);
    vec4 value = vec4(0);
    const int count = from_below ? pieces - 1 - own : own;
    for (int i = 0; i < count; ++i) {
        const int piece = from_below ? pieces - 1 - i : i;
        const uint index = piece * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
        value = fma(map_factor[index], value, map_sum[index]);
    }
    return value;
}

// Filters a group. below: result of the row below the group. weight: weight of the link to that
// row. Both are replaced by those of the group's first row.
void filter_group(const Piece piece, const int group, const vec4 entering, const vec4 first_weight,
                  inout vec4 below, inout vec4 weight) {
    const int begin = piece.begin + group * group_rows, end = min(begin + group_rows, piece.end);
    const uint index = group_index(group);
    vec4 value = fma(Groups(launch.workspace).at[index], entering,
                     Groups(launch.workspace).at[index + 1]);
    vec4 above = group > 0 ? guide_at(piece, begin - 1) : vec4(0);
    const GroupRows rows = read_group(piece, begin, 1);
    vec4 values[group_rows], weights[group_rows];
    [[unroll]] for (int i = 0; i < group_rows; ++i) {
        weights[i] = group == 0 && i == 0 ? first_weight
                                          : weight_of_row(begin + i, above, rows.of[i][1]);
        value = lerp(rows.of[i][0], value, weights[i]);
        values[i] = value;
        above = rows.of[i][1];
    }
    [[unroll]] for (int i = group_rows - 1; i >= 0; --i) {
        if (begin + i >= end) continue;
        below = lerp(values[i], below, weight);
        weight = weights[i];
        if (piece.x < launch.width)
            epilogue(mat3x4(below, vec4(0), vec4(0)), ivec3(piece.x, begin + i, 1));
    }
}

void main() {
    if (!is_needed()) return;
    begin_block();
    const Piece piece = own_piece();
    const Maps maps = read_piece(piece);
    const vec4 entering = entering_value(maps.forward_factor, maps.forward_sum, false);
    const vec4 sum = fma(maps.back_entering, entering, maps.back_sum);
    vec4 below = entering_value(maps.back_factor, sum, true), weight = maps.last_weight;
    const int groups = (piece.end - piece.begin + group_rows - 1) / group_rows;
    for (int group = groups - 1; group >= 0; --group)
        filter_group(piece, group, entering, maps.first_weight, below, weight);
    finish_block();
}
