// SPDX-License-Identifier: BSD-2-Clause
#include "tests/support/test_plans.h"
#include "kernels/executor.h"

namespace tonelift {

Batch batch_of(const std::vector<TestPicture>& in, const std::vector<TestPicture>& out) {
    Batch batch;
    for (size_t i = 0; i < in.size(); ++i) {
        batch.input.push_back(in[i].planes());
        batch.output.push_back(out[i].planes());
        const auto number = static_cast<float>(i);
        batch.times.push_back({number / 25, i == 0 ? 0.0f : 0.04f, i == 0, 0, number});
    }
    batch.parameters = {test_peaks[0], test_peaks[1]};
    return batch;
}

void run_frame(const Plan& plan, const TestPicture& in, const TestPicture& out, int threads,
               std::array<float, 2> peaks, const InstructionSet& set) {
    Batch batch;
    batch.input = {in.planes()};
    batch.output = {out.planes()};
    batch.times = {{}};
    batch.parameters = {peaks[0], peaks[1]};
    make_cpu_executor(plan, threads, set)->run(batch);
}

PointProgram some_look() {
    ProgramWriter program;
    const Operand y = program.load(Op::load_input, 0);
    const Operand cb = program.load(Op::load_input, 1);
    const Operand cr = program.load(Op::load_input, 2);
    const Operand light = program.op(Op::pq_decode, {y});
    const Operand gain =
        program.op(Op::divide,
                   {light, program.op(Op::add, {light, frame_uniform(FrameUniform::target_peak)})});
    const Operand row = program.load(Op::coordinate_y, 0);
    const Operand column = program.load(Op::coordinate_x, 0);
    const Operand shade =
        program.op(Op::sin, {program.op(Op::multiply_add, {row, Operand::constant(0.1f), column})});
    const Operand bright = program.op(Op::mix, {y, gain, Operand::constant(0.6f)});
    program.store(Op::store_output, 0,
                  program.op(Op::multiply_add, {shade, Operand::constant(0.02f), bright}));
    program.store(Op::store_output, 1, program.op(Op::multiply, {cb, gain}));
    program.store(Op::store_output, 2, cr);
    return program.take();
}

Plan point_plan(const Picture& in, const Picture& out) {
    Plan plan = empty_plan(in, out);
    plan.steps.push_back(point_pass(out, some_look()));
    return plan;
}

PointProgram copy_program() {
    ProgramWriter program;
    for (int c = 0; c < 3; ++c) program.store(Op::store_output, c, program.load(Op::load_input, c));
    return program.take();
}

namespace {

enum Reduced { histogram, sum };
enum Remembered { smoothed, earlier, lightnesses };
enum Number {
    distance = static_cast<int>(FrameUniform::count_),
    cut,
    high,
    mean,
    high_smoothed,
    mean_before,
    numbers_end
};
enum Kept { picture, base, detail };

Operand number(Number which) { return Operand::uniform(which); }

Scan edge_scan(Axis axis) {
    Scan scan;
    scan.kind = ScanKind::edge;
    scan.axis = axis;
    scan.rate = 0.1f;
    scan.edge = 50;
    return scan;
}

Pass smooth_rows(const Picture& grid) {
    ProgramWriter program;
    const Operand v = program.op(Op::saturate, {program.load(Op::load_input, 0)});
    for (const int input : {0, 1}) program.store(Op::store_core, input, v);
    program.store(Op::store_buffer, picture, v);
    for (const Reduced reduction : {histogram, sum}) program.store(Op::reduce, reduction, v);
    const CoreInput stored{CoreInput::Source::stored, picture};
    return core_pass(grid, edge_scan(Axis::x), program.take(), base, {stored, stored});
}

Pass smooth_columns(const Picture& grid) {
    ProgramWriter program;
    program.store(Op::store_core, 0, program.load(Op::load_buffer, base));
    program.store(Op::store_core, 1, program.load(Op::load_buffer, picture));
    using Source = CoreInput::Source;
    return core_pass(grid, edge_scan(Axis::y), program.take(), base,
                     {{Source::loaded, base}, {Source::loaded, picture}});
}

Pass blur_detail(const Picture& grid) {
    Scan blur;
    blur.kind = ScanKind::gauss;
    blur.axis = Axis::y;
    blur.sigma = 4;
    ProgramWriter program;
    const Operand v = program.load(Op::load_buffer, picture);
    program.store(Op::store_core, 0,
                  program.op(Op::subtract, {v, program.load(Op::load_buffer, base)}));
    return core_pass(grid, blur, program.take(), detail);
}

FrameOperation frame_operation(FrameOp op, int reduction, std::vector<Operand> arguments, int state,
                               int result) {
    FrameOperation operation;
    operation.op = op;
    operation.reduction = reduction;
    operation.arguments = std::move(arguments);
    operation.state = state;
    operation.result = result;
    return operation;
}

FrameStep frame_step() {
    const auto of = [](float value) { return Operand::constant(value); };
    FrameStep step;
    step.operations = {
        frame_operation(FrameOp::distance, histogram, {}, -1, distance),
        frame_operation(FrameOp::scene_change, -1, {of(0.2f), of(0.5f), number(distance)},
                        lightnesses, cut),
        frame_operation(FrameOp::percentile, histogram, {of(0.998f)}, -1, high),
        frame_operation(FrameOp::mean, sum, {}, -1, mean),
        frame_operation(FrameOp::smooth, -1, {number(high), of(0.5f)}, smoothed, high_smoothed),
        frame_operation(FrameOp::previous, -1, {number(mean)}, earlier, mean_before),
        frame_operation(FrameOp::curve, -1, {of(0), number(high_smoothed), of(0.05f), of(0.58f)},
                        -1, -1)};
    step.operations.back().table = 0;
    return step;
}

Pass local_output(const Picture& out) {
    ProgramWriter program;
    const Operand curved = program.lookup(0, program.load(Op::load_buffer, base));
    const Operand lit = program.op(
        Op::multiply_add, {program.load(Op::load_buffer, detail), Operand::constant(1.5f), curved});
    const Operand before = program.op(Op::multiply, {number(mean_before), Operand::constant(0.1f)});
    program.store(Op::store_output, 0, program.op(Op::add, {lit, before}));
    for (const int c : {1, 2}) program.store(Op::store_output, c, program.load(Op::load_input, c));
    return point_pass(out, program.take());
}

}  // namespace

Plan local_plan(const Picture& in, const Picture& out) {
    Plan plan = empty_plan(in, out);
    const Buffer plane{in.width, in.height, Storage::unorm16};
    plan.buffers = {plane, plane, {in.width, in.height, Storage::float32}};
    const int64_t samples = static_cast<int64_t>(in.width) * in.height;
    plan.reductions = {{ReductionKind::histogram, true, samples},
                       {ReductionKind::sum, true, samples}};
    plan.uniforms = numbers_end;
    plan.states = 3;
    plan.tables = 1;
    plan.steps = {smooth_rows(in), frame_step(), smooth_columns(in), blur_detail(in),
                  local_output(out)};
    return plan;
}

std::vector<TestPicture> pictures(const Picture& picture, int count, uint32_t seed) {
    std::vector<TestPicture> result;
    for (int i = 0; i < count; ++i) {
        result.emplace_back(picture, i % 2 == 0 ? Pitch::padded : Pitch::negative);
        if (seed != 0) result.back().fill_legal(seed + static_cast<uint32_t>(i));
    }
    return result;
}

}  // namespace tonelift
