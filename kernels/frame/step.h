// SPDX-License-Identifier: BSD-2-Clause
//
// Computes values of a frame from statistics and from other values of this frame. The same source
// code runs on a CPU thread and on a GPU block.
#pragma once

#include "kernels/frame/curve_table.h"
#include "kernels/frame/parts.h"
#include "kernels/frame/statistics.h"
#include "kernels/frame/step_parameters.h"
#include "kernels/reduce/reduction_layout.h"

namespace tonelift::frame {

struct StepFrame {
    float* values;
    const unsigned char* reductions;
    const unsigned char* reductions_before;
};

struct StepSpace {
    alignas(16) uint32_t sums[held_histograms][histogram_bins];
    float table[curve_entries];
    CurveSpace curve;
};

TONELIFT_INLINE float place_of_entry(int i) {
    return static_cast<float>(i) * (1.0f / (curve_entries - 1));
}

template <typename Team, typename At>
TONELIFT_INLINE void store_lines(const Team& team, TableLine* tables, int table, const At& at) {
    TableLine* lines = tables + static_cast<size_t>(table) * curve_entries;
    team.each(curve_entries, [&](int i) {
        lines[i] = TableLine::from(i, at(i), at(i + 1 < curve_entries ? i + 1 : i));
    });
}

// Runs the operations of a frame step. The `Team` is one thread on the CPU, or a block on a GPU.
template <typename Team>
class Step {
  public:
    TONELIFT_INLINE Step(const Team& team, const StepFrame& frame, const FrameValuesLayout& layout,
                         StepSpace& space)
        : team_(team), frame_(frame), layout_(layout), space_(space) {}

    TONELIFT_INLINE void run(const StepPhase* phases, int count, const StepOperation* operations) {
        for (int i = 0; i < count; ++i) {
            const StepPhase& phase = phases[i];
            const StepOperation* first = operations + phase.first;
            take_histograms(phase.taken);
            if (phase.together != 0) {
                together(*first);
            } else {
                team_.spread(phase.count, [&](int k) { alone(first[k]); });
            }
        }
    }

  private:
    TONELIFT_INLINE float argument(const StepOperation& operation, int i) const {
        const StepArgument& argument = operation.arguments[i];
        return argument.uniform >= 0 ? frame_.values[argument.uniform] : argument.constant;
    }

    TONELIFT_INLINE void set(const StepOperation& operation, float value) const {
        constexpr float largest = 3.4028235e38f;
        const bool finite = math::abs(value) <= largest;
        frame_.values[operation.result] = finite ? value : math::sanitize(value);
    }

    TONELIFT_INLINE bool replays() const { return frame_.values[layout_.replay()] != 0; }

    TONELIFT_INLINE float& state(int index) const { return frame_.values[layout_.state() + index]; }

    template <FrameOp op>
    TONELIFT_INLINE static bool is(const StepOperation& operation) {
        return uses<op>() && operation.op == op;
    }

    TONELIFT_INLINE void alone(const StepOperation& operation) const {
        if (is<FrameOp::percentile>(operation)) return percentile(operation);
        if (is<FrameOp::distance>(operation)) return measure_distance(operation);
        if (!team_.leads()) return;
        if (operation.op == FrameOp::arithmetic) {
            team_.arithmetic(operation.program, frame_.values);
        } else {
            set(operation, value_of(operation));
        }
    }

    TONELIFT_INLINE void percentile(const StepOperation& operation) const {
        const float value =
            frame::percentile(team_, sums_of(operation), histogram_bins, argument(operation, 0),
                              operation.unit_range, argument(operation, 1));
        if (team_.leads()) set(operation, value);
    }

    TONELIFT_INLINE void measure_distance(const StepOperation& operation) const {
        float distance = largest_distance;
        if (frame_.values[layout_.restart()] == 0) {
            distance = histogram_distance(team_, space_.sums[operation.held_before],
                                          sums_of(operation), histogram_bins);
        }
        if (team_.leads()) set(operation, distance);
    }

    TONELIFT_INLINE float value_of(const StepOperation& operation) const {
        if (is<FrameOp::scene_change>(operation)) return scene_change(operation);
        if (is<FrameOp::smooth>(operation) || is<FrameOp::previous>(operation) ||
            is<FrameOp::largest>(operation)) {
            return with_state(operation);
        }
        return extreme(operation);
    }

    TONELIFT_INLINE float scene_change(const StepOperation& operation) const {
        const float distance = math::min(argument(operation, 2), argument(operation, 3));
        const bool restarts = frame_.values[layout_.restart()] != 0;
        float& recorded = state(operation.state);
        if (!replays())
            recorded = restarts ? 1
                                : math::linearstep(argument(operation, 0), argument(operation, 1),
                                                   distance);
        if (operation.cuts) cut() = math::max(cut(), recorded);
        return recorded;
    }

    TONELIFT_INLINE float extreme(const StepOperation& operation) const {
        const bool is_minimum = operation.kind == ReductionKind::minimum;
        const uint32_t key =
            *reinterpret_cast<const uint32_t*>(frame_.reductions + operation.reduction);
        if (key == 0) return is_minimum ? infinity : -infinity;
        return from_extreme_key(key, is_minimum);
    }

