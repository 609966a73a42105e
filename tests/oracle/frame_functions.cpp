// SPDX-License-Identifier: BSD-2-Clause
#include "tests/oracle/frame_functions.h"

#include <cassert>

#include "kernels/frame/curve_table.h"
#include "kernels/frame/statistics.h"

namespace tonelift {
namespace {

constexpr frame::SingleThread alone;

struct Sums {
    uint32_t at[histogram_bins];

    explicit Sums(std::span<const uint32_t> bins) {
        assert(bins.size() == histogram_bins);
        alone.scan(
            at, histogram_bins, [&](int i) { return bins[static_cast<size_t>(i)]; }, frame::Add());
    }
};

bool has_samples(std::span<const uint32_t> bins) {
    return !bins.empty() && Sums(bins).at[histogram_bins - 1] > 0;
}

}  // namespace

float percentile(std::span<const uint32_t> bins, float share, bool unit_range, float from) {
    return frame::percentile(alone, Sums(bins).at, histogram_bins, share, unit_range, from);
}

float entropy(std::span<const uint32_t> bins) {
    return frame::entropy(alone, Sums(bins).at, histogram_bins);
}

float histogram_distance(std::span<const uint32_t> a, std::span<const uint32_t> b) {
    return frame::histogram_distance(alone, Sums(a).at, Sums(b).at, histogram_bins);
}

float smooth_step(float state, float value, float seconds, float time_constant) {
    return frame::smooth_step(state, value, seconds, time_constant);
}

float smoothed_or_cut(float state, float value, float seconds, float time_constant, float cut) {
    return frame::smoothed_or_cut(state, value, seconds, time_constant, cut);
}

void fill_curve(const CurveArguments& arguments, std::span<float> table,
                const CurveMemory* memory) {
    const frame::CurveRequest request{
        arguments.kind,
        frame::sane_range(arguments.source_black, arguments.source_white, arguments.target_black,
                          arguments.target_white),
        {arguments.source_median, arguments.target_middle},
        {arguments.histogram.data(), static_cast<uint32_t>(arguments.histogram.size()),
         has_samples(arguments.histogram)}};
    const auto steadied = [&](int k, float slope) {
        if (memory == nullptr) return slope;
        float& kept = memory->slopes[static_cast<size_t>(k)];
        if (!memory->given) {
            kept = frame::steadied_slope(kept, slope, memory->seconds, memory->time_constant,
                                         memory->cut);
        }
        return kept;
    };
    frame::CurveSpace space;
    frame::fill_curve(alone, request, space, table.data(), static_cast<int>(table.size()),
                      steadied);
}

}  // namespace tonelift
