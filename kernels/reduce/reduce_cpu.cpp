// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/reduce/reduce.h"

#include <algorithm>
#include <limits>

#include "kernels/reduce/reduce_lanes.h"
#include "kernels/reduce/reduce_policy.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/reduce/reduce_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/math/integers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using FloatLanes = hn::CappedTag<float, reduce_lanes>;
using FloatVector = hn::Vec<FloatLanes>;
using DoubleLanes = hn::CappedTag<double, reduce_lanes>;
using DoubleVector = hn::Vec<DoubleLanes>;
using HalfLanes = hn::Rebind<float, DoubleLanes>;
constexpr int float_count = static_cast<int>(hn::MaxLanes(FloatLanes()));
constexpr int double_count = static_cast<int>(hn::MaxLanes(DoubleLanes()));

template <class Step>
HWY_INLINE void for_each_group(const float* values, int n, float filler, const Step& step) {
    int i = 0;
    for (; i + reduce_lanes <= n; i += reduce_lanes) step(values + i);
    if (i >= n) return;
    HWY_ALIGN float last[reduce_lanes];
    for (int k = 0; k < reduce_lanes; ++k) last[k] = i + k < n ? values[i + k] : filler;
    step(last);
}

template <bool squared>
double sum_row(const float* values, int n) {
    const DoubleLanes d;
    constexpr int vectors = reduce_lanes / double_count;
    DoubleVector sum[vectors];
    for (auto& s : sum) s = hn::Zero(d);
    for_each_group(values, n, 0.0f, [&](const float* p) HWY_ATTR {
        for (int k = 0; k < vectors; ++k) {
            const DoubleVector v = hn::PromoteTo(d, hn::LoadU(HalfLanes(), p + k * double_count));
            // On some targets, MulAdd rounds the product before the addition. The result is the
            // same as without this rounding, because the square of a float is exact in a double.
            sum[k] = squared ? hn::MulAdd(v, v, sum[k]) : hn::Add(v, sum[k]);
        }
    });
    HWY_ALIGN double lanes[reduce_lanes];
    for (int k = 0; k < vectors; ++k) hn::Store(sum[k], d, lanes + k * double_count);
    return add_lanes(lanes);
}

// Returns the minimum or maximum of a row. NaN is ignored, because comparisons with NaN are false.
template <bool low>
double extreme_row(const float* values, int n) {
    const FloatLanes d;
    constexpr int vectors = reduce_lanes / float_count;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    FloatVector best[vectors];
    for (auto& b : best) b = hn::Set(d, low ? infinity : -infinity);
    for_each_group(values, n, low ? infinity : -infinity, [&](const float* p) HWY_ATTR {
        for (int k = 0; k < vectors; ++k) {
            const FloatVector v = hn::LoadU(d, p + k * float_count);
            const auto better = low ? hn::Lt(v, best[k]) : hn::Gt(v, best[k]);
            best[k] = hn::IfThenElse(better, v, best[k]);
        }
    });
    for (int k = 1; k < vectors; ++k)
        best[0] = low ? hn::Min(best[0], best[k]) : hn::Max(best[0], best[k]);
    const auto result = low ? hn::MinOfLanes(d, best[0]) : hn::MaxOfLanes(d, best[0]);
    return static_cast<double>(hn::GetLane(result)) + 0.0;  // replaces -0 by 0
}

// Multiplies the mantissas of the values in each lane, and adds the exponents. This replaces a
// logarithm per value by a logarithm per lane. With at most log_products factors per lane, no
// product overflows.
inline void multiply_groups(const float* values, int n, LogProduct& lanes) {
    const FloatLanes df;
    const DoubleLanes d;
    const hn::RebindToSigned<FloatLanes> di;
    constexpr int vectors = reduce_lanes / double_count;
    constexpr int float_vectors = reduce_lanes / float_count;
    DoubleVector product[vectors];
    for (int k = 0; k < vectors; ++k) product[k] = hn::Load(d, lanes.mantissa + k * double_count);
    hn::Vec<decltype(di)> exponent[float_vectors];
    for (auto& e : exponent) e = hn::Zero(di);
    for_each_group(values, n, 1.0f, [&](const float* p) HWY_ATTR {
        HWY_ALIGN float mantissa[reduce_lanes];
        for (int k = 0; k < float_vectors; ++k) {
            const FloatVector v = hn::LoadU(df, p + k * float_count);
            const FloatVector smallest = hn::Set(df, smallest_of_logs);
            const auto bits = hn::BitCast(di, hn::IfThenElse(hn::Gt(v, smallest), v, smallest));
            exponent[k] = hn::Add(exponent[k], hn::Sub(hn::ShiftRight<23>(bits), hn::Set(di, 127)));
            const auto of_one =
                hn::Or(hn::And(bits, hn::Set(di, 0x7FFFFF)), hn::Set(di, 0x3F800000));
            hn::Store(hn::BitCast(df, of_one), df, mantissa + k * float_count);
        }
        for (int k = 0; k < vectors; ++k) {
            product[k] = hn::Mul(
                product[k], hn::PromoteTo(d, hn::Load(HalfLanes(), mantissa + k * double_count)));
        }
    });
    for (int k = 0; k < vectors; ++k) hn::Store(product[k], d, lanes.mantissa + k * double_count);
    HWY_ALIGN int32_t exponents[reduce_lanes];
    for (int k = 0; k < float_vectors; ++k) hn::Store(exponent[k], di, exponents + k * float_count);
    for (int k = 0; k < reduce_lanes; ++k) lanes.exponent[k] += exponents[k];
}

