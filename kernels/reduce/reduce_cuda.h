// SPDX-License-Identifier: BSD-2-Clause
//
// The layout of the reductions of a frame in device memory, from entry_reductions of the frame on.
// The passes that carry them write there, frame steps read; the begin kernel zeroes those marked
// so.
//
//   histogram          uint32_t of histogram_bins: counts, added to by atomics. Zeroed.
//   minimum, maximum   uint32_t: the largest of extreme_key(), by atomics. Zeroed.
//   sums               double of `partials`: those of the blocks of the pass, by the block's
//                      number. All are written for every frame, so that they need not be zeroed,
//                      and added in a fixed order, so that the sum does not depend on which block
//                      came first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/math/sortable_key.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// The key of an extreme, for atomicMax; 0 stands for no value at all. NaN is ignored.
TONELIFT_INLINE uint32_t extreme_key(float value, bool is_minimum) {
    return is_minimum ? ~sortable_key(value) : sortable_key(value);
}
TONELIFT_INLINE float from_extreme_key(uint32_t key, bool is_minimum) {
    return from_sortable_key(is_minimum ? ~key : key);
}

struct DeviceReduction {
    ReductionKind kind{};
    bool unit_range = true;
    uint32_t offset = 0;    // bytes from entry_reductions
    uint32_t partials = 0;  // sums only
    int64_t samples = 0;
};

struct ReductionLayout {
    std::vector<DeviceReduction> reductions;  // as in the plan
    uint32_t zeroed = 0;                      // bytes from the beginning
    uint32_t bytes = 0;                       // per frame, a multiple of 256
};

// partials: for each reduction, the number of blocks per frame of the pass that carries it
// (KernelCall::partials).
ReductionLayout lay_out_reductions(std::span<const Reduction> reductions,
                                   std::span<const size_t> partials);

}  // namespace tonelift::cuda
