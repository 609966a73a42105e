// SPDX-License-Identifier: BSD-2-Clause
//
// The edge-aware recursive filter along columns in Vulkan.
//
// Vulkan does not guarantee that all blocks run at the same time, so a block waits only for blocks
// that have started.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernels/scan/edge.glsl"

const int group_rows = 9;
const int band_rows = group_rows * kernel_shape;
const uint block_size = gl_WorkGroupSize.x * gl_WorkGroupSize.y;
const uint columns = 4 * gl_WorkGroupSize.x;

shared vec4 aggregates[4 * block_size];
shared bool is_claimed;
shared bool is_incomplete;
shared bool is_last;
shared int tile_to_load;

// The coefficients of Aggregate in kernels/scan/edge_aggregate.cuh, for 4 columns.

struct Aggregates {
    vec4 product;
    vec4 forward;
    vec4 crossing;
    vec4 backward;
};
const vec4 identity_aggregate = vec4(1, 0, 0, 0);

void append_row(inout Aggregates run, const vec4 value, const vec4 weight) {
    const vec4 product = run.product * weight, difference = run.product - product;
    run.backward = fma(difference, run.forward, run.backward);
    run.crossing = fma(difference, run.product, run.crossing);
    run.forward = lerp(value, run.forward, weight);
    run.product = product;
}

vec4 appended(const vec4 run, const vec4 next) {
    const float between = fma(next.z, run.y, next.w);
    return vec4(run.x * next.x, fma(next.x, run.y, next.y), fma(run.x * run.x, next.z, run.z),
                fma(run.x, between, run.w));
}

float apply_forward(const vec4 run, const float above) { return fma(run.x, above, run.y); }
float apply_backward(const vec4 run, const float above, const float last) {
    return fma(run.x, last, fma(run.z, above, run.w));
}

uint aggregate_index(const uint band, const uint column) { return band * columns + column; }
uint own_aggregate(const int c) {
    return aggregate_index(gl_LocalInvocationID.y,
                           c * gl_WorkGroupSize.x + gl_LocalInvocationID.x);
}

// Device memory in which the blocks of a group of columns publish coefficients. All words are 0
// before and after a launch.

layout(buffer_reference, std430, buffer_reference_align = 16) volatile buffer Published {
    uvec4 at[];
};
layout(buffer_reference, std430, buffer_reference_align = 4) volatile buffer Counters {
    uint at[];
};

int tiles() { return Parameters(launch.parameters).tiles; }

uint state_size() { return tiles() * columns + (tiles() + 4) / 4; }
uint state_begin() {
    const int panels = Parameters(launch.parameters).panels;
    return (frame_index() * panels + gl_WorkGroupID.y) * state_size();
}
uint published_index(const int tile) {
    return state_begin() + tile * columns + gl_LocalInvocationIndex;
}
uint claim_index(const int tile) { return 4 * (state_begin() + tiles() * columns) + tile; }

bool claim(const int tile) {
    return atomicCompSwap(Counters(launch.scratch).at[claim_index(tile)], 0, 1) == 0;
}

// Returns the words that publish coefficients. Their bits are inverted, because 0 is a frequent
// coefficient but a word of 0 means "not published".
uvec4 published_words(const vec4 aggregate) {
    const uvec4 words = ~floatBitsToUint(aggregate);
    return mix(words, uvec4(1), equal(words, uvec4(0)));
}

int top_of(const int tile) {
    const int bands = int(gl_WorkGroupSize.y), band = tile * bands + int(gl_LocalInvocationID.y);
    return band * band_rows - Parameters(launch.parameters).padding;
}

int own_column() { return 4 * int(gl_WorkGroupID.y * gl_WorkGroupSize.x + gl_LocalInvocationID.x); }

ivec3 place_of(const int y, const bool own) {
    const int x = own_column();
    const bool inside = x < launch.width;
    return ivec3(inside ? x : (launch.width - 1) & ~3, max(y, 0), own && inside && y >= 0 ? 1 : 0);
}

