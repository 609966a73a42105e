// SPDX-License-Identifier: BSD-2-Clause
// Tests that the CUDA executor reorders the work of a plan without changing the results.
#include "kernels/gpu/prepared_plan.h"

#include <gtest/gtest.h>
#include <tonelift/list.h>

#include <algorithm>

#include "kernels/gpu/early_prologues.h"
#include "kernels/program_has.h"
#include "kernels/steps/deferred_numbers.h"
#include "kernels/steps/number_access.h"
#include "tests/cuda/interpreted_device.h"
#include "tests/gpu/gpu_support.h"
#include "tests/support/api_stream.h"
#include "tests/support/program_writer.h"
#include "tests/support/stream_plan.h"

namespace tonelift::cuda::prepared_plan_test {
namespace {

constexpr int width = 32, height = 18;
constexpr int first_number = static_cast<int>(FrameUniform::count_);

FrameOperation percentile_to(int number) {
    FrameOperation operation;
    operation.op = FrameOp::percentile;
    operation.reduction = 0;
    operation.arguments = {Operand::constant(0.5f)};
    operation.result = number;
    return operation;
}

FrameOperation table_from(int number) {
    ProgramWriter program;
    const Operand place = program.load(Op::load_core, 0);
    program.store(Op::store_core, 0, program.op(Op::multiply, {place, Operand::uniform(number)}));
    FrameOperation operation;
    operation.op = FrameOp::table;
    operation.program = program.take();
    operation.table = 0;
    return operation;
}

Pass reader_of(int number) {
    const Picture picture = make_picture("gray16", width, height);
    ProgramWriter program;
    const Operand light = program.load(Op::load_input, 0);
    const Operand made = number < 0 ? program.lookup(0, light)
                                    : program.op(Op::multiply, {light, Operand::uniform(number)});
    program.store(Op::store_output, 0, made);
    return point_pass(picture, program.take());
}

Plan plan_of(std::vector<FrameOperation> operations, std::initializer_list<Pass> passes) {
    const Picture picture = make_picture("gray16", width, height);
    Plan plan = empty_plan(picture, picture);
    plan.uniforms += 3;
    plan.tables = 1;
    plan.reductions.resize(1);
    plan.steps.emplace_back(FrameStep{std::move(operations)});
    for (const Pass& pass : passes) plan.steps.emplace_back(pass);
    return plan;
}

std::vector<FrameStep> frame_steps(const Plan& plan) {
    std::vector<FrameStep> steps;
    for (const auto& any : plan.steps) {
        if (const auto* step = std::get_if<FrameStep>(&any)) steps.push_back(*step);
    }
    return steps;
}

TEST(DeferredNumbers, ComeAfterTheNumbersThatTheNextPassReads) {
    const FrameOperation late = percentile_to(first_number), table = table_from(first_number);
    const FrameOperation early = percentile_to(first_number + 1);
    const Plan plan = plan_of({late, early, table}, {reader_of(first_number + 1), reader_of(-1)});
    const std::vector<FrameStep> steps = frame_steps(with_deferred_numbers(plan));
    ASSERT_EQ(steps.size(), 2u);
    EXPECT_EQ(steps[0].operations, std::vector{early});
    EXPECT_EQ(steps[1].operations, (std::vector{late, table}));
}

TEST(DeferredNumbers, StayInOneStepWithoutTables) {
    const Plan plan = plan_of({percentile_to(first_number), percentile_to(first_number + 1)},
                              {reader_of(first_number + 1), reader_of(first_number)});
    EXPECT_EQ(with_deferred_numbers(plan), plan);
}

TEST(DeferredNumbers, StayInOneStepIfTheNextPassNeedsAll) {
    const Plan plan =
        plan_of({percentile_to(first_number), table_from(first_number)}, {reader_of(-1)});
    EXPECT_EQ(with_deferred_numbers(plan), plan);
}

TEST(DeferredNumbers, StayInOneStepIfNoPassFollows) {
    const Plan plan = plan_of({percentile_to(first_number), table_from(first_number)}, {});
    EXPECT_EQ(with_deferred_numbers(plan), plan);
}

TEST(DeferredNumbers, KeepTheOrderOfOverwrittenNumbers) {
    const FrameOperation before = percentile_to(first_number), table = table_from(first_number);
    const Plan plan = plan_of({before, table, percentile_to(first_number)},
                              {reader_of(first_number), reader_of(-1)});
    EXPECT_EQ(with_deferred_numbers(plan), plan);
}

tonelift_options options_of(const char* preset) {
    tonelift_options options = default_options();
    options.preset = preset;
    return options;
}

TEST(PreparedPlan, ComputesNumbersBeforeStepsReadThem) {
    tonelift_preset_info preset;
    for (int i = 0; tonelift_preset_at(i, &preset, sizeof preset) == TONELIFT_OK; ++i) {
        const Plan given =
            stream_plan(options_of(preset.name), hdr10_video(TONELIFT_FORMAT_P010, 640, 360),
                        TONELIFT_FORMAT_NV12);
        const Plan plan = prepared_for_cuda(given);
        Numbers known;
        for (int number = 0; number < plan.first_computed(); ++number)
            known.emplace(NumberKind::uniform, number);
        size_t operations = 0, expected = 0;
        for (const auto& any : plan.steps) {
            if (const auto* step = std::get_if<FrameStep>(&any)) {
                operations += step->operations.size();
                known.merge(numbers_written(*step));
            }
            const Numbers read =
                std::visit([](const auto& step) { return numbers_read(step); }, any);
            EXPECT_TRUE(std::includes(known.begin(), known.end(), read.begin(), read.end()))
                << preset.name;
        }
        for (const FrameStep& step : frame_steps(given)) expected += step.operations.size();
        EXPECT_EQ(operations, expected) << preset.name;
    }
}

Pass stencil_of(PointProgram prologue) {
    Stencil core;
    core.kind = StencilKind::minimum;
    core.radius_x = core.radius_y = 1;
    return core_pass(make_picture("gray16", width, height), core, std::move(prologue), 1);
}

Pass maker_of_buffer() {
    ProgramWriter program;
    program.store(Op::store_buffer, 0, program.load(Op::load_input, 0));
    return point_pass(make_picture("gray16", width, height), program.take());
}

PointProgram doubled(int buffer) {
    ProgramWriter program;
    const Operand value = program.load(Op::load_buffer, buffer);
    program.store(Op::store_core, 0, program.op(Op::multiply, {Operand::constant(2), value}));
    return program.take();
}

Plan plan_of(const Pass& first, const Pass& second, std::initializer_list<Pass> others = {}) {
    const Picture picture = make_picture("gray16", width, height);
    Plan plan = empty_plan(picture, picture);
    plan.uniforms += 1;
    plan.buffers.resize(2, {width, height, Storage::unorm16});
    plan.steps = {first, second};
    for (const Pass& pass : others) plan.steps.emplace_back(pass);
    return plan;
}

const Pass& pass_of(const Plan& plan, size_t step) { return std::get<Pass>(plan.steps[step]); }

TEST(EarlyPrologues, MoveToThePassThatStoresTheirSource) {
    const Plan plan = with_early_prologues(plan_of(maker_of_buffer(), stencil_of(doubled(0))));
    ASSERT_EQ(plan.buffers.size(), 3u);
    EXPECT_EQ(plan.buffers[2].storage, Storage::float32);
    const PointProgram& maker = pass_of(plan, 0).epilogue;
    EXPECT_TRUE(program_has(maker, Op::multiply));
    EXPECT_TRUE(program_has(maker, Op::saturate)) << "as the buffer would have stored it";
    EXPECT_TRUE(program_has(maker, Op::store_buffer, 2));
    EXPECT_FALSE(program_has(maker, Op::store_buffer, 0)) << "nothing reads it any more";
    const PointProgram& prologue = pass_of(plan, 1).prologue;
    EXPECT_TRUE(program_has_only(prologue, {Op::load_buffer, Op::store_core}));
    EXPECT_TRUE(program_has(prologue, Op::load_buffer, 2));
}

TEST(EarlyPrologues, KeepASourceThatIsReadLater) {
    const Plan plan = with_early_prologues(
        plan_of(maker_of_buffer(), stencil_of(doubled(0)), {stencil_of(doubled(0))}));
    EXPECT_EQ(plan.buffers.size(), 4u);
    EXPECT_FALSE(program_has(pass_of(plan, 0).epilogue, Op::store_buffer, 0));
    ProgramWriter reader;
    reader.store(Op::store_output, 0, reader.load(Op::load_buffer, 0));
    const Pass output = point_pass(make_picture("gray16", width, height), reader.take());
    const Plan kept =
        with_early_prologues(plan_of(maker_of_buffer(), stencil_of(doubled(0)), {output}));
    EXPECT_TRUE(program_has(pass_of(kept, 0).epilogue, Op::store_buffer, 0));
}

TEST(EarlyPrologues, StayIfTheyReadMoreThanTheirSource) {
    ProgramWriter numbers;
    const Operand value = numbers.load(Op::load_buffer, 0);
    numbers.store(Op::store_core, 0,
                  numbers.op(Op::multiply, {Operand::uniform(first_number), value}));
    ProgramWriter planes;
    const Operand a = planes.load(Op::load_buffer, 0), b = planes.load(Op::load_buffer, 1);
    planes.store(Op::store_core, 0, planes.op(Op::multiply, {a, b}));
    for (const PointProgram& prologue : {numbers.take(), planes.take()}) {
        const Plan plan = plan_of(maker_of_buffer(), stencil_of(prologue));
        EXPECT_EQ(with_early_prologues(plan), plan);
    }
}

TEST(EarlyPrologues, AgreeWithTheCpu) {
    const InterpretedDevice interpreted;
    const char* const script =
        "plane v = lightness(input);\n"
        "plane a = erode(1 - blur_box(saturate(3 * v - 1), 1), 1);\n"
        "plane b = dilate(abs(convolve(v, 1, -2, 1, -2, 4, -2, 1, -2, 1)), 1);\n"
        "plane c = erode(0.2 + recursive_edge(v, v, 5, 0.1, 1) * 0.5, 1);\n"
        "output input * (0.2 + 0.3 * a + b + c);";
    const Plan plan = script_plan(script, default_options(),
                                  hdr10_video(TONELIFT_FORMAT_P010, 67, 35), TONELIFT_FORMAT_NV12);
    EXPECT_GT(prepared_for_cuda(plan).buffers.size(), plan.buffers.size());
    expect_like_cpu(plan, open_cuda_device({}), 2, "early prologues");
    EXPECT_EQ(InterpretedDevice::fault(), "");
}

}  // namespace
}  // namespace tonelift::cuda::prepared_plan_test
