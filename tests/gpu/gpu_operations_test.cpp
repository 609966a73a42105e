// SPDX-License-Identifier: BSD-2-Clause
//
// Every operation of operations.def on the device against the plain version.
#include <cmath>
#include <random>

#include "kernels/math/plain.h"
#include "tests/gpu/gpu_support.h"
#include "tests/support/tolerances.h"

namespace tonelift {
namespace {

constexpr int width = 61, height = 17;

enum class Data { unit, around_zero, wide };

float draw(std::mt19937& random, Data data) {
    const float unit = std::uniform_real_distribution<float>(0, 1)(random);
    if (data == Data::unit) return unit;
    if (data == Data::around_zero) return 8 * unit - 4;
    return (random() & 1 ? 1.0f : -1.0f) * std::exp2(24 * unit - 14);
}

// Operand i of a pixel: a component of the picture, then a blend of two of them.
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
        in[static_cast<size_t>(i)] =
            i < 4
                ? c[static_cast<size_t>(i)]
                : program.op(Op::mix, {c[static_cast<size_t>(i - 4)],
                                       c[static_cast<size_t>(i - 3) % 4], Operand::number(0.25f)});
    }
    const auto out = program.ops(op, {in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7]});
    for (int i = 0; i < operation_info(op).outputs; ++i)
        program.store(Op::store_output, i, out[static_cast<size_t>(i)]);
    return program.take();
}

std::array<float, max_outputs> plain(Op op, const std::array<float, 4>& c, int moved) {
    float in[max_inputs] = {};
    std::array<float, max_outputs> out{};
    for (int i = 0; i < operation_info(op).inputs; ++i) {
        in[i] = operand_of(c, i);
        if (i == moved) in[i] *= 1 + std::ldexp(1.0f, -20);
    }
    evaluate_operation(op, in, out.data());
    return out;
}

struct Worst {
    double ratio = 0;  // of the error to what is allowed
    std::string where;
};

void compare(Op op, const std::array<float, 4>& c, const std::array<double, 3>& actual,
             Worst& worst) {
    // Quotients of light below 0.0005 cd/m2 are as coarse as the table there.
    constexpr float darkest = 0.004f;
    if (op == Op::relight && std::min(operand_of(c, 3), operand_of(c, 4)) < darkest) return;
    const int outputs = operation_info(op).outputs;
    const auto expected = plain(op, c, -1);
    double size = 0, moved = 0;
    for (int k = 0; k < outputs; ++k)
        size = std::max(size, std::abs(double{expected[static_cast<size_t>(k)]}));
    for (int i = 0; i < operation_info(op).inputs; ++i) {
        const auto other = plain(op, c, i);
        for (size_t k = 0; k < static_cast<size_t>(outputs); ++k)
            moved += std::abs(double{other[k]} - expected[k]);
    }
    const Tolerance budget = device_tolerance(op);
    const double allowed = budget.absolute + budget.relative * size + moved;
    for (size_t k = 0; k < static_cast<size_t>(outputs); ++k) {
        // Near the largest float each has limits of its own.
        constexpr double huge = 1e36;
        if (actual[k] > huge && expected[k] > huge) continue;
        const double error = std::abs(actual[k] - expected[k]);
        const double ratio = error == 0 ? 0 : error / std::max(allowed, 1e-30);
        if (!(ratio > worst.ratio)) continue;
        worst.ratio = ratio;
        worst.where = "(" + std::to_string(c[0]) + ", " + std::to_string(c[1]) + ", " +
                      std::to_string(c[2]) + ", " + std::to_string(c[3]) + ")[" +
                      std::to_string(k) + "] is " + std::to_string(actual[k]) + ", not " +
                      std::to_string(expected[k]) + "; off by " + std::to_string(error) +
                      ", allowed " + std::to_string(allowed);
    }
}

class GpuOperations : public GpuTest {};

TEST_F(GpuOperations, AgreeWithThePlainVersion) {
    const Picture in = make_picture("gbrapf32", width, height);
    const Picture out = make_picture("gbrpf32", width, height);
    std::mt19937 random(7);
    for (int number = 0; number < static_cast<int>(Op::count_); ++number) {
        const Op op = static_cast<Op>(number);
        if (operation_info(op).access) continue;
        Worst worst;
        for (const Data data : {Data::unit, Data::around_zero, Data::wide}) {
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
                    std::array<double, 3> actual;
                    for (int k = 0; k < 4; ++k)
                        c[static_cast<size_t>(k)] = static_cast<float>(source[0].code(k, x, y));
                    for (int k = 0; k < 3; ++k)
                        actual[static_cast<size_t>(k)] = result[0].code(k, x, y);
                    compare(op, c, actual, worst);
                }
            }
        }
        EXPECT_LE(worst.ratio, 1) << operation_info(op).name << " of " << worst.where;
    }
}

}  // namespace
}  // namespace tonelift