// A group of rows. All rows are read before the first row is processed, so that the reads overlap.
struct GroupRows {
    mat2x4 of[group_rows];
};
GroupRows read_group(const int top, const bool own) {
    GroupRows rows;
    [[unroll]] for (int i = 0; i < group_rows; ++i) rows.of[i] = prologue(place_of(top + i, own));
    return rows;
}

vec4 first_weight[kernel_shape];
vec4 group_factor[kernel_shape];
vec4 group_sum[kernel_shape];

// Reads the rows of an invocation and computes their coefficients. When the block reads its own
// tile again, it reuses the first weight, because another block may have overwritten the row above.
void read_band(const int tile, const bool is_first, const bool is_own) {
    const int top = top_of(tile);
    vec4 above = prologue(place_of(top - 1, false))[1];
    Aggregates run = Aggregates(vec4(1), vec4(0), vec4(0), vec4(0));
    [[unroll]] for (int group = 0; group < kernel_shape; ++group) {
        const GroupRows rows = read_group(top + group * group_rows, false);
        group_factor[group] = run.product;
        group_sum[group] = run.forward;
        [[unroll]] for (int i = 0; i < group_rows; ++i) {
            vec4 weight = link_weight(rows.of[i][1] - above);
            if (group == 0 && i == 0) {
                if (tile == 0 && gl_LocalInvocationID.y == 0) weight = vec4(0);
                if (is_own && !is_first) weight = first_weight[0];
            }
            if (i == 0 && is_own) first_weight[group] = weight;
            above = rows.of[i][1];
            append_row(run, rows.of[i][0], weight);
        }
    }
    [[unroll]] for (int c = 0; c < 4; ++c)
        aggregates[own_aggregate(c)] =
            vec4(run.product[c], run.forward[c], run.crossing[c], run.backward[c]);
}

void filter_group(const int top, const int group, const vec4 entering, inout vec4 last,
                  inout vec4 weight) {
    const int begin = top + group * group_rows;
    vec4 value = fma(group_factor[group], entering, group_sum[group]);
    vec4 above = vec4(0);
    const GroupRows rows = read_group(begin, true);
    vec4 values[group_rows], weights[group_rows];
    [[unroll]] for (int i = 0; i < group_rows; ++i) {
        weights[i] = i == 0 ? first_weight[group] : link_weight(rows.of[i][1] - above);
        value = lerp(rows.of[i][0], value, weights[i]);
        values[i] = value;
        above = rows.of[i][1];
    }
    [[unroll]] for (int i = group_rows - 1; i >= 0; --i) {
        if (group < kernel_shape - 1 || i < group_rows - 1) last = lerp(values[i], last, weight);
        weight = weights[i];
        epilogue(mat3x4(last, vec4(0), vec4(0)), place_of(begin + i, true));
    }
}

void filter_band(const int tile) {
    const int top = top_of(tile);
    vec4 entering, last, weight = vec4(0);
    [[unroll]] for (int c = 0; c < 4; ++c) {
        const vec2 values = aggregates[own_aggregate(c)].xy;
        entering[c] = values.x;
        last[c] = values.y;
    }
    [[unroll]] for (int group = kernel_shape - 1; group >= 0; --group)
        filter_group(top, group, entering, last, weight);
}

// The first `columns` invocations of a block each combine the coefficients of one column.

bool has_column() { return gl_LocalInvocationIndex < columns; }

vec4 tile_aggregate() {
    vec4 whole = identity_aggregate;
    for (uint band = 0; band < gl_WorkGroupSize.y; ++band)
        whole = appended(whole, aggregates[aggregate_index(band, gl_LocalInvocationIndex)]);
    return whole;
}

const int tiles_at_once = 8;
const int most_polls = 16;

bool is_published(const uvec4 words) { return all(notEqual(words, uvec4(0))); }

// Returns whether all tiles have published their coefficients; gives up after most_polls polls. To
// save bandwidth, only one invocation polls each tile.
bool wait_for_tiles() {
    bool ready = true;
    for (int tile = int(gl_LocalInvocationIndex); tile < tiles(); tile += int(block_size)) {
        const uint index = state_begin() + tile * columns;
        int polls = 0;
        do {
            ready = is_published(Published(launch.scratch).at[index]);
        } while (!ready && ++polls < most_polls);
        if (!ready) return false;
    }
    return true;
}

