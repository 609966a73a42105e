// SPDX-License-Identifier: BSD-2-Clause
//
// The layout of the statistics of a frame in GPU memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/math/sortable_key.h"
#include "kernels/pass.h"

namespace tonelift {

// Returns a key that is larger for more extreme values. `value` must not be NaN. Key 0 marks a
// missing value.
TONELIFT_INLINE uint32_t extreme_key(float value, bool is_minimum) {
    return is_minimum ? ~sortable_key(value) : sortable_key(value);
}
TONELIFT_INLINE float from_extreme_key(uint32_t key, bool is_minimum) {
    return from_sortable_key(is_minimum ? ~key : key);
}

struct PlacedReduction {
    ReductionKind kind{};
    bool unit_range = true;
    uint32_t offset = 0;
    uint32_t partials = 0;
    int64_t samples = 0;
};

struct ReductionLayout {
    std::vector<PlacedReduction> reductions;
    uint32_t zeroed = 0;  // number of bytes at the start that must be cleared
    uint32_t bytes = 0;
};

// `partials` contains the number of partial results per frame of each reduction. On a GPU, each
// block of the pass that computes the reduction stores one partial result.
ReductionLayout lay_out_reductions(std::span<const Reduction> reductions,
                                   std::span<const size_t> partials);

}  // namespace tonelift
