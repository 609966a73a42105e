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

// Minimum cost of the instructions that a zero case saves. A jump that a uniform decides costs
// less, because a processor predicts it.
constexpr int cost_worth_a_jump = 8, cost_worth_a_predicted_jump = 4;

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
    Factors(std::span<const Draft> drafts, size_t values, const UsualConstants& constants)
        : constants_(constants), of_(values), often_zero_(values) {
        for (const Draft& draft : drafts) {
            note(draft);
            for (const Draft& member : draft.group) note(member);
        }
    }

    bool contain(int value, int factor) const { return of(value).contains(factor); }

    const UsualConstants& constants() const { return constants_; }

    // Returns whether a factor is a ramp, which a limit makes 0 for many pixels.
    bool are_often_zero(int value) const { return often_zero_[static_cast<size_t>(value)]; }

  private:
    const std::set<int>& of(int value) const { return of_[static_cast<size_t>(value)]; }

    void note(const Draft& draft) {
        if (!is_operation(draft) || draft.out.size() != 1) return;
        const auto value = static_cast<size_t>(draft.out[0]);
        of_[value].insert(draft.out[0]);
        often_zero_[value] = is_ramp(draft.op) || is_clamped_to_zero(draft);
        if (draft.op != Op::multiply) return;
        for (const int factor : draft.in) {
            of_[value].insert(of(factor).begin(), of(factor).end());
            often_zero_[value] = often_zero_[value] || are_often_zero(factor);
        }
    }

    bool is_clamped_to_zero(const Draft& draft) const {
        return draft.op == Op::clamp && draft.in[1] == constants_.zero;
    }

    UsualConstants constants_;
    std::vector<std::set<int>> of_;
    std::vector<bool> often_zero_;
};

// The instructions that a group needs if the value `zero` is 0. A product with 0 counts as 0, even
// if the other factor is infinite.
class Rest {
  public:
    Rest(std::span<const Draft> members, const Draft& group, int zero, const Factors& factors)
        : results_(group.out), zero_(zero), one_(factors.constants().one) {
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
            if (member.op == Op::multiply_add && member.in[2] == zero_)
                make_product(member, 0, 1);
            else if (member.op == Op::mix && member.in[0] == zero_)
                make_product(member, 1, 2);
            kept_.push_back(std::move(member));
        }
    }

    static void make_product(Draft& member, size_t a, size_t b) {
        member.op = Op::multiply;
        member.in = {member.in[a], member.in[b]};
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
            case Op::add:
                return in[0] == zero_ ? std::optional(in[1]) : same_if(in[1] == zero_, in[0]);
            case Op::subtract:
                return is_one(in[0]) && is_one(in[1]) ? std::optional(zero_)
                                                      : same_if(in[1] == zero_, in[0]);
            case Op::multiply:
                return product_of(in[0], in[1]);
            case Op::multiply_add:
                return same_if(product_of(in[0], in[1]) == zero_, in[2]);
            case Op::mix:
                return same_if(in[2] == zero_, in[0]);
            default:
                return {};
        }
    }

    std::optional<int> product_of(int a, int b) const {
        if (a == zero_ || b == zero_) return zero_;
        return is_one(a) ? std::optional(b) : same_if(is_one(b), a);
    }

    static std::optional<int> same_if(bool condition, int value) {
        return condition ? std::optional(value) : std::nullopt;
    }

    bool is_one(int value) const { return value >= 0 && value == one_; }

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
    int one_;
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

// Returns whether a group reads and writes a plane, so that its instructions must keep their order.
bool has_order(const Draft& group) {
    return std::ranges::any_of(group.group, [](const Draft& draft) { return draft.buffer >= 0; });
}

