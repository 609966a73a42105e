// SPDX-License-Identifier: BSD-2-Clause
// Tests output passes that enlarge planes while they read them.
#include <gtest/gtest.h>

#include <string>

#include "kernels/executor.h"
#include "tests/support/targets.h"
#include "tests/support/test_plans.h"

namespace tonelift::upsample_test {
namespace {

constexpr float epsilon = 0.0025f, steepest = 1.5f, unlimited = 1000;

struct Case {
    ResampleKind kind;
    int ratio;
    Storage storage;
    Size coarse;
    float overshoot = unlimited;
};

enum Buffers : uint8_t { value, guide, fine, result };

Pass shrinking(const Case& with, const Picture& picture, int component) {
    ProgramWriter load;
    load.store(Op::store_core, 0, load.load(Op::load_input, component));
    Resample core;
    core.kind = ResampleKind::area;
    core.in_width = picture.width;
    core.in_height = picture.height;
    Pass pass = core_pass(picture, core, load.take(), component);
    pass.width = with.coarse.width;
    pass.height = with.coarse.height;
    return pass;
}

Picture picture_of(const Case& with) {
    return make_picture("gbrpf32le", with.ratio * with.coarse.width,
                        with.ratio * with.coarse.height, true);
}

Plan plan_of(const Case& with) {
    const Picture picture = picture_of(with);
    Plan plan = empty_plan(picture, picture);
    const Buffer coarse{with.coarse.width, with.coarse.height, with.storage};
    const Buffer whole{picture.width, picture.height, Storage::float32};
    plan.buffers = {coarse, coarse, whole, whole};
    for (const int component : {value, guide})
        plan.steps.push_back(shrinking(with, picture, component));
    return plan;
}

Pass output_of(const Plan& plan, ProgramWriter program, Operand shown) {
    for (int component = 0; component < 3; ++component)
        program.store(Op::store_output, component, shown);
    return point_pass(plan.output, program.take());
}

Plan with_operand(const Case& with) {
    Plan plan = plan_of(with);
    const int guide_buffer = with.kind == ResampleKind::joint ? guide : -1;
    plan.upsamplings.push_back({with.kind, value, guide_buffer, epsilon, steepest, with.overshoot});
    ProgramWriter program;
    const Operand shown = program.ops(Op::load_upsampled, {program.load(Op::load_input, fine)})[0];
    plan.steps.push_back(output_of(plan, program, shown));
    return plan;
}

Plan with_pass(const Case& with) {
    Plan plan = plan_of(with);
    ProgramWriter keep, load, last;
    keep.store(Op::store_buffer, fine, keep.load(Op::load_input, fine));
    plan.steps.push_back(point_pass(plan.output, keep.take()));
    Resample core;
    core.kind = with.kind;
    core.in_width = with.coarse.width;
    core.in_height = with.coarse.height;
    core.epsilon = epsilon;
    core.steepest = steepest;
    core.overshoot = with.overshoot;
    std::vector<CoreInput> inputs;
    for (const int input : {value, guide}) {
        if (input == guide && with.kind != ResampleKind::joint) continue;
        load.store(Op::store_core, input, load.load(Op::load_buffer, input));
        inputs.push_back({CoreInput::Source::loaded, input});
    }
    if (with.kind == ResampleKind::joint) inputs.push_back({CoreInput::Source::loaded, fine});
    plan.steps.push_back(core_pass(plan.output, core, load.take(), result, inputs));
    Operand shown = last.load(Op::load_buffer, result);
    if (with.kind == ResampleKind::joint && with.storage == Storage::unorm16)
        shown = last.op(Op::saturate, {shown});
    plan.steps.push_back(output_of(plan, last, shown));
    return plan;
}

void fill(TestPicture& picture, const Case& with, uint32_t random = 77) {
    for (int y = 0; y < with.ratio * with.coarse.height; ++y) {
        for (int x = 0; x < with.ratio * with.coarse.width; ++x) {
            random = random * 1664525 + 1013904223;
            const double noise = (random >> 8) / double{1 << 24};
            const double step = (x / 5 + y / 3) % 2;
            picture.set_code(value, x, y, 0.1 + 0.8 * noise);
            picture.set_code(guide, x, y, 0.3 + 0.3 * step + 0.1 * noise);
            picture.set_code(fine, x, y, 0.2 + 0.6 * step);
        }
    }
}

std::string text_of(const Case& with) {
    return (with.kind == ResampleKind::joint ? "joint, " : "bilinear, ") +
           std::to_string(with.ratio) + " times " + std::to_string(with.coarse.width) + "x" +
           std::to_string(with.coarse.height) +
           (with.storage == Storage::unorm16 ? " of 16 bits" : " of floats") + ", overshoot " +
           std::to_string(with.overshoot);
}

void check(const Case& with) {
    const Picture picture = picture_of(with);
    TestPicture in(picture), expected(picture), actual(picture);
    fill(in, with);
    run_frame(with_pass(with), in, expected, 1);
    run_frame(with_operand(with), in, actual, 2);
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x)
            ASSERT_NEAR(actual.code(0, x, y), expected.code(0, x, y), 2e-5)
                << text_of(with) << " at " << x << ", " << y;
    }
    EXPECT_TRUE(actual.padding_untouched()) << text_of(with);
}

constexpr Size coarse_sizes[] = {{1, 1},  {1, 7},  {2, 2},   {5, 3},    {16, 4},  {33, 1},
                                 {63, 9}, {64, 9}, {128, 8}, {129, 17}, {257, 5}, {480, 3}};

TEST(Upsample, UpsamplingWhileReadingEqualsASeparatePass) {
    for_each_target([] {
        for (const Size& size : coarse_sizes) {
            for (const ResampleKind kind : {ResampleKind::bilinear, ResampleKind::joint}) {
                for (const int ratio : {2, 4}) {
                    for (const Storage storage : {Storage::unorm16, Storage::float32}) {
                        for (const float overshoot : {0.0f, 0.05f, unlimited})
                            check({kind, ratio, storage, size, overshoot});
                    }
                }
            }
        }
    });
}

TEST(Upsample, FramesDoNotMix) {
    for (const Size& size : {Size{40, 1}, Size{40, 33}}) {
        const Case with{ResampleKind::joint, 2, Storage::unorm16, size};
        const Picture picture = picture_of(with);
        const Plan plan = with_operand(with);
        std::vector<TestPicture> in, together;
        for (uint32_t i = 0; i < 3; ++i) {
            fill(in.emplace_back(picture), with, i + 1);
            together.emplace_back(picture);
        }
        Batch batch = batch_of(in, together);
        make_cpu_executor(plan, 1)->run(batch);
        for (size_t i = 0; i < in.size(); ++i) {
            const TestPicture alone(picture);
            run_frame(plan, in[i], alone, 1);
            for (int y = 0; y < picture.height; ++y) {
                for (int x = 0; x < picture.width; ++x)
                    ASSERT_EQ(together[i].code(0, x, y), alone.code(0, x, y)) << i << ' ' << y;
            }
        }
    }
}

}  // namespace
}  // namespace tonelift::upsample_test