double sum_of_logs_row(const float* values, int n) {
    LogProduct lanes;
    constexpr int most = log_products * reduce_lanes;
    for (int i = 0; i < n; i += most) {
        multiply_groups(values + i, std::min(most, n - i), lanes);
        lanes.split();
    }
    return log_of_product(lanes);
}

double reduce_row_target(ReductionKind kind, const float* values, int n) {
    switch (kind) {
        case ReductionKind::sum:
            return sum_row<false>(values, n);
        case ReductionKind::sum_of_squares:
            return sum_row<true>(values, n);
        case ReductionKind::minimum:
            return extreme_row<true>(values, n);
        case ReductionKind::maximum:
            return extreme_row<false>(values, n);
        case ReductionKind::sum_of_logs:
            return sum_of_logs_row(values, n);
        case ReductionKind::histogram:
            break;
    }
    return 0.0;
}

using BinLanes = hn::RebindToSigned<FloatLanes>;

template <bool unit_range>
HWY_INLINE hn::Vec<BinLanes> Bins(FloatVector v) {
    const FloatLanes d;
    const BinLanes di;
    if constexpr (unit_range) {
        const FloatVector scaled = hn::Mul(v, hn::Set(d, static_cast<float>(histogram_bins)));
        const FloatVector positive = hn::IfThenElseZero(hn::Gt(scaled, hn::Zero(d)), scaled);
        const FloatVector last = hn::Set(d, static_cast<float>(histogram_bins - 1));
        return truncated_integers(hn::Min(positive, last));
    } else {
        const hn::RebindToUnsigned<FloatLanes> du;
        const FloatVector number =
            hn::Add(hn::IfThenElseZero(hn::Eq(v, v), v), hn::Zero(d));  // replaces -0 by 0
        const auto bits = hn::BitCast(di, number);
        const auto flip =
            hn::Or(hn::BroadcastSignBit(bits), hn::Set(di, std::numeric_limits<int32_t>::min()));
        return hn::BitCast(
            di, hn::ShiftRight<sortable_key_shift>(hn::BitCast(du, hn::Xor(bits, flip))));
    }
}

template <bool unit_range>
void add_to_histogram(uint32_t* partial, const float* values, int n) {
    HWY_ALIGN int32_t bins[histogram_bins_at_once];
    for (int start = 0; start < n; start += histogram_bins_at_once) {
        const int count = std::min(histogram_bins_at_once, n - start);
        int i = 0;
        for (; i + float_count <= count; i += float_count) {
            hn::Store(Bins<unit_range>(hn::LoadU(FloatLanes(), values + start + i)), BinLanes(),
                      bins + i);
        }
        for (; i < count; ++i) bins[i] = histogram_bin(values[start + i], unit_range);
        for (i = 0; i + 4 <= count; i += 4) {
            ++partial[bins[i]];
            ++partial[histogram_bins + bins[i + 1]];
            ++partial[2 * histogram_bins + bins[i + 2]];
            ++partial[3 * histogram_bins + bins[i + 3]];
        }
        for (; i < count; ++i) ++partial[bins[i]];
    }
}

void histogram_add_target(uint32_t* partial, const float* values, int n, bool unit_range) {
    if (unit_range) {
        add_to_histogram<true>(partial, values, n);
    } else {
        add_to_histogram<false>(partial, values, n);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tonelift {
namespace {

HWY_EXPORT(reduce_row_target);
HWY_EXPORT(histogram_add_target);

}  // namespace

double reduce_row(ReductionKind kind, const float* values, int n, const InstructionSet& set) {
    return TONELIFT_DISPATCH(set, reduce_row_target)(kind, values, n);
}

void histogram_add(std::span<uint32_t> partial, const float* values, int n, bool unit_range,
                   const InstructionSet& set) {
    TONELIFT_DISPATCH(set, histogram_add_target)(partial.data(), values, n, unit_range);
}

}  // namespace tonelift
#endif  // HWY_ONCE
