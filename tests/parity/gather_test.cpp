// SPDX-License-Identifier: BSD-2-Clause
// Tests that scripted filters of square neighborhoods agree with their definition, with every
// instruction set.
#include "tests/oracle/plain.h"
#include "tests/support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/targets.h"
#include "tests/support/test_plans.h"

namespace tonelift::gather_test {
namespace {

constexpr uint32_t seed = 31;
constexpr int inputs = 4;
constexpr float half = 0.5f;

Gather gather_of(int radius) {
    Gather gather;
    gather.radius = radius;
    gather.inputs = inputs;
    gather.neighbors = 2;
    gather.sums = 3;
    ProgramWriter term;
    const Operand there = term.load(Op::load_neighbor, 0), other = term.load(Op::load_neighbor, 1);
    const Operand apart =
        term.op(Op::abs, {term.op(Op::subtract, {there, term.load(Op::load_here, 0)})});
    const Operand near =
        term.op(Op::multiply, {term.load(Op::load_weight, 0), term.load(Op::load_here, 2)});
    const Operand w = term.op(Op::exp2, {term.op(Op::negate, {term.op(Op::add, {apart, near})})});
    const Operand factors[] = {there, other, frame_uniform(FrameUniform::source_peak)};
    for (int i = 0; i < 3; ++i)
        term.store(Op::store_core, i,
                   term.op(Op::multiply_add, {w, factors[i], term.load(Op::load_core, i)}));
    gather.term = term.take();
    gather.weights.emplace_back();
    for (int dy = -radius; dy <= radius; ++dy) {
        for (int dx = -radius; dx <= radius; ++dx)
            gather.weights[0].push_back(static_cast<float>(dx * dx + 2 * dy * dy) / 9);
    }
    return gather;
}

Plan plan_with(const Picture& picture, const Gather& gather) {
    Plan plan = empty_plan(picture, picture);
    Pass pass = point_pass(picture, {});
    pass.core = gather;
    ProgramWriter prologue;
    for (int i = 0; i < 3; ++i) prologue.store(Op::store_core, i, prologue.load(Op::load_input, i));
    prologue.store(Op::store_core, 3, Operand::constant(half));
    pass.prologue = prologue.take();
    pass.inputs.resize(4);
    ProgramWriter epilogue, last;
    for (int i = 0; i < 3; ++i) {
        plan.buffers.push_back({picture.width, picture.height, Storage::float32});
        epilogue.store(Op::store_buffer, i, epilogue.load(Op::load_core, i));
        last.store(Op::store_output, i, last.load(Op::load_buffer, i));
    }
    pass.epilogue = epilogue.take();
    plan.steps = {pass, point_pass(picture, last.take())};
    return plan;
}

TestPicture run(const Plan& plan, const TestPicture& in, int threads) {
    TestPicture out(plan.output);
    run_frame(plan, in, out, threads, {2, 1});
    EXPECT_TRUE(out.padding_untouched());
    return out;
}

class Padded {
  public:
    Padded(const TestPicture& picture, int border)
        : border_(border), pitch_(picture.width(0) + 2 * border) {
        const int width = picture.width(0), height = picture.height(0);
        for (int c = 0; c < inputs; ++c) {
            for (int y = -border; y < height + border; ++y) {
                for (int x = -border; x < width + border; ++x)
                    planes_[static_cast<size_t>(c)].push_back(
                        c == 3 ? half
                               : static_cast<float>(picture.code(c, std::clamp(x, 0, width - 1),
                                                                 std::clamp(y, 0, height - 1))));
            }
        }
    }
    GatherInputs at(int x, int y) const {
        GatherInputs result;
        result.pitch = pitch_;
        for (size_t c = 0; c < inputs; ++c)
            result.at[c] = planes_[c].data() + (y + border_) * pitch_ + x + border_;
        return result;
    }

  private:
    int border_;
    ptrdiff_t pitch_;
    std::array<std::vector<float>, inputs> planes_;
};

double allowed(const Gather& gather) { return 2e-6 * gather.side() * gather.side(); }

void expect_definition(const Gather& gather, const TestPicture& in, const TestPicture& out,
                       double largest = 1) {
    const Padded padded(in, gather.radius);
    std::vector<float> uniforms(static_cast<size_t>(FrameUniform::count_));
    uniforms[static_cast<size_t>(FrameUniform::source_peak)] = 2;
    double worst = 0;
    for (int y = 0; y < in.height(0); ++y) {
        for (int x = 0; x < in.width(0); ++x) {
            const auto wanted = gather_pixel_plain(gather, padded.at(x, y), uniforms);
            for (int c = 0; c < 3; ++c)
                worst =
                    std::max(worst, std::fabs(wanted[static_cast<size_t>(c)] - out.code(c, x, y)));
        }
    }
    EXPECT_LE(worst, largest * allowed(gather)) << "radius " << gather.radius << ", " << in.width(0)
                                                << "x" << in.height(0) << ", seed " << seed;
}

void check(int radius, int width, int height) {
    const Picture picture = make_picture("gbrpf32", width, height);
    TestPicture in(picture);
    in.fill_legal(seed);
    const Gather gather = gather_of(radius);
    const Plan plan = plan_with(picture, gather);
    const TestPicture out = run(plan, in, 1);
    expect_definition(gather, in, out);
    EXPECT_TRUE(equal(out, run(plan, in, 3)));
}

TEST(GatherParity, AgreesForEveryRadius) {
    for (int radius = 1; radius <= 30; radius += is_instrumented ? 3 : 1) check(radius, 19, 7);
    check(64, 5, 3);
}

TEST(GatherParity, AgreesForEveryTargetAndSize) {
    for_each_target([] {
        for (const auto& [width, height] :
             {std::pair{1, 1}, {2, 3}, {17, 31}, {255, 5}, {256, 3}, {257, 40}, {515, 18}})
            check(2, width, height);
    });
}

TEST(GatherParity, AgreesForHostileValues) {
    for_each_target([] {
        constexpr double extremes[] = {-65504, 65504, 0, -0.0, 1e-45, 0.5};
        constexpr int radius = 2;
        const Picture picture = make_picture("gbrpf32", 67, 9);
        TestPicture in(picture);
        in.fill_legal(seed);
        for (int c = 0; c < 2; ++c) {
            for (int x = 0; x < 60; ++x) in.set_code(c, x, x % 9, extremes[(x + c) % 6]);
        }
        const Gather gather = gather_of(radius);
        const Plan plan = plan_with(picture, gather);
        const TestPicture out = run(plan, in, 2);
        expect_definition(gather, in, out, 65504);
        TestPicture with_nan = in;
        with_nan.set_code(0, 30, 4, NAN);
        const TestPicture again = run(plan, with_nan, 2);
        for (int y = 0; y < 9; ++y) {
            for (int x = 0; x < 67; ++x) {
                const bool near = std::abs(x - 30) <= radius && std::abs(y - 4) <= radius;
                EXPECT_EQ(again.code(0, x, y), near ? 0 : out.code(0, x, y)) << x << "," << y;
            }
        }
    });
}

}  // namespace
}  // namespace tonelift::gather_test
