// SPDX-License-Identifier: BSD-2-Clause
#include "tests/support/test_plans.h"

namespace tonelift {

Batch batch_of(const std::vector<TestPicture>& in, const std::vector<TestPicture>& out) {
    Batch batch;
    for (size_t i = 0; i < in.size(); ++i) {
        batch.input.push_back(in[i].planes());
        batch.output.push_back(out[i].planes());
        batch.times.push_back({static_cast<float>(i) / 25, i == 0 ? 0.0f : 0.04f, i == 0});
    }
    batch.parameters = {test_peaks[0], test_peaks[1]};
    return batch;
}

PointProgram some_look() {
    ProgramWriter program;
    const Operand y = program.load(Op::load_input, 0);
    const Operand cb = program.load(Op::load_input, 1);
    const Operand cr = program.load(Op::load_input, 2);
    const Operand light = program.op(Op::pq_decode, {y});
    const Operand gain = program.op(
        Op::divide, {light, program.op(Op::add, {light, frame_number(FrameNumber::target_peak)})});
    const Operand row = program.load(Op::coordinate_y, 0);
    const Operand column = program.load(Op::coordinate_x, 0);
    const Operand shade =
        program.op(Op::sin, {program.op(Op::multiply_add, {row, Operand::number(0.1f), column})});
    const Operand bright = program.op(Op::mix, {y, gain, Operand::number(0.6f)});
    program.store(Op::store_output, 0,
                  program.op(Op::multiply_add, {shade, Operand::number(0.02f), bright}));
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

Plan local_plan(const Picture& in, const Picture& out) {
    Plan plan = empty_plan(in, out);
    const Buffer plane{in.width, in.height, Storage::unorm16};
    plan.buffers = {plane, plane, {in.width, in.height, Storage::float32}};
    const int64_t samples = static_cast<int64_t>(in.width) * in.height;
    plan.reductions = {{ReductionKind::histogram, true, samples},
                       {ReductionKind::sum, true, samples}};
    plan.uniforms += 5;
    plan.states = 3;
    plan.tables = 1;
    const int first = static_cast<int>(FrameNumber::count_);

    Scan scan;
    scan.kind = ScanKind::edge;
    scan.rate = 0.1f;
    scan.edge = 50;
    Pass rows = point_pass(in, {});
    scan.axis = Axis::x;
    rows.core = scan;
    ProgramWriter prologue;
    const Operand v = prologue.op(Op::saturate, {prologue.load(Op::load_input, 0)});
    prologue.store(Op::store_core, 0, v);
    prologue.store(Op::store_core, 1, v);
    prologue.store(Op::store_buffer, 0, v);
    prologue.store(Op::reduce, 0, v);
    prologue.store(Op::reduce, 1, v);
    rows.prologue = prologue.take();
    ProgramWriter keep;
    keep.store(Op::store_buffer, 1, keep.load(Op::load_core, 0));
    rows.epilogue = keep.take();
    plan.steps.push_back(rows);

    FrameStep numbers;
    FrameOperation operation;
    operation.op = FrameOp::scene_change;
    operation.reduction = 0;
    operation.arguments = {Operand::number(0.2f), Operand::number(0.5f)};
    operation.state = 2;
    operation.result = first;
    numbers.operations.push_back(operation);
    operation.op = FrameOp::percentile;
    operation.state = -1;
    operation.arguments = {Operand::number(0.998f)};
    operation.result = first + 1;
    numbers.operations.push_back(operation);
    operation.op = FrameOp::mean;
    operation.reduction = 1;
    operation.result = first + 2;
    numbers.operations.push_back(operation);
    operation.op = FrameOp::smooth;
    operation.reduction = -1;
    operation.arguments = {Operand::uniform(first + 1), Operand::number(0.5f)};
    operation.state = 0;
    operation.result = first + 3;
    numbers.operations.push_back(operation);
    operation.op = FrameOp::previous;
    operation.arguments = {Operand::uniform(first + 2)};
    operation.state = 1;
    operation.result = first + 4;
    numbers.operations.push_back(operation);
    operation.op = FrameOp::curve;
    operation.arguments = {Operand::number(0), Operand::uniform(first + 3), Operand::number(0.05f),
                           Operand::number(0.58f)};
    operation.state = operation.result = -1;
    operation.table = 0;
    numbers.operations.push_back(operation);
    plan.steps.push_back(numbers);

    Pass columns = point_pass(in, {});
    scan.axis = Axis::y;
    columns.core = scan;
    ProgramWriter load;
    load.store(Op::store_core, 0, load.load(Op::load_buffer, 1));
    load.store(Op::store_core, 1, load.load(Op::load_buffer, 0));
    columns.prologue = load.take();
    columns.epilogue = rows.epilogue;
    plan.steps.push_back(columns);

    Pass gauss = point_pass(in, {});
    Scan blur;
    blur.kind = ScanKind::gauss;
    blur.axis = Axis::y;
    blur.sigma = 4;
    gauss.core = blur;
    ProgramWriter detail;
    detail.store(Op::store_core, 0,
                 detail.op(Op::subtract,
                           {detail.load(Op::load_buffer, 0), detail.load(Op::load_buffer, 1)}));
    gauss.prologue = detail.take();
    ProgramWriter store;
    store.store(Op::store_buffer, 2, store.load(Op::load_core, 0));
    gauss.epilogue = store.take();
    plan.steps.push_back(gauss);

    ProgramWriter last;
    const Operand base = last.lookup(0, last.load(Op::load_buffer, 1));
    const Operand lit =
        last.op(Op::multiply_add, {last.load(Op::load_buffer, 2), Operand::number(1.5f), base});
    last.store(Op::store_output, 0,
               last.op(Op::add, {lit, last.op(Op::multiply, {Operand::uniform(first + 4),
                                                             Operand::number(0.1f)})}));
    last.store(Op::store_output, 1, last.load(Op::load_input, 1));
    last.store(Op::store_output, 2, last.load(Op::load_input, 2));
    plan.steps.push_back(point_pass(out, last.take()));
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
