// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/frame/frame.h"

#include "kernels/frame/statistics.h"
#include "kernels/frame/tabulate.h"

namespace tonelift {
namespace {

uint32_t size_of(std::span<const uint32_t> bins) { return static_cast<uint32_t>(bins.size()); }

bool is_anchored(const CurveArguments& arguments) {
    const bool moves = arguments.kind == CurveKind::spline || arguments.kind == CurveKind::adaptive;
    return moves && arguments.source_median > 0 && arguments.target_middle > 0;
}

void tabulate_adaptive(const frame::Adaptive& curve, const frame::Range& range, bool anchored,
                       std::span<float> table) {
    const int entries = static_cast<int>(table.size());
    if (anchored) {
        frame::tabulate(curve, range, table.data(), entries);
    } else {
        frame::tabulate(frame::Grown(range, curve), range, table.data(), entries);
    }
}

}  // namespace

float percentile(std::span<const uint32_t> bins, float share, bool unit_range, float from) {
    return frame::percentile(bins.data(), size_of(bins), share, unit_range, from);
}

float entropy(std::span<const uint32_t> bins) { return frame::entropy(bins.data(), size_of(bins)); }

float histogram_distance(std::span<const uint32_t> a, std::span<const uint32_t> b) {
    return frame::histogram_distance(a.data(), b.data(), size_of(a));
}

float smooth_step(float state, float value, float seconds, float time_constant) {
    return frame::smooth_step(state, value, seconds, time_constant);
}

void fill_curve(const CurveArguments& arguments, std::span<float> table) {
    const int entries = static_cast<int>(table.size());
    frame::Range range = frame::sane_range(arguments.source_black, arguments.source_white,
                                           arguments.target_black, arguments.target_white);
    const bool anchored = is_anchored(arguments);
    if (!anchored && range.white <= range.target_white) {
        return frame::tabulate_identity(range, table.data(), entries);
    }
    if (!anchored) range = frame::with_grown_black(range);
    const frame::Anchor anchor{arguments.source_median, arguments.target_middle};
    const uint32_t* bins = arguments.histogram.data();
    const uint32_t n = size_of(arguments.histogram);
    if (arguments.kind == CurveKind::adaptive && n > 0 && frame::count_samples(bins, n) > 0) {
        tabulate_adaptive(frame::Adaptive(range, anchor, bins, n), range, anchored, table);
    } else if (anchored) {
        frame::tabulate(frame::anchored_spline(range, anchor), range, table.data(), entries);
    } else {
        frame::tabulate_kind(arguments.kind, range, table.data(), entries);
    }
}

}  // namespace tonelift