struct Entering {
    float above;
    float last;
    bool known;
};

Entering entering_tile(const int own, const vec4 whole) {
    vec4 below = identity_aggregate;
    float above = 0;
    for (int first = 0; first < tiles(); first += tiles_at_once) {
        uvec4 words[tiles_at_once];
        [[unroll]] for (int i = 0; i < tiles_at_once; ++i)
            words[i] =
                Published(launch.scratch).at[published_index(min(first + i, tiles() - 1))];
        bool ready = true;
        [[unroll]] for (int i = 0; i < tiles_at_once; ++i) {
            const vec4 tile = uintBitsToFloat(~words[i]);
            ready = ready && is_published(words[i]);
            if (first + i < own) above = apply_forward(tile, above);
            if (first + i > own && first + i < tiles()) below = appended(below, tile);
        }
        if (!ready) return Entering(0, 0, false);
    }
    const float value = apply_forward(whole, above);
    return Entering(above, apply_backward(below, value, apply_forward(below, value)), true);
}

void distribute(const Entering entering) {
    float above = entering.above, last = entering.last;
    for (uint band = 0; band < gl_WorkGroupSize.y; ++band) {
        const uint index = aggregate_index(band, gl_LocalInvocationIndex);
        const vec4 run = aggregates[index];
        aggregates[index].y = above;
        above = apply_forward(run, above);
    }
    for (int band = int(gl_WorkGroupSize.y) - 1; band >= 0; --band) {
        const uint index = aggregate_index(band, gl_LocalInvocationIndex);
        const vec4 run = aggregates[index];
        aggregates[index].xy = vec2(run.y, last);
        last = apply_backward(run, run.y, last);
    }
}

// Claims and returns a tile that no block has claimed. If all tiles are claimed, returns `own`.
int unclaimed_tile(const int own) {
    barrier();  // after all reads of is_claimed for the previous tile
    if (gl_LocalInvocationIndex == 0) {
        tile_to_load = own;
        is_claimed = false;
        for (int tile = 0; tile < tiles() && !is_claimed; ++tile) {
            is_claimed = claim(tile);
            if (is_claimed) tile_to_load = tile;
        }
    }
    barrier();
    return tile_to_load;
}

// Loads the block's own tile, and returns the values at both ends of the tile. While coefficients
// of other tiles are missing, publishes the coefficients of tiles whose blocks have not started.
Entering load_all(const int own) {
    int tile = own;
    bool is_first = true;
    Entering entering;
    if (gl_LocalInvocationIndex == 0) is_claimed = claim(own);
    [[dont_unroll]] while (true) {
        if (gl_LocalInvocationIndex == 0) is_incomplete = false;
        read_band(tile, is_first, tile == own);
        is_first = false;
        barrier();
        vec4 whole;
        if (has_column()) {
            whole = tile_aggregate();
            if (is_claimed)
                Published(launch.scratch).at[published_index(tile)] = published_words(whole);
        }
        if (tile == own) {
            if (!wait_for_tiles()) is_incomplete = true;
            barrier();
            if (!is_incomplete) {
                if (has_column()) entering = entering_tile(own, whole);
                barrier();
                if (has_column() && !entering.known) is_incomplete = true;
                barrier();
                if (!is_incomplete) return entering;
            }
        }
        tile = unclaimed_tile(own);
    }
}

void compute_block() {
    begin_block();
    const int own = int(gl_WorkGroupID.x);
    const Entering entering = load_all(own);
    uint arrived = 0;
    if (gl_LocalInvocationIndex == 0)
        arrived = atomicAdd(Counters(launch.scratch).at[claim_index(tiles())], 1);
    if (has_column()) distribute(entering);
    barrier();
    filter_band(own);
    if (gl_LocalInvocationIndex == 0) is_last = arrived == tiles() - 1;
    finish_block();
    if (!is_last) return;
    for (uint i = gl_LocalInvocationIndex; i < state_size(); i += block_size)
        Published(launch.scratch).at[state_begin() + i] = uvec4(0);
}
