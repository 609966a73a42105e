// SPDX-License-Identifier: BSD-2-Clause
//
// Evaluates histograms and smooths values over time, on the CPU and on GPUs. Functions get a
// histogram as running sums: sums[i] is the number of samples in bins 0 to i.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/math/host_device.h"
#include "kernels/math/plain.h"
#include "kernels/math/sortable_key.h"

namespace tonelift::frame {

// Returns the smallest value in a bin of a histogram whose unit_range is false. In this histogram,
// the index of a bin is equal to the upper bits of the sortable keys of all values in the bin (see
// Reduction in kernels/pass.h).
TONELIFT_INLINE float start_of_key_bin(uint32_t bin, uint32_t bins) {
    const int shift = 32 - static_cast<int>(std::bit_width(bins - 1));
    const uint32_t key = bin << shift;
    const float start = from_sortable_key(key);
    const bool finite = (std::bit_cast<uint32_t>(start) & 0x7f800000u) != 0x7f800000u;
    return finite ? math::sanitize(start) : (key & 0x80000000u) != 0 ? 65504.0f : -65504.0f;
}

TONELIFT_INLINE float value_at(uint32_t bin, float fraction, uint32_t bins, bool unit_range) {
    if (unit_range) return (static_cast<float>(bin) + fraction) / static_cast<float>(bins);
    const float low = start_of_key_bin(bin, bins);
    const float high = bin + 1 < bins ? start_of_key_bin(bin + 1, bins) : low;
    return math::mix(low, high, fraction);
}

TONELIFT_INLINE uint32_t samples_before(const uint32_t* sums, uint32_t bin) {
    return bin > 0 ? sums[bin - 1] : 0;
}

// Returns the value below which a fraction `share` of the samples lies. Bins that begin below
// `from` are ignored.
template <typename Team>
TONELIFT_INLINE float percentile(const Team& team, const uint32_t* sums, uint32_t n, float share,
                                 bool unit_range, float from) {
    const uint32_t first = team.first_where(
        0, n, [&](uint32_t bin) { return !(value_at(bin, 0, n, unit_range) < from); });
    const uint32_t left_out = samples_before(sums, first);
    const uint32_t total = sums[n - 1] - left_out;
    if (total == 0) return 0;
    const double rank = static_cast<double>(math::saturate(share)) * total;
    const uint32_t bin = team.first_where(first, n - 1, [&](uint32_t i) {
        const uint32_t samples = sums[i] - left_out;
        return samples > 0 && samples >= rank;
    });
    const uint32_t before = samples_before(sums, bin) - left_out;
    const uint32_t inside = sums[bin] - left_out - before;
    return value_at(bin, static_cast<float>((rank - before) / inside), n, unit_range);
}

template <typename Team>
TONELIFT_INLINE float entropy(const Team& team, const uint32_t* sums, uint32_t n) {
    const uint32_t total = sums[n - 1];
    if (total == 0) return 0;
    const double bits = team.template sum<double>(static_cast<int>(n), [&](int i) -> double {
        const auto bin = static_cast<uint32_t>(i);
        const uint32_t samples = sums[bin] - samples_before(sums, bin);
        const float share = static_cast<float>(samples) / static_cast<float>(total);
        return samples == 0 ? 0.0f : share * math::log2(share);
    });
    return math::max(static_cast<float>(-bits), 0.0f);
}

TONELIFT_INLINE uint32_t samples_in_window(const uint32_t* sums, uint32_t n, uint32_t end,
                                           uint32_t width) {
    const uint32_t before = end >= width ? sums[end - width] : 0;
    return sums[end < n ? end : n - 1] - before;
}

// Returns the difference between two histograms, from 0 (equal) to 2 (no common bins). Each
// histogram is first averaged over windows of adjacent bins.
template <typename Team>
TONELIFT_INLINE float histogram_distance(const Team& team, const uint32_t* a, const uint32_t* b,
                                         uint32_t n) {
    const uint32_t total_a = a[n - 1], total_b = b[n - 1];
    if (total_a == 0 || total_b == 0) return total_a == total_b ? 0.0f : 2.0f;
    const uint32_t radius = n / 64, width = 2 * radius + 1;
    // The sum of integers is exact. It is at most 2 * width * 2^28 * 2^28, which fits into 64 bits.
    const auto distance = team.sum_of_spread(static_cast<int>(n + width - 1), [&](int i) {
        const auto end = static_cast<uint32_t>(i);
        const uint64_t share_a = uint64_t{samples_in_window(a, n, end, width)} * total_b;
        const uint64_t share_b = uint64_t{samples_in_window(b, n, end, width)} * total_a;
        return share_a > share_b ? share_a - share_b : share_b - share_a;
    });
    return static_cast<float>(static_cast<double>(distance) /
                              (static_cast<double>(total_a) * total_b * width));
}

TONELIFT_INLINE float smooth_step(float state, float value, float seconds, float time_constant) {
    if (!(value == value)) return state;
    if (!(state == state) || !(time_constant > 0)) return value;
    if (!(seconds > 0)) return state;
    return math::mix(value, state, math::exp(-seconds / time_constant));
}

TONELIFT_INLINE float smoothed_or_cut(float state, float value, float seconds, float time_constant,
                                      float cut) {
    if (cut >= 1) return value;
    return math::mix(smooth_step(state, value, seconds, time_constant), value, cut);
}

}  // namespace tonelift::frame
