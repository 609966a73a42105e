// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/point/scratch_rows.h"

#include <algorithm>
#include <climits>

namespace tonelift {
namespace {

constexpr int after_all = INT_MAX;

// Values take rows in the order of the instructions, and rows are used again. Only the loop of a
// single instruction is allowed to write its result to the row of an operand. A group of
// instructions could overwrite an operand that a later instruction of the group still reads. The
// first result takes the row of the first operand that dies, so that a loop can leave unchanged
// values in their rows.
class Rows {
  public:
    Rows(std::vector<DraftValue>& values, std::vector<PreparedProgram::Fixed>& fixed)
        : values_(values), fixed_(fixed) {}

    int count() const { return count_; }

    void measure_lifetimes(std::span<const Draft> drafts, std::span<const int> kept) {
        for (size_t i = 0; i < drafts.size(); ++i) {
            for (const int value : drafts[i].in) at(value).last = static_cast<int>(i);
            for (const int value : drafts[i].out)
                at(value).last = std::max(at(value).last, static_cast<int>(i));
        }
        for (const int value : kept) at(value).last = after_all;
    }

    void take(std::span<const int> values) {
        for (const int value : values) take(at(value));
    }

    void take_for(const Draft& draft, int step) {
        const std::vector<int> dying = operands_backward(draft);
        const bool group = !draft.group.empty();
        if (group) take(draft.out);
        for (const int value : dying) free_if_last(at(value), step);
        if (!group) take(draft.out);
        for (const int value : draft.out) free_if_last(at(value), step);
    }

  private:
    using Kind = PreparedProgram::Fixed::Kind;

    DraftValue& at(int value) { return values_[static_cast<size_t>(value)]; }

    // Returns the operands from the last to the first, each once.
    static std::vector<int> operands_backward(const Draft& draft) {
        std::vector<int> result;
        for (auto value = draft.in.rbegin(); value != draft.in.rend(); ++value) {
            if (std::find(result.begin(), result.end(), *value) == result.end())
                result.push_back(*value);
        }
        return result;
    }

    void take(DraftValue& value) {
        if (value.kind != Kind::row) return;
        if (free_.empty()) {
            free_.push_back(static_cast<int>(fixed_.size()));
            fixed_.push_back({Kind::row, static_cast<uint32_t>(count_++)});
        }
        value.entry = free_.back();
        free_.pop_back();
    }

    void free_if_last(const DraftValue& value, int step) {
        if (value.kind == Kind::row && value.last == step) free_.push_back(value.entry);
    }

    std::vector<DraftValue>& values_;
    std::vector<PreparedProgram::Fixed>& fixed_;
    std::vector<int> free_;
    int count_ = 0;
};

}  // namespace

int assign_rows(std::span<const Draft> drafts, std::vector<DraftValue>& values,
                std::span<const int> made_before, std::span<const int> kept,
                std::vector<PreparedProgram::Fixed>& fixed) {
    Rows rows(values, fixed);
    rows.measure_lifetimes(drafts, kept);
    rows.take(made_before);
    for (size_t i = 0; i < drafts.size(); ++i) rows.take_for(drafts[i], static_cast<int>(i));
    return rows.count();
}

}  // namespace tonelift
