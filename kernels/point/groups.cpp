// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/point/groups.h"

#include <algorithm>
#include <climits>
#include <cstdint>
#include <iterator>
#include <map>
#include <span>
#include <utility>

#include "kernels/evaluate.h"

namespace tonelift {
namespace {

using CanJoin = bool (*)(const Draft&);

// Assigns a slot to each instruction. All instructions of an even slot become one loop. In an odd
// slot, each instruction becomes a separate loop.
class Schedule {
  public:
    Schedule(const std::vector<Draft>& drafts, size_t values, const std::vector<int>& kept,
             CanJoin can_join)
        : drafts_(drafts), can_join_(can_join), made_in_(values, 0), slot_(drafts.size()) {
        for (size_t i = 0; i < drafts.size(); ++i) place(i);
        find_readers(values, kept);
        for (size_t i = drafts.size(); i-- > 0;) delay(i);
    }

    int of(size_t draft) const { return slot_[draft]; }

  private:
    // Puts instruction i into the earliest possible slot, but keeps the order of accesses to the
    // same plane.
    void place(size_t i) {
        const Draft& draft = drafts_[i];
        int slot = 0;
        for (const int value : draft.in)
            slot = std::max(slot, made_in_[static_cast<size_t>(value)]);
        for (size_t k = 0; k < i && draft.buffer >= 0; ++k) {
            if (drafts_[k].buffer == draft.buffer) slot = std::max(slot, slot_[k]);
        }
        const bool group = can_join_(draft);
        if (group != is_group(slot)) ++slot;
        slot_[i] = slot;
        for (const int value : draft.out) made_in_[static_cast<size_t>(value)] = slot;
    }

    static bool is_group(int slot) { return slot % 2 == 0; }

    void find_readers(size_t values, const std::vector<int>& kept) {
        readers_.resize(values);
        for (size_t i = 0; i < drafts_.size(); ++i) {
            for (const int value : drafts_[i].in) readers_[static_cast<size_t>(value)].push_back(i);
        }
        is_kept_.resize(values);
        for (const int value : kept) is_kept_[static_cast<size_t>(value)] = true;
    }

    void delay(size_t i) {
        const Draft& draft = drafts_[i];
        if (!can_join_(draft) || draft.out.empty() || draft.buffer >= 0) return;
        int slot = INT_MAX;
        for (const int value : draft.out) {
            if (is_kept_[static_cast<size_t>(value)]) return;
            for (const size_t reader : readers_[static_cast<size_t>(value)])
                slot = std::min(slot, slot_[reader]);
        }
        if (slot != INT_MAX && is_group(slot)) slot_[i] = slot;
    }

    const std::vector<Draft>& drafts_;
    CanJoin can_join_;
    std::vector<int> made_in_;
    std::vector<int> slot_;
    std::vector<std::vector<size_t>> readers_;
    std::vector<bool> is_kept_;
};

std::vector<Draft> scheduled(std::vector<Draft> drafts, size_t values, const std::vector<int>& kept,
                             CanJoin can_join) {
    const Schedule schedule(drafts, values, kept, can_join);
    std::vector<std::pair<int, size_t>> order;
    for (size_t i = 0; i < drafts.size(); ++i) order.emplace_back(schedule.of(i), i);
    std::sort(order.begin(), order.end());
    std::vector<Draft> sorted;
    for (const auto& [slot, draft] : order) sorted.push_back(std::move(drafts[draft]));
    return sorted;
}

class Cuts {
  public:
    explicit Cuts(std::span<const Draft> drafts) : drafts_(drafts) {
        for (size_t i = 0; i < drafts.size(); ++i) {
            for (const int value : drafts[i].in) last_reader_[value] = i;
        }
    }

    size_t end_of_group(size_t begin) const {
        size_t best = begin, fewest = SIZE_MAX;
        int cost = 0;
        for (size_t end = begin + 1; end <= drafts_.size(); ++end) {
            cost += cost_of(drafts_[end - 1]);
            if (cost > longest_group && best > begin) return best;
            if (end < drafts_.size() && cost < shortest_cut_group) continue;
            const size_t across = values_across(begin, end);
            if (across <= fewest) best = end, fewest = across;
        }
        return drafts_.size();
    }

  private:
    size_t values_across(size_t begin, size_t end) const {
        size_t count = 0;
        for (const Draft& draft : drafts_.subspan(begin, end - begin)) {
            count += static_cast<size_t>(std::ranges::count_if(draft.out, [&](int value) {
                const auto reader = last_reader_.find(value);
                return reader != last_reader_.end() && reader->second >= end;
            }));
        }
        return count;
    }

    std::span<const Draft> drafts_;
    std::map<int, size_t> last_reader_;
};

void add_groups(std::span<Draft> drafts, std::vector<Draft>& result) {
    const Cuts cuts(drafts);
    for (size_t begin = 0, end = 0; begin < drafts.size(); begin = end) {
        end = cuts.end_of_group(begin);
        const std::span<Draft> members = drafts.subspan(begin, end - begin);
        if (members.size() == 1) {
            result.push_back(std::move(members.front()));
        } else {
            result.emplace_back().group.assign(std::move_iterator(members.begin()),
                                               std::move_iterator(members.end()));
        }
    }
}

std::vector<Draft> joined(std::vector<Draft> drafts, CanJoin can_join) {
    std::vector<Draft> result;
    for (auto draft = drafts.begin(); draft != drafts.end();) {
        const auto end = std::find_if_not(draft, drafts.end(), can_join);
        add_groups(std::span(draft, end), result);
        draft = end;
        if (draft != drafts.end()) result.push_back(std::move(*draft++));
    }
    return result;
}

bool contains(const std::vector<int>& list, int value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

class LiveRanges {
  public:
    LiveRanges(const std::vector<Draft>& drafts, size_t values, const std::vector<int>& kept)
        : readings_(values) {
        count(kept);
        for (const Draft& draft : drafts) {
            count(draft.in);
            for (const Draft& member : draft.group) count(member.in);
        }
    }

    void find(Draft& group, std::vector<DraftValue>& values) const {
        std::vector<int> made;
        std::map<int, int> own;
        for (const Draft& member : group.group) {
            for (const int value : member.in) {
                if (own[value]++ == 0 && !contains(made, value)) group.in.push_back(value);
            }
            made.insert(made.end(), member.out.begin(), member.out.end());
        }
        for (const int value : made) {
            DraftValue& of = values[static_cast<size_t>(value)];
            of.in_register = of.entry < 0 && own[value] == readings_[static_cast<size_t>(value)];
            if (!of.in_register) group.out.push_back(value);
        }
    }

  private:
    void count(const std::vector<int>& read) {
        for (const int value : read) ++readings_[static_cast<size_t>(value)];
    }

    std::vector<int> readings_;
};

}  // namespace

int cost_of(const Draft& draft) {
    return draft.memory_loop == MemoryLoop::count_ ? operation_info(draft.op).cost : 1;
}

std::vector<Draft> grouped(std::vector<Draft> drafts, std::vector<DraftValue>& values,
                           const std::vector<int>& kept, CanJoin can_join, bool in_order) {
    if (!in_order) drafts = scheduled(std::move(drafts), values.size(), kept, can_join);
    std::vector<Draft> result = joined(std::move(drafts), can_join);
    const LiveRanges ranges(result, values.size(), kept);
    for (Draft& draft : result) {
        if (!draft.group.empty()) ranges.find(draft, values);
    }
    return result;
}

}  // namespace tonelift
