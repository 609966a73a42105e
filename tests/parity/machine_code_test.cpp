// SPDX-License-Identifier: BSD-2-Clause
// Tests that generated machine code gives the same results, bit for bit, as running a loop for each
// instruction.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <thread>

#include "core/graph/live_values.h"
#include "kernels/evaluate.h"
#include "kernels/program_has.h"
#include "tests/support/api_stream.h"
#include "tests/support/code_sets.h"
#include "tests/support/looped_presets.h"
#include "tests/support/operands.h"
#include "tests/support/program_writer.h"
#include "tests/support/repeats.h"
#include "tests/support/stream_plan.h"
#include "tests/support/strip_run.h"

namespace tonelift::machine_code_test {
namespace {

class MachineCodeParity : public WithCode {};
TONELIFT_FOR_SETS_WITH_CODE(MachineCodeParity);

using Place = std::pair<Op, int>;

constexpr int uniforms_used = 8;

std::vector<StripRow> draw_uniforms(uint32_t seed, Data data) {
    std::mt19937 random(seed);
    std::vector<StripRow> uniforms(1);
    for (int i = 0; i < uniforms_used; ++i)
        fill_block(uniforms[0].at.data() + i * block_floats, draw(random, data));
    return uniforms;
}

auto numbers(uint32_t seed, Data data) {
    return [=, random = std::mt19937()](const Place& place, int pixel) mutable {
        if (pixel == 0)
            random.seed(seed + 1000 * static_cast<uint32_t>(place.first) +
                        static_cast<uint32_t>(place.second));
        return draw(random, data);
    };
}

bool same(const PreparedProgram& a, const PreparedProgram& b, uint32_t seed, Data data,
          int pixels = strip_pixels) {
    const auto uniforms = draw_uniforms(seed, data);
    return StripRun(a, uniforms, numbers(seed, data), pixels) ==
           StripRun(b, uniforms, numbers(seed, data), pixels);
}

PointProgram operation_program(Op op, int kinds, const Operands& constants) {
    const OperationInfo& info = operation_info(op);
    ProgramWriter program;
    std::array<Operand, max_inputs> in;
    for (int i = 0; i < info.inputs; ++i, kinds /= 3) {
        const auto place = static_cast<size_t>(i);
        in[place] = kinds % 3 == 0   ? program.load(Op::load_core, i)
                    : kinds % 3 == 1 ? Operand::constant(constants[place])
                                     : Operand::uniform(i);
    }
    const auto out = program.ops(op, {in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7]});
    for (int i = 0; i < info.outputs; ++i)
        program.store(Op::store_core, i, program.op(Op::negate, {out[static_cast<size_t>(i)]}));
    return program.take();
}

std::vector<int> kinds_of_operands(int inputs, std::mt19937& random) {
    int all = 1;
    for (int i = 0; i < inputs; ++i) all *= 3;
    std::vector<int> kinds;
    const int count = std::min(all, repeats(27));
    for (int i = 0; i < count; ++i)
        kinds.push_back(all == count ? i : static_cast<int>(random() % static_cast<unsigned>(all)));
    return kinds;
}

TEST_P(MachineCodeParity, OperationsAgreeForAllKindsOfOperands) {
    int compiled = 0;
    for_each_operation([&](Op op) {
        std::mt19937 random(static_cast<uint32_t>(op));
        for (const int kinds : kinds_of_operands(operation_info(op).inputs, random)) {
            for (const Data data : kinds_of_data) {
                const auto seed = static_cast<uint32_t>(random());
                const PointProgram program =
                    operation_program(op, kinds, draw_operands(op, data, random));
                const PreparedProgram joined(program, {}, code), apart(program, {}, loops);
                if (joined.steps().size() < apart.steps().size()) ++compiled;
                ASSERT_TRUE(same(joined, apart, seed, data))
                    << operation_info(op).name << ", kinds " << kinds << ", data "
                    << static_cast<int>(data) << ", seed " << seed;
            }
        }
    });
    EXPECT_GT(compiled, repeats(1000));
}

TEST_P(MachineCodeParity, WritesOnlyTheRequestedPixels) {
    ProgramWriter program;
    const Operand x = program.load(Op::load_core, 0);
    program.store(Op::store_core, 0, program.op(Op::sqrt, {program.op(Op::add, {x, x})}));
    const PointProgram both = program.take();
    const PreparedProgram joined(both, {}, code), apart(both, {}, loops);
    for (int pixels = block_floats; pixels <= strip_pixels; pixels += block_floats)
        EXPECT_TRUE(same(joined, apart, 5, Data::unit, pixels)) << pixels;
}

class RandomProgram {
  public:
    explicit RandomProgram(uint32_t seed) : random_(seed) {
        for (int i = 0; i < 3; ++i) values_.push_back(writer_.load(Op::load_input, i));
        const int length = 5 + pick(60);
        for (int i = 0; i < length; ++i) add();
        for (int i = 0; i < 4; ++i) writer_.store(Op::store_output, i, value());
    }

