// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/reductions.h"

#include <algorithm>
#include <utility>

#include "kernels/reduce/reduce.h"

namespace tonelift {
namespace {

constexpr int merge_parts = 16;
static_assert(histogram_bins % merge_parts == 0);

}  // namespace

PassReductions::PassReductions(CpuContext& context, int width, int height, int piece, int items)
    : context_(context),
      pieces_in_row_((width + piece - 1) / piece),
      width_(width),
      height_(height),
      piece_(piece),
      workers_(context.workers_for(items)) {}

void PassReductions::carry(int reduction) {
    for (const Carried& carried : carried_) {
        if (carried.reduction == reduction) return;
    }
    Carried carried{reduction, context_.plan.reductions[static_cast<size_t>(reduction)], {}, {}};
    if (carried.what.kind == ReductionKind::histogram) {
        for (int i = 0; i < workers_; ++i) carried.counts.emplace_back(histogram_partial_size);
    } else {
        carried.pieces.resize(static_cast<size_t>(pieces_in_row_) * static_cast<size_t>(height_));
    }
    carried_.push_back(std::move(carried));
}

void PassReductions::add(int worker, int reduction, int x, int y, const float* values, int n) {
    for (Carried& carried : carried_) {
        if (carried.reduction != reduction) continue;
        if (carried.what.kind == ReductionKind::histogram) {
            const Aligned<uint32_t>& counts = carried.counts[static_cast<size_t>(worker)];
            histogram_add({counts.data(), counts.size()}, values, n, carried.what.unit_range,
                          context_.set);
        } else {
            const size_t place = static_cast<size_t>(y) * static_cast<size_t>(pieces_in_row_) +
                                 static_cast<size_t>(x / piece_);
            carried.pieces[place] = reduce_row(carried.what.kind, values, n, context_.set);
        }
    }
}

void PassReductions::end_item(int worker) {
    if (workers_ > 1) fold(worker);
}

void PassReductions::fold(int worker) {
    for (const Carried& carried : carried_) {
        if (carried.counts.empty()) continue;
        const Aligned<uint32_t>& counts = carried.counts[static_cast<size_t>(worker)];
        histogram_fold({counts.data(), counts.size()});
    }
}

int PassReductions::parts() const {
    const bool counts = std::ranges::any_of(
        carried_, [](const Carried& carried) { return !carried.counts.empty(); });
    return counts && workers_ > 1 ? merge_parts : std::min(static_cast<int>(carried_.size()), 1);
}

void PassReductions::finish(int part) {
    if (workers_ == 1) fold(0);
    for (const Carried& carried : carried_) {
        if (carried.what.kind == ReductionKind::histogram) {
            merge_counts(carried, part);
        } else if (part == 0) {
            result_of(carried).value = reduce_rows(carried.what.kind, carried.pieces);
        }
    }
}

// Merges one of the equal parts of a histogram. The counts lie in the caches of several processors,
// so the threads share this work.
void PassReductions::merge_counts(const Carried& carried, int part) {
    const int bins_per_part = histogram_bins / parts();
    const int first = part * bins_per_part, last = first + bins_per_part;
    std::vector<uint32_t>& bins = result_of(carried).bins;
    std::fill(bins.begin() + first, bins.begin() + last, 0u);
    for (const Aligned<uint32_t>& counts : carried.counts)
        histogram_take({counts.data(), counts.size()}, first, last, bins);
}

void PassReductions::discard() {
    for (Carried& carried : carried_) {
        for (Aligned<uint32_t>& counts : carried.counts)
            std::fill_n(counts.data(), counts.size(), 0u);
    }
}

}  // namespace tonelift
