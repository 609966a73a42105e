// SPDX-License-Identifier: BSD-2-Clause
//
// The math behind kernels/frame/frame.h that concerns histograms and smoothing: plain functions
// over pointers and floats, without allocation, fit to be compiled for a device as well.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/math/plain.h"

namespace tonelift::frame {

// Value at a position on the axis of bins, fractions being inside a bin. Bins of a plane that is
// not in [0,1] are the upper bits of the sortable float key (kernels/pass.h, Reduction); between
// the starts of two bins it is linear.
inline float start_of_key_bin(uint32_t bin, uint32_t bins) {
    const int shift = 32 - std::countr_zero(bins);
    const uint32_t key = bin << shift;
    const uint32_t bits = key & 0x80000000u ? key ^ 0x80000000u : ~key;
    // The outermost bins hold infinities and NaN, which planes do not contain: they are sanitized.
    return (bits & 0x7f800000u) == 0x7f800000u ? (key & 0x80000000u ? 65504.0f : -65504.0f)
                                               : math::sanitize(std::bit_cast<float>(bits));
}

inline float value_at(uint32_t bin, float fraction, uint32_t bins, bool unit_range) {
    if (unit_range) return (static_cast<float>(bin) + fraction) / static_cast<float>(bins);
    const float low = start_of_key_bin(bin, bins);
    const float high = bin + 1 < bins ? start_of_key_bin(bin + 1, bins) : low;
    return math::mix(low, high, fraction);
}

// At most 16384 x 16384 samples: the sum fits.
inline uint32_t count_samples(const uint32_t* bins, uint32_t n) {
    uint32_t total = 0;
    for (uint32_t i = 0; i < n; ++i) total += bins[i];
    return total;
}

// First bin that holds nothing below `from`; n when there is none.
inline uint32_t first_bin_from(float from, uint32_t n, bool unit_range) {
    uint32_t bin = 0;
    while (bin < n && value_at(bin, 0, n, unit_range) < from) ++bin;
    return bin;
}

inline float percentile(const uint32_t* bins, uint32_t n, float share, bool unit_range,
                        float from) {
    const uint32_t first = first_bin_from(from, n, unit_range);
    const uint32_t total = count_samples(bins + first, n - first);
    if (total == 0) return 0;
    const double rank = static_cast<double>(math::saturate(share)) * total;
    uint32_t before = 0, last = first;
    for (uint32_t i = first; i < n; ++i) {
        if (bins[i] == 0) continue;
        if (before + bins[i] >= rank) {
            const float fraction = static_cast<float>((rank - before) / bins[i]);
            return value_at(i, fraction, n, unit_range);
        }
        before += bins[i];
        last = i;
    }
    return value_at(last, 1, n, unit_range);
}

inline float entropy(const uint32_t* bins, uint32_t n) {
    const uint32_t total = count_samples(bins, n);
    if (total == 0) return 0;
    float bits = 0;
    for (uint32_t i = 0; i < n; ++i) {
        if (bins[i] == 0) continue;
        const float share = static_cast<float>(bins[i]) / static_cast<float>(total);
        bits -= share * math::log2(share);
    }
    return math::max(bits, 0.0f);
}

// Both histograms are averaged over 2 * radius + 1 bins, past the ends too, so that no sample is
// lost and histograms that share nothing are 2 apart. Window sums are integers: the result does not
// depend on how they are formed.
inline float histogram_distance(const uint32_t* a, const uint32_t* b, uint32_t n) {
    const uint32_t total_a = count_samples(a, n), total_b = count_samples(b, n);
    if (total_a == 0 || total_b == 0) return total_a == total_b ? 0.0f : 2.0f;
    const int bins = static_cast<int>(n), radius = bins / 64, width = 2 * radius + 1;
    uint32_t window_a = 0, window_b = 0;
    double distance = 0;
    for (int i = 0; i < bins + width - 1; ++i) {
        if (i < bins) {
            window_a += a[i];
            window_b += b[i];
        }
        if (i >= width) {
            window_a -= a[i - width];
            window_b -= b[i - width];
        }
        const double difference =
            static_cast<double>(window_a) / total_a - static_cast<double>(window_b) / total_b;
        distance += difference < 0 ? -difference : difference;
    }
    return static_cast<float>(distance / width);
}

inline float smooth_step(float state, float value, float seconds, float time_constant) {
    if (!(value == value)) return state;
    if (!(state == state) || !(time_constant > 0)) return value;
    if (!(seconds > 0)) return state;
    return math::mix(value, state, math::exp(-seconds / time_constant));
}

}  // namespace tonelift::frame
