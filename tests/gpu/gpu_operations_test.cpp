// SPDX-License-Identifier: BSD-2-Clause
// Tests that every operation of operations.def agrees with its definition on the device.
#include <random>

#include "kernels/math/plain.h"
#include "tests/gpu/gpu_support.h"
#include "tests/support/device_operations.h"

namespace tonelift::gpu_operations_test {
namespace {

constexpr int width = 61, height = 17;

float operand_of(const std::array<float, 4>& c, int i) {
    return i < 4
               ? c[static_cast<size_t>(i)]
               : math::mix(c[static_cast<size_t>(i - 4)], c[static_cast<size_t>(i - 3) % 4], 0.25f);
}

PointProgram program_of(Op op) {
    ProgramWriter program;
    std::array<Operand, 4> c;
    for (int i = 0; i < 4; ++i) c[static_cast<size_t>(i)] = program.load(Op::load_input, i);
    Instruction instruction;
    std::array<Operand, max_inputs> in{};
    for (int i = 0; i < operation_info(op).inputs; ++i) {
        in[static_cast<size_t>(i)] = i < 4 ? c[static_cast<size_t>(i)]
                                           : program.op(Op::mix, {c[static_cast<size_t>(i - 4)],
                                                                  c[static_cast<size_t>(i - 3) % 4],
                                                                  Operand::constant(0.25f)});
    }
    const auto out = program.ops(op, {in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7]});
    for (int i = 0; i < operation_info(op).outputs; ++i)
        program.store(Op::store_output, i, out[static_cast<size_t>(i)]);
    return program.take();
}

struct Worst {
    double error = 0;
    std::string where;
};

void compare(Op op, const std::array<float, 4>& c, const OperationOutputs& actual, Worst& worst) {
    Operands in{};
    for (int i = 0; i < operation_info(op).inputs; ++i)
        in[static_cast<size_t>(i)] = operand_of(c, i);
    const double error = device_error(op, in, actual);
    if (error <= worst.error) return;
    worst.error = error;
    worst.where = described(op, in, actual);
}

class GpuOperations : public GpuTest {};

TEST_F(GpuOperations, FollowTheDefinitions) {
    const Picture in = make_picture("gbrapf32", width, height);
    const Picture out = make_picture("gbrpf32", width, height);
    std::mt19937 random(7);
    for_each_operation([&](Op op) {
        Worst worst;
        for (const Data data : {Data::unit, Data::around_zero, Data::light}) {
            std::vector<TestPicture> source, result;
            source.emplace_back(in, Pitch::aligned);
            result.emplace_back(out, Pitch::aligned);
            for (int c = 0; c < 4; ++c) {
                for (int y = 0; y < height; ++y) {
                    for (int x = 0; x < width; ++x) source[0].set_code(c, x, y, draw(random, data));
                }
            }
            Plan plan = empty_plan(in, out);
            plan.steps.emplace_back(point_pass(out, program_of(op)));
            run_on_device(plan, device_, source, result, {1, 1});
            for (int y = 0; y < height; ++y) {
                for (int x = 0; x < width; ++x) {
                    std::array<float, 4> c;
                    OperationOutputs actual{};
                    for (int k = 0; k < 4; ++k)
                        c[static_cast<size_t>(k)] = static_cast<float>(source[0].code(k, x, y));
                    for (int k = 0; k < 3; ++k)
                        actual[static_cast<size_t>(k)] =
                            static_cast<float>(result[0].code(k, x, y));
                    compare(op, c, actual, worst);
                }
            }
        }
        EXPECT_LE(worst.error, 1) << worst.where;
    });
}

}  // namespace
}  // namespace tonelift::gpu_operations_test
