// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/point/zero_case.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "kernels/evaluate.h"
#include "kernels/point/groups.h"

namespace tonelift {
namespace {

// Minimum cost of the instructions that a zero case saves.
constexpr int cost_worth_a_branch = 8;

int total_cost(std::span<const Draft> drafts) {
    return std::accumulate(drafts.begin(), drafts.end(), 0,
                           [](int sum, const Draft& draft) { return sum + cost_of(draft); });
}

bool is_operation(const Draft& draft) { return draft.memory_loop == MemoryLoop::count_; }

bool contains_any(std::span<const int> list, std::span<const int> values) {
    return std::ranges::find_first_of(list, values) != list.end();
}

// The factors of all values. A value counts as its own factor.
class Factors {
  public:
    Factors(std::span<const Draft> drafts, size_t values) : of_(values), often_zero_(values) {
        for (const Draft& draft : drafts) {
            note(draft);
            for (const Draft& member : draft.group) note(member);
        }
    }

    bool contain(int value, int factor) const { return of(value).contains(factor); }

    // Returns whether a factor is a ramp, which a limit makes 0 for many pixels.
    bool are_often_zero(int value) const { return often_zero_[static_cast<size_t>(value)]; }

  private:
    const std::set<int>& of(int value) const { return of_[static_cast<size_t>(value)]; }

    void note(const Draft& draft) {
        if (!is_operation(draft) || draft.out.size() != 1) return;
        const auto value = static_cast<size_t>(draft.out[0]);
        of_[value].insert(draft.out[0]);
        often_zero_[value] = is_ramp(draft.op);
        if (draft.op != Op::multiply) return;
        for (const int factor : draft.in) {
            of_[value].insert(of(factor).begin(), of(factor).end());
            often_zero_[value] = often_zero_[value] || are_often_zero(factor);
        }
    }

    std::vector<std::set<int>> of_;
    std::vector<bool> often_zero_;
};

// The instructions that a group needs if the value `zero` is 0. A product with 0 counts as 0, even
// if the other factor is infinite.
class Rest {
  public:
    Rest(std::span<const Draft> members, const Draft& group, int zero, const Factors& factors)
        : results_(group.out), zero_(zero) {
        for (const int value : group.in) {
            if (factors.contain(value, zero)) same_as_[value] = zero;
        }
        for (const Draft& member : members) add(member);
        drop_unused();
    }

    std::vector<Draft> take() { return std::move(kept_); }

  private:
    void add(Draft member) {
        for (int& value : member.in) value = same_as(value);
        if (const std::optional<int> same = simplified(member)) {
            same_as_[member.out[0]] = *same;
            if (contains_any(results_, member.out)) kept_.push_back(copy_of(*same, member.out[0]));
        } else {
            kept_.push_back(std::move(member));
        }
    }

    int same_as(int value) const {
        const auto found = same_as_.find(value);
        return found == same_as_.end() ? value : found->second;
    }

    // Returns the value that equals the result of an instruction, if there is one.
    std::optional<int> simplified(const Draft& member) const {
        if (!is_operation(member)) return {};
        const std::vector<int>& in = member.in;
        switch (member.op) {
            case Op::multiply:
                return in[0] == zero_ || in[1] == zero_ ? std::optional(zero_) : std::nullopt;
            case Op::multiply_add:
                return in[0] == zero_ || in[1] == zero_ ? std::optional(in[2]) : std::nullopt;
            case Op::mix:
                return in[2] == zero_ ? std::optional(in[0]) : std::nullopt;
            default:
                return {};
        }
    }

    void drop_unused() {
        std::vector<int> used(results_.begin(), results_.end());
        std::vector<Draft> backward;
        for (auto member = kept_.rbegin(); member != kept_.rend(); ++member) {
            if (!member->out.empty() && !contains_any(used, member->out)) continue;
            used.insert(used.end(), member->in.begin(), member->in.end());
            backward.push_back(std::move(*member));
        }
        kept_.assign(std::move_iterator(backward.rbegin()), std::move_iterator(backward.rend()));
    }

    std::span<const int> results_;
    int zero_;
    std::map<int, int> same_as_;
    std::vector<Draft> kept_;
};

// Moves the instructions that `value` needs to the front, and returns their number.
size_t move_to_front(std::vector<Draft>& members, int value) {
    std::vector<int> needed{value};
    std::vector<Draft> first, others;
    for (auto member = members.rbegin(); member != members.rend(); ++member) {
        const bool is_needed = contains_any(needed, member->out);
        if (is_needed) needed.insert(needed.end(), member->in.begin(), member->in.end());
        (is_needed ? first : others).push_back(std::move(*member));
    }
    members.assign(std::move_iterator(first.rbegin()), std::move_iterator(first.rend()));
    members.insert(members.end(), std::move_iterator(others.rbegin()),
                   std::move_iterator(others.rend()));
    return first.size();
}

std::vector<int> candidates(const Draft& group, const Factors& factors) {
    std::vector<int> found;
    const auto add = [&](const std::vector<int>& values) {
        std::ranges::copy_if(values, std::back_inserter(found),
                             [&](int value) { return factors.are_often_zero(value); });
    };
    add(group.in);
    for (const Draft& member : group.group) add(member.out);
    return found;
}

// Returns whether a group reads and writes a plane, so that its instructions must keep their order.
bool has_order(const Draft& group) {
    return std::ranges::any_of(group.group, [](const Draft& draft) { return draft.buffer >= 0; });
}

void find_zero_case(Draft& group, const Factors& factors) {
    int most = cost_worth_a_branch - 1;
    std::vector<Draft> sorted;
    for (const int value : candidates(group, factors)) {
        std::vector<Draft> members = group.group;
        const size_t before = move_to_front(members, value);
        const auto after = std::span(members).subspan(before);
        std::vector<Draft> rest = Rest(after, group, value, factors).take();
        const int saved = total_cost(after) - total_cost(rest);
        if (saved <= most) continue;
        most = saved;
        group.zero = {value, before, std::move(rest)};
        sorted = std::move(members);
    }
    if (!sorted.empty()) group.group = std::move(sorted);
}

}  // namespace

void find_zero_cases(std::span<Draft> drafts, size_t values) {
    const Factors factors(drafts, values);
    for (Draft& draft : drafts) {
        if (!draft.group.empty() && !has_order(draft)) find_zero_case(draft, factors);
    }
}

}  // namespace tonelift
