// SPDX-License-Identifier: BSD-2-Clause
//
// Computes statistics of planes on Vulkan. kernels/reduce/reduction_layout.h has the memory layout
// of the results.

// Specialization constants. The code generator sets them by name.
layout(constant_id = 200) const int histograms = 0;  // number of histograms in shared memory;
                                                     // all others are in global memory
layout(constant_id = 201) const int extremes = 0;
layout(constant_id = 202) const int totals = 0;

const int bins = 1024, bin_shift = 22;  // same as histogram_bins and sortable_key_shift
const int entry_reductions = 10;

shared uint counts[histograms * bins + 1];
shared uint largest_keys[extremes + 1];
shared vec2 partial_sums[gl_WorkGroupSize.x * gl_WorkGroupSize.y];
uint own_keys[extremes + 1];
vec2 own_sums[totals + 1];

uint local_index() { return gl_LocalInvocationIndex; }
uint local_size() { return gl_WorkGroupSize.x * gl_WorkGroupSize.y; }

bool takes_part(const ivec3 at, const int lane) {
    return at.z != 0 && at.x + lane < grid_width;
}

// Returns the same key as sortable_key() in kernels/math/sortable_key.h.
uint sortable_key(const float value) {
    const uint bits = floatBitsToUint(value);
    return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

bool is_nan(const float value) { return (floatBitsToUint(value) & 0x7fffffffu) > 0x7f800000u; }

void begin_histogram(const int slot) {
    if (slot >= histograms) return;
    for (uint i = local_index(); i < bins; i += local_size()) counts[slot * bins + i] = 0;
}
void begin_extreme(const int slot) {
    own_keys[slot] = 0;
    if (local_index() == 0) largest_keys[slot] = 0;
}
void begin_total(const int slot) { own_sums[slot] = vec2(0); }

uint bin_of(const float value, const int unit_range) {
    if (unit_range != 0)
        return uint(min(int(is_nan(value) ? 0.0 : clamp(value, 0.0, 1.0) * bins), bins - 1));
    return sortable_key(is_nan(value) ? 0.0 : value + 0.0) >> bin_shift;
}

void count_chunk(const int slot, const int unit_range, const int offset, const ivec3 at,
                 const vec4 value) {
    [[unroll]] for (int lane = 0; lane < 4; ++lane) {
        if (!takes_part(at, lane)) continue;
        const uint bin = bin_of(value[lane], unit_range);
        if (slot < histograms) {
            atomicAdd(counts[slot * bins + bin], 1);
        } else {
            atomicAdd(Words(entry(entry_reductions).address).at[offset + bin], 1);
        }
    }
}

void take_extreme(const int slot, const int is_minimum, const ivec3 at, const vec4 value) {
    [[unroll]] for (int lane = 0; lane < 4; ++lane) {
        if (!takes_part(at, lane) || is_nan(value[lane])) continue;
        const uint key = sortable_key(value[lane]);
        own_keys[slot] = max(own_keys[slot], is_minimum != 0 ? ~key : key);
    }
}

// Adds two numbers, each of which is the sum of a large float x and a small float y. The large
// parts are added without error before the result is rounded to such a pair.
vec2 sum_of(const vec2 a, const vec2 b) {
    precise const float sum = a.x + b.x;
    precise const float rest = sum - a.x;
    precise const float error = (a.x - (sum - rest)) + (b.x - rest);
    precise const float low = error + (a.y + b.y);
    precise const float high = sum + low;
    return vec2(high, low - (high - sum));
}

void add_chunk(const int slot, const ivec3 at, const vec4 value) {
    [[unroll]] for (int lane = 0; lane < 4; ++lane) {
        if (takes_part(at, lane)) own_sums[slot] = sum_of(own_sums[slot], vec2(value[lane], 0));
    }
}

void finish_histogram(const int slot, const int offset) {
    if (slot >= histograms) return;
    for (uint i = local_index(); i < bins; i += local_size()) {
        const uint count = counts[slot * bins + i];
        if (count > 0) atomicAdd(Words(entry(entry_reductions).address).at[offset + i], count);
    }
}

void finish_extreme(const int slot, const int offset) {
    atomicMax(largest_keys[slot], own_keys[slot]);
    barrier();
    if (local_index() == 0)
        atomicMax(Words(entry(entry_reductions).address).at[offset], largest_keys[slot]);
}

uvec2 double_bits(const float value) {
    const uint bits = floatBitsToUint(value), magnitude = bits & 0x7fffffffu;
    const uint sign = bits & 0x80000000u;
    if (magnitude < 0x00800000u) return uvec2(0, sign);
    const uint shifted = magnitude >= 0x7f800000u ? 0x700 << 20 : 0x380 << 20;
    return uvec2(magnitude << 29, sign | ((magnitude >> 3) + shifted));
}

void finish_total(const int slot, const int offset, const int block) {
    barrier();
    partial_sums[local_index()] = own_sums[slot];
    for (uint count = local_size(); count > 1;) {
        barrier();
        const uint half_count = (count + 1) / 2;
        if (local_index() + half_count < count)
            partial_sums[local_index()] =
                sum_of(partial_sums[local_index()], partial_sums[local_index() + half_count]);
        count = half_count;
    }
    barrier();
    if (local_index() == 0)
        Words2(entry(entry_reductions).address).at[offset + block] =
            double_bits(partial_sums[0].x);
}
