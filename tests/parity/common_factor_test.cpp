// SPDX-License-Identifier: BSD-2-Clause
// Tests that programs without the common factor of a color store the same values.
#include "kernels/point/common_factor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "kernels/evaluate.h"
#include "kernels/point/point.h"
#include "kernels/program_has.h"
#include "kernels/unread.h"
#include "tests/support/program_writer.h"

namespace tonelift::common_factor_test {
namespace {

using Color = std::array<Operand, 3>;

Operand number(float value) { return Operand::constant(value); }

// Writes programs with a color, its luminance, and the product of the color and a factor. By
// default, the factor is that of the OOTF of HLG.
struct Writer : ProgramWriter {
    using MakeFactor = Operand (*)(ProgramWriter&, Operand light);

    static Operand ootf(ProgramWriter& w, Operand light) {
        return w.op(Op::multiply, {w.op(Op::pow, {light, number(0.2f)}), number(4.926f)});
    }

    explicit Writer(Op the_decoding = Op::hlg_decode, MakeFactor the_make = ootf)
        : decoding(the_decoding), make(the_make) {}

    const Op decoding;
    const MakeFactor make;
    const Color color = {component(0), component(1), component(2)};
    const Operand light = op(Op::luminance, {color[0], color[1], color[2]});
    const Operand factor = make(*this, light);
    const Operand shown_light = op(Op::multiply, {light, factor});
    const Color shown = {times_factor(0), times_factor(1), times_factor(2)};

    Operand component(int index) { return op(decoding, {load(Op::load_core, index)}); }
    Operand times_factor(size_t k) { return op(Op::multiply, {color[k], factor}); }
    Operand divided(Operand value, Operand by) { return op(Op::divide, {value, by}); }
    void store_shown(Operand gain) {
        for (int i = 0; i < 3; ++i)
            store(Op::store_core, i, op(Op::multiply, {shown[static_cast<size_t>(i)], gain}));
    }
};

class Access : public PixelAccess {
  public:
    explicit Access(std::array<float, 3> codes) : codes_(codes) {}
    float load(const Instruction& instruction, float) override { return codes_[instruction.index]; }
    void store(const Instruction& instruction, float value) override {
        stored[instruction.index] = value;
    }
    std::map<int, float> stored;

