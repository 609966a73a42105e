// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/reduce/reduction_layout.h"

#include <limits>

#include "kernels/error.h"

namespace tonelift {
namespace {

enum class Part { counts, keys, sums };  // order in memory: parts that must be cleared come first

Part part_of(ReductionKind kind) {
    if (is_sum(kind)) return Part::sums;
    return kind == ReductionKind::histogram ? Part::counts : Part::keys;
}

size_t bytes_of(const PlacedReduction& reduction) {
    switch (part_of(reduction.kind)) {
        case Part::counts:
            return histogram_bins * sizeof(uint32_t);
        case Part::keys:
            return sizeof(uint32_t);
        default:
            return reduction.partials * sizeof(double);
    }
}

size_t round_up(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

}  // namespace

ReductionLayout lay_out_reductions(std::span<const Reduction> reductions,
                                   std::span<const size_t> partials) {
    ReductionLayout layout;
    for (size_t i = 0; i < reductions.size(); ++i) {
        const Reduction& r = reductions[i];
        layout.reductions.push_back(
            {r.kind, r.unit_range, 0, static_cast<uint32_t>(partials[i]), r.samples});
    }
    size_t at = 0;
    for (const Part part : {Part::counts, Part::keys, Part::sums}) {
        if (part == Part::sums) layout.zeroed = static_cast<uint32_t>(round_up(at, 16));
        at = round_up(at, 16);
        for (PlacedReduction& reduction : layout.reductions) {
            if (part_of(reduction.kind) != part) continue;
            reduction.offset = static_cast<uint32_t>(at);
            at += bytes_of(reduction);
        }
    }
    at = round_up(at, 256);
    if (at > std::numeric_limits<uint32_t>::max()) {
        throw Error(Failure::internal, "the reductions of a frame take more than 4 GiB");
    }
    layout.bytes = static_cast<uint32_t>(at);
    return layout;
}

}  // namespace tonelift