    PointProgram take() { return writer_.take(); }

    static std::vector<Buffer> buffers() {
        std::vector<Buffer> buffers(4);
        for (size_t i = 0; i < buffers.size(); ++i)
            buffers[i].storage = i % 2 == 0 ? Storage::unorm16 : Storage::float32;
        return buffers;
    }

  private:
    int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

    Operand value() { return values_[values_.size() - 1 - pick_near_end()]; }
    size_t pick_near_end() {
        return static_cast<size_t>(pick(static_cast<int>(std::min<size_t>(values_.size(), 12))));
    }

    Operand operand() {
        const int kind = pick(8);
        if (kind == 0) return Operand::constant(draw(random_, Data::around_zero));
        if (kind == 1) return Operand::uniform(pick(uniforms_used));
        return value();
    }

    void add() {
        const int kind = pick(16);
        if (kind == 0) return values_.push_back(writer_.load(Op::load_buffer, pick(4)));
        if (kind == 1) return writer_.store(Op::store_buffer, pick(4), value());
        if (kind == 2) return writer_.store(Op::reduce, reductions_++, value());
        if (kind == 3) return values_.push_back(writer_.load(Op::coordinate_x, 0));
        add_operation();
    }

    void add_operation() {
        Op op;
        do op = static_cast<Op>(pick(static_cast<int>(Op::count_)));
        while (operation_info(op).access);
        std::array<Operand, max_inputs> in;
        for (Operand& each : in) each = operand();
        const auto out = writer_.ops(op, {in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7]});
        for (int i = 0; i < operation_info(op).outputs; ++i)
            values_.push_back(out[static_cast<size_t>(i)]);
    }

    std::mt19937 random_;
    ProgramWriter writer_;
    std::vector<Operand> values_;
    int reductions_ = 0;
};

TEST_P(MachineCodeParity, RandomProgramsAgree) {
    const std::vector<Buffer> buffers = RandomProgram::buffers();
    for (uint32_t seed = 1; seed <= repeats(1000u); ++seed) {
        const PointProgram program = RandomProgram(seed).take();
        const PreparedProgram joined(program, buffers, code), apart(program, buffers, loops);
        ASSERT_LE(joined.steps().size(), apart.steps().size());
        ASSERT_TRUE(same(joined, apart, seed, Data::unit)) << "seed " << seed;
        ASSERT_TRUE(same(joined, apart, seed, Data::light)) << "seed " << seed;
        // Reordered instructions of one of these programs need one row more than twice as many.
        const int most = 2 * most_live_values(program) + 1;
        ASSERT_LE(joined.scratch_floats(), static_cast<size_t>(most * strip_pixels)) << seed;
        ASSERT_LE(apart.scratch_floats(), static_cast<size_t>(most * strip_pixels)) << seed;
    }
}

TEST_P(MachineCodeParity, RandomProgramsAgreeWithShortRows) {
    const std::vector<Buffer> buffers = RandomProgram::buffers();
    for (const int row : {block_floats, 5 * block_floats}) {
        for (uint32_t seed = 1; seed <= repeats(200u); ++seed) {
            const PointProgram program = RandomProgram(seed).take();
            const PreparedProgram whole(program, buffers, loops),
                joined(program, buffers, code, nullptr, row),
                apart(program, buffers, loops, nullptr, row);
            EXPECT_EQ(apart.scratch_floats() * strip_pixels,
                      whole.scratch_floats() * static_cast<size_t>(row));
            ASSERT_TRUE(same(whole, joined, seed, Data::unit, row)) << "seed " << seed;
            ASSERT_TRUE(same(whole, apart, seed, Data::unit, row)) << "seed " << seed;
        }
    }
}

