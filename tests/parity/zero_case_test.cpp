// SPDX-License-Identifier: BSD-2-Clause
// Tests that machine code, which skips instructions whose results are multiplied by 0, has the same
// results as code that runs all instructions.
#include "kernels/point/zero_case.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "tests/support/code_sets.h"
#include "tests/support/program_writer.h"
#include "tests/support/repeats.h"
#include "tests/support/strip_run.h"

namespace tonelift::zero_case_test {
namespace {

// A program with ramps, and products with these ramps. Its rows have runs of pixels for which a
// ramp is 0.
class RampProgram {
  public:
    explicit RampProgram(uint32_t seed) : random_(seed) {
        for (int i = 0; i < 3; ++i) values_.push_back(writer_.load(Op::load_input, i));
        ramps_.push_back(writer_.op(Op::saturate, {values_[0]}));
        const int length = 10 + pick(60);
        for (int i = 0; i < length; ++i) add();
        for (int i = 0; i < 3; ++i)
            writer_.store(Op::store_output, i,
                          writer_.op(Op::add, {recent(values_, 6), Operand::constant(0)}));
        writer_.store(Op::store_output, 3, ramp());
    }

    PointProgram take() { return writer_.take(); }

  private:
    int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

    Operand recent(const std::vector<Operand>& list, int most) {
        const int count = std::min(static_cast<int>(list.size()), most);
        return list[list.size() - 1 - static_cast<size_t>(pick(count))];
    }

    Operand value() {
        return pick(8) == 0 ? Operand::constant(pick(2) == 0 ? 1.0f : 0.3f) : recent(values_, 10);
    }
    Operand ramp() { return recent(ramps_, 3); }
    Operand limit() { return pick(3) == 0 ? Operand::constant(0.3f) : Operand::uniform(pick(2)); }

    void add() {
        switch (pick(12)) {
            case 0:
                return ramps_.push_back(writer_.op(Op::saturate, {value()}));
            case 1:
                return ramps_.push_back(writer_.op(Op::multiply, {ramp(), ramp()}));
            case 2:
                return add(Op::multiply, {value(), ramp()});
            case 3:
                return add(Op::multiply_add, {ramp(), value(), value()});
            case 4:
                return add(Op::mix, {value(), value(), ramp()});
            case 5:
                return add(Op::subtract, {value(), ramp()});
            case 6:
                return add(Op::cbrt, {value()});
            case 7:
                return ramps_.push_back(
                    writer_.op(Op::clamp, {value(), Operand::constant(0), limit()}));
            case 8:
                return add(Op::multiply_add, {ramp(), value(), Operand::constant(1)});
            case 9:
                return add(Op::subtract, {Operand::constant(1), value()});
            default:
                return add(Op::max, {value(), value()});
        }
    }

    void add(Op op, std::initializer_list<Operand> in) { values_.push_back(writer_.op(op, in)); }

    std::mt19937 random_;
    ProgramWriter writer_;
    std::vector<Operand> values_;
    std::vector<Operand> ramps_;
};

// Returns rows of alternating runs of negative numbers and of positive numbers.
auto runs(uint32_t seed) {
    return [=, random = std::mt19937(), run = 1, shift = 0](const std::pair<Op, int>& place,
                                                            int pixel) mutable {
        if (pixel == 0) {
            random.seed(seed + 1000 * static_cast<uint32_t>(place.second));
            run = 1 + static_cast<int>(random() % 70);
            shift = static_cast<int>(random() % 70);
        }
        const float unit = std::uniform_real_distribution<float>(0, 1)(random);
        return (pixel + shift) / run % 2 == 0 ? unit - 1 : 1.5f * unit;
    };
}

class ZeroCaseParity : public WithCode {};
TONELIFT_FOR_SETS_WITH_CODE(ZeroCaseParity);

TEST_P(ZeroCaseParity, SkippedInstructionsDoNotChangeResults) {
    std::vector<StripRow> uniforms(1);  // uniform 0 is 0
    fill_block(uniforms[0].at.data() + block_floats, 0.3f);
    for (uint32_t seed = 1; seed <= repeats(1000u); ++seed) {
        const PointProgram program = RampProgram(seed).take();
        const auto run = [&](const InstructionSet& set) {
            const PreparedProgram prepared(program, {}, set, nullptr, strip_pixels,
                                           Precision::of_8_bits);
            return StripRun(prepared, uniforms, runs(seed));
        };
        ASSERT_TRUE(run(code) == run(loops)) << "seed " << seed;
    }
}

struct Group {
    using Kind = PreparedProgram::Fixed::Kind;

    Draft draft;
    std::vector<DraftValue> values;
    UsualConstants constants;

    int value(Kind kind = Kind::row) {
        values.push_back({kind});
        return static_cast<int>(values.size()) - 1;
    }

    int add(Op op, std::vector<int> in) {
        Draft member;
        member.op = op;
        member.in = std::move(in);
        member.out = {value()};
        values.back().in_register = true;
        draft.group.push_back(member);
        return member.out[0];
    }

