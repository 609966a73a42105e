// SPDX-License-Identifier: BSD-2-Clause
// Tests the number of values that a program keeps at the same time. This number determines the
// program's memory.
#include "core/graph/live_values.h"

#include <gtest/gtest.h>

#include "core/algorithms/algorithms.h"
#include "core/common/options.h"
#include "kernels/cpu/fused_products.h"
#include "kernels/point/point.h"
#include "tests/support/api_stream.h"
#include "tests/support/program_writer.h"
#include "tests/support/stream_plan.h"

namespace tonelift::live_values_test {
namespace {

TEST(LiveValues, AreNoneInAnEmptyProgram) { EXPECT_EQ(most_live_values({}), 0); }

TEST(LiveValues, AreTwoInAChain) {
    ProgramWriter program;
    Operand x = program.load(Op::load_core, 0);
    for (int i = 0; i < 10; ++i) x = program.op(Op::sqrt, {x});
    program.store(Op::store_core, 0, x);
    EXPECT_EQ(most_live_values(program.take()), 2);
}

TEST(LiveValues, InputsLiveFromTheStart) {
    ProgramWriter program;
    Operand sum = program.load(Op::load_core, 0);
    for (int i = 0; i < 3; ++i) sum = program.op(Op::max, {sum, program.load(Op::load_input, i)});
    program.store(Op::store_core, 0, sum);
    EXPECT_EQ(most_live_values(program.take()), 5);
}

TEST(LiveValues, ReducedValuesLiveToTheEnd) {
    ProgramWriter program;
    Operand x = program.load(Op::load_core, 0);
    for (int i = 0; i < 4; ++i) {
        program.store(Op::reduce, i, x);
        x = program.op(Op::sqrt, {x});
    }
    program.store(Op::reduce, 4, Operand::constant(1));
    EXPECT_EQ(most_live_values(program.take()), 6);
}

TEST(LiveValues, OperandsOfAProductLiveUpToItsSum) {
    ProgramWriter program;
    const Operand x = program.load(Op::load_core, 0), y = program.load(Op::load_core, 1);
    const Operand product = program.op(Op::multiply, {x, y});
    program.store(Op::store_core, 0, program.op(Op::add, {product, program.op(Op::sqrt, {x})}));
    EXPECT_EQ(most_live_values(program.take()), 5);
}

void expect_bound(const Plan& plan, const PointProgram& program, const std::string& what) {
    const PreparedProgram prepared(with_fused_products(program), plan.buffers);
    EXPECT_LE(prepared.scratch_floats(),
              static_cast<size_t>(2 * most_live_values(program) * strip_pixels))
        << what;
}

TEST(LiveValues, PresetsNeedAtMostTwoRowsPerLiveValue) {
    for (const Preset& preset : presets()) {
        tonelift_options options = default_options();
        options.preset = preset.name;
        const Plan plan =
            stream_plan(options, hdr10_video(TONELIFT_FORMAT_P010, 640, 360), TONELIFT_FORMAT_NONE);
        for (const auto& step : plan.steps) {
            const Pass* pass = std::get_if<Pass>(&step);
            if (pass == nullptr) continue;
            expect_bound(plan, pass->prologue, preset.name);
            expect_bound(plan, pass->epilogue, preset.name);
        }
    }
}

}  // namespace
}  // namespace tonelift::live_values_test