PointProgram selections(int rows, int numbers, bool uniform) {
    ProgramWriter program;
    std::vector<Operand> row;
    for (int i = 0; i < rows; ++i) row.push_back(program.load(Op::load_core, i));
    Operand sum = row[0];
    for (int i = 0; i < numbers; ++i) {
        const Operand number =
            uniform ? Operand::uniform(i % uniforms_used) : Operand::constant(0.1f + 0.01f * i);
        const Operand less = program.op(Op::less, {sum, row[static_cast<size_t>(i % rows)]});
        sum = program.op(Op::select, {less, number, sum});
    }
    for (const Operand& each : row) sum = program.op(Op::add, {sum, each});
    program.store(Op::store_core, 0, sum);
    return program.take();
}

TEST_P(MachineCodeParity, CompilesSelectionsWithScarceRegisters) {
    for (const bool uniform : {false, true}) {
        for (int rows = 2; rows <= 50; rows += 3) {
            for (const int numbers : {1, 2, 5, 20}) {
                const PointProgram program = selections(rows, numbers, uniform);
                const PreparedProgram joined(program, {}, code), apart(program, {}, loops);
                EXPECT_LT(joined.steps().size(), apart.steps().size()) << rows << ' ' << numbers;
                EXPECT_TRUE(same(joined, apart, 7, Data::around_zero)) << rows << ' ' << numbers;
            }
        }
    }
}

// Returns the difference of quotients of numbers with positive, zero, negative and unknown lower
// bounds, each mixed with 0.
PointProgram bounded_quotients() {
    ProgramWriter program;
    const Operand x = program.load(Op::load_core, 0), y = program.load(Op::load_core, 1);
    const Operand z = program.load(Op::load_core, 2);
    const auto bounded = [&](Operand number, float least) {
        return program.op(Op::max, {number, Operand::constant(least)});
    };
    const auto both = program.op(Op::multiply, {bounded(y, 1e-6f), bounded(z, 1e-4f)});
    const auto underflows = program.op(Op::multiply, {bounded(y, 1e-30f), bounded(z, 1e-30f)});
    Operand sum = x;
    for (const Operand& divisor : {both, underflows, bounded(y, 0), bounded(y, -1), y}) {
        const Operand quotient = program.op(Op::divide, {x, divisor});
        const Operand faded = program.op(Op::mix, {quotient, Operand::constant(0), z});
        sum = program.op(Op::subtract, {sum, faded});
    }
    program.store(Op::store_core, 0, sum);
    return program.take();
}

TEST_P(MachineCodeParity, QuotientsOfBoundedNumbersAgree) {
    const PointProgram program = bounded_quotients();
    const PreparedProgram joined(program, {}, code), apart(program, {}, loops);
    for (const Data data : kinds_of_data) {
        for (uint32_t seed = 1; seed <= 20; ++seed) {
            EXPECT_TRUE(same(joined, apart, seed, data))
                << "data " << static_cast<int>(data) << ", seed " << seed;
        }
    }
}

// Gamut mapping to a peak of 1, and encoding for a screen.
PointProgram encoded_color() {
    ProgramWriter program;
    const Operand one = Operand::constant(1), softness = Operand::constant(0.2f);
    const auto light =
        program.ops(Op::gamut_map, {program.load(Op::load_core, 0), program.load(Op::load_core, 1),
                                    program.load(Op::load_core, 2), one, softness});
    for (int i = 0; i < 3; ++i)
        program.store(Op::store_core, i,
                      program.op(Op::bt1886_encode, {light[static_cast<size_t>(i)]}));
    return program.take();
}

