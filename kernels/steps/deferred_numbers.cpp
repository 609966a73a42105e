// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/steps/deferred_numbers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/frame/frame.h"
#include "kernels/steps/number_access.h"

namespace tonelift {
namespace {

using Step = std::variant<Pass, FrameStep>;

Numbers read_by(const Step& step) {
    return std::visit([](const auto& any) { return numbers_read(any); }, step);
}

bool keep_order(const FrameOperation& earlier, const FrameOperation& later) {
    const Numbers written = numbers_written(earlier), written_later = numbers_written(later);
    return have_common(written, numbers_read(later)) || have_common(written, written_later) ||
           have_common(numbers_read(earlier), written_later);
}

struct SplitStep {
    FrameStep now;
    FrameStep later;
};

// Divides a frame step into a part that computes the numbers in `needed`, and a later part. A scene
// change and the smoothing that it restarts must stay in the same part.
SplitStep divided(const FrameStep& step, const Numbers& needed, const Plan& plan) {
    std::vector<const FrameOperation*> now, later;
    for (auto i = step.operations.rbegin(); i != step.operations.rend(); ++i) {
        const bool required = cuts_early(*i, plan) || have_common(numbers_written(*i), needed) ||
                              std::ranges::any_of(now, [&](const FrameOperation* other) {
                                  return keep_order(*i, *other);
                              });
        (required ? now : later).push_back(&*i);
    }
    SplitStep parts;
    for (auto i = now.rbegin(); i != now.rend(); ++i) parts.now.operations.push_back(**i);
    for (auto i = later.rbegin(); i != later.rend(); ++i) parts.later.operations.push_back(**i);
    return parts;
}

const Step* first_reader(const Plan& plan, size_t first, const Numbers& numbers) {
    for (size_t i = first; i < plan.steps.size(); ++i) {
        if (have_common(read_by(plan.steps[i]), numbers)) return &plan.steps[i];
    }
    return nullptr;
}

bool fills_tables(const FrameStep& step) {
    return std::ranges::any_of(
        step.operations, [](const FrameOperation& operation) { return operation.table >= 0; });
}

}  // namespace

Plan with_deferred_numbers(const Plan& plan) {
    Plan result = plan;
    for (size_t i = 0; i < result.steps.size(); ++i) {
        const auto* step = std::get_if<FrameStep>(&result.steps[i]);
        if (step == nullptr) continue;
        const Step* reader = first_reader(result, i + 1, numbers_written(*step));
        if (reader == nullptr) continue;
        SplitStep parts = divided(*step, read_by(*reader), result);
        if (parts.now.operations.empty() || !fills_tables(parts.later)) continue;
        result.steps[i] = std::move(parts.now);
        result.steps.insert(result.steps.begin() + static_cast<ptrdiff_t>(++i),
                            std::move(parts.later));
    }
    return result;
}

}  // namespace tonelift