  private:
    std::array<float, 3> codes_;
};

std::map<int, float> stored_by(const PointProgram& program, std::array<float, 3> codes) {
    Access access(codes);
    std::vector<float> values(static_cast<size_t>(program.values));
    run_plain(program, {}, values, access);
    return access.stored;
}

void expect_same(const PointProgram& program, const PointProgram& changed,
                 std::array<float, 3> codes, const std::string& what = "") {
    const auto expected = stored_by(program, codes), found = stored_by(changed, codes);
    ASSERT_EQ(found.size(), expected.size()) << what;
    for (const auto& [index, value] : expected) {
        const float other = found.at(index);
        const bool same = other == value || std::abs(other - value) <= 2e-5f * std::abs(value) ||
                          (std::isnan(other) && std::isnan(value));
        EXPECT_TRUE(same) << what << " " << value << " " << other;
    }
}

TEST(CommonFactor, RelightingUsesSceneLight) {
    Writer writer;
    const Operand bound = writer.op(Op::max, {writer.shown_light, number(1e-6f)});
    writer.store_shown(writer.divided(writer.op(Op::pq_encode, {writer.shown_light}), bound));
    const PointProgram program = writer.take(), changed = without_common_factor(program);
    EXPECT_EQ(operations_of(program, Op::multiply) - operations_of(changed, Op::multiply), 3u);
    for (const float code : {0.02f, 0.3f, 0.9f})
        expect_same(program, changed, {code, 0.5f * code, 0.7f * code});
    expect_same(program, changed, {0, 0, 0});
}

// The OOTF of HLG makes dark light even darker, so the bound of scene light is higher.
TEST(CommonFactor, ABoundOfDisplayLightBecomesABoundOfSceneLight) {
    Writer writer;
    writer.store_shown(
        writer.divided(number(1), writer.op(Op::max, {writer.shown_light, number(1e-6f)})));
    const PointProgram changed = without_common_factor(writer.take());
    const auto bound = std::ranges::find(changed.code, Op::max, &Instruction::op);
    ASSERT_NE(bound, changed.code.end());
    EXPECT_NEAR(bound->in[1].constant_value, std::pow(1e-6 / 4.926, 1 / 1.2), 1e-11);
}

TEST(CommonFactor, StaysIfItDoesNotCancelOut) {
    const auto expect_unchanged = [](auto result) {
        Writer writer;
        writer.store(Op::store_core, 0, result(writer));
        const PointProgram program = writer.take();
        EXPECT_EQ(without_common_factor(program), program);
    };
    expect_unchanged([](Writer& w) { return w.shown[0]; });
    expect_unchanged([](Writer& w) { return w.op(Op::sin, {w.shown[0]}); });
    expect_unchanged([](Writer& w) { return w.op(Op::add, {w.shown[0], w.color[1]}); });
    expect_unchanged([](Writer& w) {
        return w.divided(w.op(Op::max, {w.shown[0], number(0.1f)}), w.shown[1]);
    });
    expect_unchanged([](Writer& w) { return w.op(Op::mix, {w.color[0], w.color[1], w.shown[2]}); });
}

// The factor could be 0 or negative, could depend on more than the luminance, or could not grow
// with the luminance. Components that are not decoded from HLG could be negative.
TEST(CommonFactor, OnlyThatOfTheOotfIsRemoved) {
    const auto is_removed = [](Op decoding, Writer::MakeFactor factor) {
        Writer w(decoding, factor);
        w.store(Op::store_core, 0, w.divided(w.op(Op::max, {w.shown[0], w.shown[1]}), w.shown[2]));
        const PointProgram program = w.take();
        return without_common_factor(program) != program;
    };
    EXPECT_TRUE(is_removed(Op::hlg_decode, Writer::ootf));
    EXPECT_FALSE(is_removed(Op::pq_decode, Writer::ootf));
    constexpr Writer::MakeFactor others[] = {
        [](ProgramWriter& w, Operand x) {
            return w.op(Op::subtract, {x, number(0.5f)});
        },
        [](ProgramWriter& w, Operand x) {
            return w.op(Op::smoothstep, {number(0.2f), number(0.5f), x});
        },
        [](ProgramWriter& w, Operand x) {
            return w.op(Op::pow, {x, number(-1.5f)});
        },
        [](ProgramWriter& w, Operand x) {
            return w.op(Op::pow, {x, Operand::uniform(0)});
        },
        [](ProgramWriter& w, Operand x) {
            return w.op(Op::multiply, {x, number(2)});
        },
    };
    for (const Writer::MakeFactor other : others) EXPECT_FALSE(is_removed(Op::hlg_decode, other));
}

TEST(CommonFactor, BoundsOfVisibleLightStay) {
    for (const float bound : {1e-6f, 0.5f}) {
        Writer w;
        w.store_shown(w.divided(number(1), w.op(Op::max, {w.shown_light, number(bound)})));
        const PointProgram program = w.take();
        EXPECT_EQ(without_common_factor(program) == program, bound == 0.5f);
    }
    Writer dim(Op::hlg_decode, [](ProgramWriter& w, Operand light) {
        return w.op(Op::multiply, {w.op(Op::pow, {light, number(0.2f)}), number(1e-6f)});
    });
    dim.store_shown(dim.divided(number(1), dim.op(Op::max, {dim.shown_light, number(1e-6f)})));
    const PointProgram program = dim.take();
    EXPECT_EQ(without_common_factor(program), program);
}

PointProgram random_program(uint32_t seed) {
    std::mt19937 random(seed);
    const auto pick = [&](size_t count) { return random() % count; };
    constexpr Op ops[] = {Op::multiply,     Op::multiply, Op::divide,   Op::divide,
                          Op::multiply_add, Op::mix,      Op::add,      Op::max,
                          Op::min_rgb,      Op::max_rgb,  Op::subtract, Op::luminance};
    Writer writer;
    std::vector<Operand> values(writer.shown.begin(), writer.shown.end());
    const Operand bounded = writer.op(Op::max, {writer.shown_light, number(1e-6f)});
    values.insert(values.end(), {number(0), writer.color[0], writer.shown_light, bounded});
    const auto value = [&] { return values[pick(values.size())]; };
    for (int i = 0; i < 4; ++i)
        values.push_back(writer.op(ops[pick(std::size(ops))], {value(), value(), value()}));
    writer.store(Op::store_core, 0, values.back());
    return writer.take();
}

// Returns whether a stored value depends on the product of a component and the factor.
bool reads_shown_color(const PointProgram& program) {
    const PointProgram read = without_unread(program);
    const auto products = [](const PointProgram& of) { return operations_of(of, Op::multiply); };
    return products(read) > products(without_common_factor(read));
}

TEST(CommonFactor, ChangedProgramsStoreTheSameValues) {
    int changed = 0;
    for (uint32_t seed = 1; seed <= 100000; ++seed) {
        const PointProgram program = random_program(seed);
        const PointProgram other = without_common_factor(program);
        if (other == program || !reads_shown_color(program)) continue;
        ++changed;
        for (const std::array<float, 3> codes : {std::array{0.8f, 0.3f, 0.5f}, {0.02f, 0.9f, 0.1f}})
            expect_same(program, other, codes, "seed " + std::to_string(seed));
    }
    EXPECT_GT(changed, 300);
}

}  // namespace
}  // namespace tonelift::common_factor_test