TEST_P(MachineCodeParity, EncodingsOfLimitedLightShareALoopForEightBits) {
    const PointProgram program = encoded_color();
    const auto prepared = [&](const InstructionSet& set, Precision precision) {
        return PreparedProgram(program, {}, set, nullptr, strip_pixels, precision);
    };
    const PreparedProgram joined = prepared(code, Precision::of_8_bits);
    const PreparedProgram apart = prepared(loops, Precision::of_8_bits);
    EXPECT_EQ(joined.steps().size(), 2u);
    EXPECT_EQ(apart.steps().size(), 4u);
    EXPECT_EQ(prepared(code, Precision::full).steps().size(), 4u);
    for (const Data data : kinds_of_data) {
        for (uint32_t seed = 1; seed <= 20; ++seed) {
            EXPECT_TRUE(same(joined, apart, seed, data))
                << "data " << static_cast<int>(data) << ", seed " << seed;
        }
    }
}

PointProgram sines(int count) {
    ProgramWriter program;
    Operand x = program.load(Op::load_core, 0);
    for (int i = 0; i < count; ++i) x = program.op(Op::sin, {x});
    program.store(Op::store_core, 0, x);
    return program.take();
}

TEST_P(MachineCodeParity, LongProgramsAreSplitAndTooLongOnesAreNotCompiled) {
    const PreparedProgram cut(sines(300), {}, code), left(sines(4000), {}, code);
    EXPECT_GE(cut.steps().size(), 10u);
    EXPECT_LT(cut.steps().size(), 60u);
    EXPECT_EQ(left.steps().size(), 4000u);
    EXPECT_TRUE(same(cut, PreparedProgram(sines(300), {}, loops), 3, Data::unit));
}

// Returns the number of steps of an output pass, which is lower with machine code. If asmjit
// refuses an instruction, a program has no machine code.
size_t steps_of_output(const Plan& plan, const InstructionSet& set, Precision precision) {
    for (const auto& step : plan.steps) {
        const auto* pass = std::get_if<Pass>(&step);
        if (pass == nullptr || !program_has(pass->epilogue, Op::store_output)) continue;
        return PreparedProgram(pass->epilogue, plan.buffers, set, &plan.input, strip_pixels,
                               precision)
            .steps()
            .size();
    }
    return 0;
}

TEST_P(MachineCodeParity, CodeOfEveryPresetIsAccepted) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_YUV420P10, 64, 36);
    for (const Preset& preset : looped_presets()) {
        tonelift_options options;
        tonelift_options_default(&options);
        options.preset = preset.name;
        const Plan plan = stream_plan(options, in, TONELIFT_FORMAT_YUV420P);
        for (const Precision precision : {Precision::full, Precision::of_8_bits}) {
            EXPECT_LT(steps_of_output(plan, code, precision),
                      steps_of_output(plan, loops, precision))
                << preset.name;
        }
    }
}

size_t mappings() {
    std::ifstream file("/proc/self/maps");
    size_t lines = 0;
    for (std::string line; std::getline(file, line);) ++lines;
    return lines;
}

TEST_P(MachineCodeParity, FreesItsMemory) {
    { const PreparedProgram first(sines(5), {}, code); }
    const size_t before = mappings();
    for (int i = 0; i < 1000; ++i) {
        const PreparedProgram again(sines(5), {}, code);
        ASSERT_EQ(again.steps().size(), 1u);
    }
    EXPECT_LE(mappings(), before + 4);
}

TEST_P(MachineCodeParity, CopiesShareTheCode) {
    auto first = std::make_unique<PreparedProgram>(sines(5), std::span<const Buffer>{}, code);
    const PreparedProgram copy = *first;
    first.reset();
    EXPECT_TRUE(same(copy, PreparedProgram(sines(5), {}, loops), 3, Data::unit));
}

TEST_P(MachineCodeParity, CompilesOnSeveralThreadsAtOnce) {
    const std::vector<Buffer> buffers = RandomProgram::buffers();
    std::array<bool, 4> good{};
    std::vector<std::thread> threads;
    for (size_t thread = 0; thread < good.size(); ++thread) {
        threads.emplace_back([&, thread] {
            good[thread] = true;
            for (uint32_t seed = 1; seed <= 20; ++seed) {
                const PointProgram program = RandomProgram(seed).take();
                const PreparedProgram joined(program, buffers, code),
                    apart(program, buffers, loops);
                good[thread] = good[thread] && same(joined, apart, seed, Data::unit);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const bool each : good) EXPECT_TRUE(each);
}

}  // namespace
}  // namespace tonelift::machine_code_test
