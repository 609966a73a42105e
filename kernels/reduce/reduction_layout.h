// SPDX-License-Identifier: BSD-2-Clause
//
// The layout of the reductions of a frame in device memory, starting at the frame's
// entry_reductions. Passes write the reductions and frame steps read them. The begin kernel sets
// those marked "zeroed" to 0.
//
//   histogram          uint32_t[histogram_bins]: counts, by atomic addition. Zeroed.
//   minimum, maximum   uint32_t: the largest extreme_key(), by atomic maximum. Zeroed.
//   sums               double[partials]: one per block of the pass, by block number. All of them
//                      are written in every frame, so they need not be zeroed. They are added in
//                      a fixed order, so the sum does not depend on the order of the blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/math/sortable_key.h"
#include "kernels/pass.h"

namespace tonelift {

// Returns the key of a value for atomicMax. Key 0 means that there has been no value. The value
// must not be NaN.
TONELIFT_INLINE uint32_t extreme_key(float value, bool is_minimum) {
    return is_minimum ? ~sortable_key(value) : sortable_key(value);
}
TONELIFT_INLINE float from_extreme_key(uint32_t key, bool is_minimum) {
    return from_sortable_key(is_minimum ? ~key : key);
}

struct PlacedReduction {
    ReductionKind kind{};
    bool unit_range = true;
    uint32_t offset = 0;    // in bytes after entry_reductions
    uint32_t partials = 0;  // number of partial sums; sums only
    int64_t samples = 0;
};

struct ReductionLayout {
    std::vector<PlacedReduction> reductions;  // in the order of the plan
    uint32_t zeroed = 0;                      // number of bytes, from the start, that are set to 0
    uint32_t bytes = 0;                       // bytes per frame, a multiple of 256
};

// Returns the layout of a plan's reductions. `partials` contains the number of blocks per frame of
// the pass that computes each reduction (KernelCall::partials).
ReductionLayout lay_out_reductions(std::span<const Reduction> reductions,
                                   std::span<const size_t> partials);

}  // namespace tonelift
