// SPDX-License-Identifier: BSD-2-Clause
//
// The parts of the statistics of a plane that run rarely, so that their speed does not matter.
#include <cmath>
#include <limits>
#include <utility>

#include "kernels/math/sortable_key.h"
#include "kernels/reduce/reduce.h"
#include "kernels/reduce/reduce_lanes.h"
#include "kernels/reduce/reduce_policy.h"

namespace tonelift {
namespace {

constexpr double ln2 = 0.693147180559945309417;

}  // namespace

double add_lanes(double* lanes) {
    for (int half = reduce_lanes / 2; half > 0; half /= 2) {
        for (int k = 0; k < half; ++k) lanes[k] += lanes[k + half];
    }
    return lanes[0];
}

void LogProduct::split() {
    for (int k = 0; k < reduce_lanes; ++k) {
        int e = 0;
        mantissa[k] = std::frexp(mantissa[k], &e);
        exponent[k] += e;
    }
}

double log_of_product(LogProduct& product) {
    int64_t exponent = 0;
    for (int k = 0; k < reduce_lanes; ++k) {
        product.mantissa[k] = std::log(product.mantissa[k]);
        exponent += product.exponent[k];
    }
    return add_lanes(product.mantissa) + static_cast<double>(exponent) * ln2;
}

int histogram_bin(float value, bool unit_range) {
    if (std::isnan(value) || value == 0.0f) value = 0.0f;  // replaces NaN and -0 by 0
    if (!unit_range) return static_cast<int>(sortable_key(value) >> sortable_key_shift);
    const float scaled = value * static_cast<float>(histogram_bins);
    if (!(scaled > 0.0f)) return 0;
    return scaled < histogram_bins ? static_cast<int>(scaled) : histogram_bins - 1;
}

float histogram_bin_start(int bin, bool unit_range) {
    if (unit_range) return static_cast<float>(bin) / static_cast<float>(histogram_bins);
    const float start = from_sortable_key(static_cast<uint32_t>(bin) << sortable_key_shift);
    if (std::isfinite(start)) return start;
    constexpr float largest = std::numeric_limits<float>::max();
    return bin < histogram_bins / 2 ? -largest : largest;
}

void histogram_fold(std::span<uint32_t> partial) {
    for (size_t bin = 0; bin < histogram_bins; ++bin) {
        for (size_t table = histogram_bins; table < histogram_partial_size; table += histogram_bins)
            partial[bin] += std::exchange(partial[table + bin], 0u);
    }
}

void histogram_take(std::span<uint32_t> partial, int first, int last, std::span<uint32_t> bins) {
    for (auto bin = static_cast<size_t>(first); bin < static_cast<size_t>(last); ++bin)
        bins[bin] += std::exchange(partial[bin], 0u);
}

double reduce_rows(ReductionKind kind, std::span<const double> rows) {
    if (kind == ReductionKind::minimum || kind == ReductionKind::maximum) {
        const bool low = kind == ReductionKind::minimum;
        double result = low ? std::numeric_limits<double>::infinity()
                            : -std::numeric_limits<double>::infinity();
        for (double row : rows) result = (low ? row < result : row > result) ? row : result;
        return result;
    }
    double sum = 0.0;
    for (double row : rows) sum += row;
    return sum;
}

}  // namespace tonelift
