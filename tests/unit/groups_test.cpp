// SPDX-License-Identifier: BSD-2-Clause
// Tests how instructions of a program are collected into groups, each of which machine code
// executes in one loop.
#include "kernels/point/groups.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tonelift::groups_test {
namespace {

using Kind = PreparedProgram::Fixed::Kind;

bool can_join(const Draft& draft) { return draft.op != Op::gamut_map; }

struct Program {
    std::vector<Draft> drafts;
    std::vector<DraftValue> values;

    int add(Op op, std::vector<int> in, int buffer = -1) {
        Draft draft;
        draft.op = op;
        draft.in = std::move(in);
        draft.out = {static_cast<int>(values.size())};
        draft.buffer = buffer;
        drafts.push_back(draft);
        values.push_back({Kind::row});
        return draft.out[0];
    }
    int join(std::vector<int> in, int buffer = -1) { return add(Op::add, std::move(in), buffer); }
    int alone(std::vector<int> in) { return add(Op::gamut_map, std::move(in)); }

    std::vector<Draft> grouped(const std::vector<int>& kept, bool in_order = false) {
        return tonelift::grouped(drafts, values, kept, can_join, in_order);
    }
};

std::vector<std::vector<int>> order_of(const std::vector<Draft>& result) {
    std::vector<std::vector<int>> order;
    for (const Draft& draft : result) {
        order.emplace_back();
        if (draft.group.empty()) order.back().push_back(draft.out[0]);
        for (const Draft& member : draft.group) order.back().push_back(member.out[0]);
    }
    return order;
}

using Order = std::vector<std::vector<int>>;

TEST(Groups, AdjacentOperationsJoin) {
    Program program;
    const int a = program.join({}), b = program.join({a}), c = program.join({a, b});
    const auto result = program.grouped({c});
    EXPECT_EQ(order_of(result), (Order{{a, b, c}}));
    EXPECT_EQ(result[0].out, std::vector<int>{c});
    EXPECT_TRUE(result[0].in.empty());
    EXPECT_TRUE(program.values[static_cast<size_t>(a)].in_register);
    EXPECT_FALSE(program.values[static_cast<size_t>(c)].in_register);
}

TEST(Groups, SingleOperationIsNoGroup) {
    Program program;
    const int a = program.join({}), b = program.alone({a}), c = program.join({b});
    const auto result = program.grouped({c});
    EXPECT_EQ(order_of(result), (Order{{a}, {b}, {c}}));
    for (const Draft& draft : result) EXPECT_TRUE(draft.group.empty());
}

TEST(Groups, OtherOperationsMoveBetweenGroups) {
    Program program;
    const int a = program.join({}), b = program.alone({a}), c = program.join({b});
    const int d = program.join({}), e = program.alone({d}), f = program.join({e});
    const auto result = program.grouped({c, f});
    EXPECT_EQ(order_of(result), (Order{{a, d}, {b}, {e}, {c, f}}));
}

TEST(Groups, KeepTheirOrderOnRequest) {
    Program program;
    const int a = program.join({}), b = program.alone({a}), c = program.join({b});
    const int d = program.join({}), e = program.alone({d}), f = program.join({e});
    EXPECT_EQ(order_of(program.grouped({c, f}, true)), (Order{{a}, {b}, {c, d}, {e}, {f}}));
}

TEST(Groups, ValuesAreComputedInTheGroupThatReadsThem) {
    Program program;
    const int a = program.join({}), b = program.join({}), c = program.alone({a});
    const int d = program.join({b, c});
    const auto result = program.grouped({d});
    EXPECT_EQ(order_of(result), (Order{{a}, {c}, {b, d}}));
    EXPECT_TRUE(program.values[static_cast<size_t>(b)].in_register);
}

TEST(Groups, SharedValuesAreGroupOutputs) {
    Program program;
    const int a = program.join({}), b = program.join({a}), c = program.alone({a});
    const int d = program.join({b, c}), e = program.join({d});
    const auto result = program.grouped({b, e});
    ASSERT_EQ(order_of(result), (Order{{a, b}, {c}, {d, e}}));
    EXPECT_EQ(result[0].out, (std::vector<int>{a, b}));
    EXPECT_EQ(result[2].in, (std::vector<int>{b, c}));
    EXPECT_EQ(result[2].out, std::vector<int>{e});
}

TEST(Groups, AccessesOfOneBufferKeepTheirOrder) {
    constexpr int buffer = 3;
    Program program;
    const int a = program.join({}), b = program.alone({a});
    const int store = program.join({b}, buffer), load = program.join({}, buffer);
    const int other = program.join({}, buffer + 1);
    const auto result = program.grouped({load, other});
    std::vector<int> flat;
    for (const auto& each : order_of(result)) flat.insert(flat.end(), each.begin(), each.end());
    EXPECT_LT(std::find(flat.begin(), flat.end(), store),
              std::find(flat.begin(), flat.end(), load));
    EXPECT_LT(std::find(flat.begin(), flat.end(), other), std::find(flat.begin(), flat.end(), b));
}

TEST(Groups, SizeIsLimited) {
    Program program;
    int last = program.join({});
    for (int i = 1; i < 3 * longest_group; ++i) last = program.join({last});
    const auto result = program.grouped({last});
    ASSERT_EQ(result.size(), 3u);
    for (const Draft& draft : result) EXPECT_EQ(draft.group.size(), size_t{longest_group});
    EXPECT_EQ(result[1].in, result[0].out);
}

TEST(Groups, LongRunsAreCutWhereFewValuesCross) {
    Program program;
    int sum = program.join({});
    std::vector<int> sums;
    while (sums.size() < 2 * size_t{longest_group} / 5) {
        const int a = program.join({sum}), b = program.join({sum});
        const int c = program.join({a, b}), d = program.join({a, b});
        sum = program.join({c, d});
        sums.push_back(sum);
    }
    const auto result = program.grouped({sum});
    ASSERT_GT(result.size(), 1u);
    for (const Draft& draft : result) {
        EXPECT_LE(draft.group.size(), size_t{longest_group});
        EXPECT_EQ(draft.out.size(), 1u);
        EXPECT_TRUE(std::ranges::count(sums, draft.out[0]) == 1);
    }
}

}  // namespace
}  // namespace tonelift::groups_test