    const ZeroCase& find_zero_case() {
        find_zero_cases(std::span(&draft, 1), values, constants);
        return draft.zero;
    }

    int long_chain(int from) {
        for (int i = 0; i < 10; ++i) from = add(Op::max, {from, from});
        return from;
    }
};

TEST(ZeroCase, SkipsInstructionsThatOnlyAProductNeeds) {
    Group group;
    const int x = group.value(), y = group.value();
    const int chain = group.long_chain(y), ramp = group.add(Op::saturate, {x});
    const int product = group.add(Op::multiply, {chain, ramp});
    const int sum = group.add(Op::multiply_add, {product, x, y});
    group.draft.in = {x, y};
    group.draft.out = {sum};
    group.find_zero_case();
    ASSERT_EQ(group.draft.zero.value, ramp);
    EXPECT_EQ(group.draft.zero.before, 1u);
    EXPECT_EQ(group.draft.group[0].out, std::vector<int>{ramp});
    ASSERT_EQ(group.draft.zero.rest.size(), 1u);
    EXPECT_EQ(group.draft.zero.rest[0].in, (std::vector<int>{y, y}));
    EXPECT_EQ(group.draft.zero.rest[0].out, std::vector<int>{sum});
}

TEST(ZeroCase, TheRemainingInstructionsHaveAZeroCaseToo) {
    Group group;
    const int x = group.value(), y = group.value(), z = group.value();
    const int zero = group.value(), one = group.value();
    const int first = group.add(Op::saturate, {x}), second = group.add(Op::clamp, {z, zero, y});
    const int product = group.add(Op::multiply, {group.long_chain(y), first});
    const int factor = group.add(Op::multiply_add, {second, group.long_chain(z), one});
    const int rest = group.add(Op::subtract, {one, factor});
    const int sum = group.add(Op::multiply_add, {product, factor, rest});
    group.draft.in = {x, y, z, zero, one};
    group.draft.out = {sum};
    group.constants = {zero, one};
    const ZeroCase& outer = group.find_zero_case();
    ASSERT_EQ(outer.of_rest.size(), 1u);
    EXPECT_EQ((std::set{outer.value, outer.of_rest[0].value}), (std::set{first, second}));
    ASSERT_EQ(outer.of_rest[0].rest.size(), 1u);
    EXPECT_TRUE(is_copy(outer.of_rest[0].rest[0]));
}

// A product of a ramp with a long chain, to which a second product is added. A uniform or a row is
// the upper limit of a factor of the second product.
struct TwoProducts : Group {
    int ramp, limited;

    explicit TwoProducts(Kind limit) {
        const int x = value(), y = value(), zero = value(Kind::constant), most = value(limit);
        constants.zero = zero;
        ramp = add(Op::saturate, {x});
        limited = add(Op::clamp, {add(Op::cbrt, {y}), zero, most});
        const int first = add(Op::multiply, {long_chain(x), ramp});
        const int second = add(Op::multiply, {add(Op::max, {add(Op::cbrt, {x}), y}), limited});
        draft.in = {x, y, zero, most};
        draft.out = {add(Op::add, {first, second})};
    }
};

TEST(ZeroCase, AUniformDecidesAZeroCaseOfReplacedInstructions) {
    TwoProducts group(Group::Kind::uniform);
    const ZeroCase& outer = group.find_zero_case();
    ASSERT_EQ(outer.of_rest.size(), 1u);
    ASSERT_EQ(outer.of_remaining.size(), 1u);
    EXPECT_EQ((std::set{outer.value, outer.of_remaining[0].value}),
              (std::set{group.ramp, group.limited}));
}

TEST(ZeroCase, OnlyUniformsDecideZeroCasesOfReplacedInstructions) {
    TwoProducts group(Group::Kind::row);
    EXPECT_EQ(group.find_zero_case().of_remaining.size(), 0u);
}

TEST(ZeroCase, KeepsInstructionsThatOtherResultsNeed) {
    Group group;
    const int x = group.value(), y = group.value();
    const int chain = group.long_chain(y), ramp = group.add(Op::saturate, {x});
    const int product = group.add(Op::multiply, {chain, ramp});
    group.draft.in = {x, y};
    group.draft.out = {chain, product};
    group.find_zero_case();
    EXPECT_EQ(group.draft.zero.value, -1);
}

TEST(ZeroCase, KeepsTheOrderOfAccessesToAPlane) {
    Group group;
    const int x = group.value(), y = group.value();
    const int chain = group.long_chain(y), ramp = group.add(Op::saturate, {x});
    group.draft.in = {x, y};
    group.draft.out = {group.add(Op::multiply, {chain, ramp})};
    group.draft.group[0].buffer = 3;
    group.find_zero_case();
    EXPECT_EQ(group.draft.zero.value, -1);
}

}  // namespace
}  // namespace tonelift::zero_case_test