    // Computes an operation that uses a value from earlier frames. In a replay (see Batch::replay),
    // returns the recorded value instead. The operation `largest` is computed in a replay too,
    // because its argument is measured in the output picture.
    TONELIFT_INLINE float with_state(const StepOperation& operation) const {
        float& result = state(operation.state);
        const float before = team_.state_before(operation.state);
        const float value = argument(operation, 0);
        const float measured = remembered(operation, before, value);
        if (!replays() || is<FrameOp::largest>(operation)) result = measured;
        team_.leave_state(operation.state, operation.op == FrameOp::previous ? value : result);
        return result;
    }

    TONELIFT_INLINE float remembered(const StepOperation& operation, float before,
                                     float value) const {
        if (is<FrameOp::smooth>(operation)) {
            return smoothed_or_cut(before, value, seconds(), argument(operation, 1), cut());
        }
        if (is<FrameOp::largest>(operation)) return math::max(before, value);
        return frame_.values[layout_.restart()] != 0 || !(before == before) ? value : before;
    }

    TONELIFT_INLINE float seconds() const {
        return frame_.values[static_cast<int>(FrameUniform::seconds_since_previous)];
    }

    TONELIFT_INLINE float& cut() const { return frame_.values[layout_.cut()]; }

    TONELIFT_INLINE float steadied(const StepOperation& operation, int k, float slope) const {
        const int index = operation.state + k;
        float& result = state(index);
        const float before = team_.state_before(index);
        if (!replays()) {
            result = steadied_slope(before, slope, seconds(), argument(operation, 6), cut());
        }
        team_.leave_state(index, result);
        return result;
    }

    TONELIFT_INLINE void together(const StepOperation& operation) {
        if (is<FrameOp::curve>(operation)) {
            fill_curve(operation);
        } else if (is<FrameOp::table>(operation)) {
            fill_table(operation);
        } else if (is<FrameOp::histogram>(operation)) {
            fill_histogram(operation);
        } else if (is<FrameOp::entropy>(operation)) {
            const float bits = entropy(team_, sums_of(operation), histogram_bins);
            team_.once([&] { set(operation, bits); });
        } else if (is<FrameOp::mean>(operation) || is<FrameOp::log_mean>(operation) ||
                   is<FrameOp::sum>(operation)) {
            add_up(operation);
        }
    }

    TONELIFT_INLINE const uint32_t* sums_of(const StepOperation& operation) const {
        return space_.sums[operation.held];
    }

    TONELIFT_INLINE void take_histograms(const uint32_t* offsets) const {
        bool any = false;
        for (int i = 0; i < held_histograms; ++i) any |= offsets[i] != no_reduction;
        if (!any) return;
        team_.spread(held_histograms, [&](int i) {
            if (offsets[i] == no_reduction) return;
            const bool before = (offsets[i] & of_frame_before) != 0;
            const unsigned char* from = before ? frame_.reductions_before : frame_.reductions;
            const uint32_t offset = offsets[i] & ~of_frame_before;
            team_.running_sums(space_.sums[i], reinterpret_cast<const uint32_t*>(from + offset));
        });
    }

    TONELIFT_INLINE void add_up(const StepOperation& operation) const {
        const auto* partials =
            reinterpret_cast<const double*>(frame_.reductions + operation.reduction);
        const auto sum = team_.template sum<double>(static_cast<int>(operation.partials),
                                                    [&](int i) { return partials[i]; });
        team_.once([&] {
            const double mean = sum / operation.samples;
            const double result = operation.op == FrameOp::sum       ? sum
                                  : is<FrameOp::log_mean>(operation) ? std::exp(mean)
                                                                     : mean;
            set(operation, static_cast<float>(result));
        });
    }

    TONELIFT_INLINE void fill_curve(const StepOperation& operation) const {
        const bool counts = operation.reduction != no_reduction;
        const auto* bins =
            counts ? reinterpret_cast<const uint32_t*>(frame_.reductions + operation.reduction)
                   : nullptr;
        const CurveRequest request{
            operation.curve,
            sane_range(argument(operation, 0), argument(operation, 1), argument(operation, 2),
                       argument(operation, 3)),
            {argument(operation, 4), argument(operation, 5)},
            {bins, histogram_bins, counts && sums_of(operation)[histogram_bins - 1] > 0}};
        frame::fill_curve(team_, request, space_.curve, space_.table, curve_entries,
                          [&](int k, float slope) { return steadied(operation, k, slope); });
        store_table(operation, [&](int i) { return space_.table[i]; });
    }

    // fill_table() is not inlined, to keep the kernel small.
    TONELIFT_CALLED void fill_table(const StepOperation& operation) const {
        team_.fill_entries(operation.program, frame_.values, space_.table);
        store_table(operation, [&](int i) { return space_.table[i]; });
    }

    TONELIFT_INLINE void fill_histogram(const StepOperation& operation) {
        const auto* bins =
            reinterpret_cast<const uint32_t*>(frame_.reductions + operation.reduction);
        uint32_t* larger = space_.sums[operation.held];
        team_.scan(
            larger, histogram_bins, [&](int i) { return bins[i]; }, Larger());
        const uint32_t most = larger[histogram_bins - 1];
        const auto largest = static_cast<float>(most > 0 ? most : 1);
        store_table(operation, [&](int i) {
            return static_cast<float>(bins[i * histogram_bins / curve_entries]) / largest;
        });
    }

    template <typename At>
    TONELIFT_INLINE void store_table(const StepOperation& operation, const At& at) const {
        team_.store_table(operation.table, at);
    }

    static constexpr float infinity = __builtin_huge_valf();

    const Team& team_;
    const StepFrame& frame_;
    const FrameValuesLayout& layout_;
    StepSpace& space_;
};

}  // namespace tonelift::frame