// Returns the uniform to which the last instruction limits the value of a zero case, if only this
// instruction needs the results of the others. Otherwise, returns -1. The instructions `rest` may
// read the value itself, which is 0.
int limit_of(std::span<const Draft> before, std::span<const Draft> rest,
             std::span<const DraftValue> values) {
    const auto value = [&](int index) -> const DraftValue& {
        return values[static_cast<size_t>(index)];
    };
    if (before.empty() || !is_operation(before.back()) || before.back().op != Op::clamp) return -1;
    const int limit = before.back().in[2];
    if (value(limit).kind != PreparedProgram::Fixed::Kind::uniform) return -1;
    const auto is_needed = [&](const Draft& draft) {
        return std::ranges::any_of(
            rest, [&](const Draft& reader) { return contains_any(reader.in, draft.out); });
    };
    const auto others = before.first(before.size() - 1);
    const bool all_in_registers = std::ranges::all_of(before, [&](const Draft& draft) {
        return std::ranges::all_of(draft.out, [&](int out) { return value(out).in_register; });
    });
    return all_in_registers && std::ranges::none_of(others, is_needed) ? limit : -1;
}

// Finds zero cases of instructions of one group.
class ZeroCaseFinder {
  public:
    ZeroCaseFinder(const Draft& group, const Factors& factors, std::span<const DraftValue> values)
        : group_(group), factors_(factors), values_(values) {}

    ZeroCase find(std::vector<Draft>& members) const { return find(members, group_.in, false); }

  private:
    // Moves the instructions that compute the value of the zero case to the front of `members`.
    // `known` are the values that exist before. If `limited` is true, only values that a uniform
    // limits are tried, and the instructions that the zero case replaces have no zero case. So the
    // length of the code is limited.
    ZeroCase find(std::vector<Draft>& members, std::vector<int> known, bool limited) const {
        ZeroCase found;
        std::vector<Draft> sorted;
        int most = (limited ? cost_worth_a_predicted_jump : cost_worth_a_jump) - 1;
        for (const int value : candidates(members, known)) {
            std::vector<Draft> moved = members;
            const size_t before = move_to_front(moved, value);
            const auto first = std::span(moved).first(before);
            const auto after = std::span(moved).subspan(before);
            std::vector<Draft> rest = Rest(after, group_, value, factors_).take();
            const int limit = limit_of(first, rest, values_);
            const int saved = total_cost(after) - total_cost(rest);
            if (saved <= most || (limited && limit < 0)) continue;
            most = saved;
            found = {value, limit, before, std::move(rest), {}, {}};
            sorted = std::move(moved);
        }
        if (found.value < 0) return found;
        members = std::move(sorted);
        const auto first = std::span(members).first(found.before);
        for (const Draft& member : first)
            known.insert(known.end(), member.out.begin(), member.out.end());
        std::vector<Draft> remaining(members.begin() + static_cast<ptrdiff_t>(found.before),
                                     members.end());
        keep(find(found.rest, known, limited), found.of_rest);
        if (!limited) keep(find(remaining, known, true), found.of_remaining);
        std::ranges::move(remaining, members.begin() + static_cast<ptrdiff_t>(found.before));
        return found;
    }

    static void keep(ZeroCase zero, std::vector<ZeroCase>& of) {
        if (zero.value >= 0) of.push_back(std::move(zero));
    }

    std::vector<int> candidates(std::span<const Draft> members, std::span<const int> known) const {
        std::vector<int> found;
        const auto add = [&](std::span<const int> values) {
            std::ranges::copy_if(values, std::back_inserter(found),
                                 [&](int value) { return factors_.are_often_zero(value); });
        };
        add(known);
        for (const Draft& member : members) add(member.out);
        return found;
    }

    const Draft& group_;
    const Factors& factors_;
    std::span<const DraftValue> values_;
};

}  // namespace

void find_zero_cases(std::span<Draft> drafts, std::span<const DraftValue> values,
                     const UsualConstants& constants) {
    const Factors factors(drafts, values.size(), constants);
    for (Draft& draft : drafts) {
        if (!draft.group.empty() && !has_order(draft))
            draft.zero = ZeroCaseFinder(draft, factors, values).find(draft.group);
    }
}

}  // namespace tonelift
