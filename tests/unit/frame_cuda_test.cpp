// SPDX-License-Identifier: BSD-2-Clause
// Tests that the work which runs once per frame gives the same results on the CPU, in device code,
// and in the plain version.
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <random>
#include <set>
#include <span>

#include "kernels/cpu/frame_values.h"
#include "kernels/error.h"
#include "tests/oracle/plain_frame.h"
#include "tests/support/frame_device.h"
#include "tests/support/program_writer.h"

namespace tonelift::cuda::frame_cuda_test {
namespace {

constexpr unsigned seed = 20261121;
double total(const std::vector<double>& parts) {
    double sum = 0;
    for (double part : parts) sum += part;
    return sum;
}

class OnCpu {
    CpuThreads threads_{1, {}};

  public:
    explicit OnCpu(const Plan& plan)
        : context(plan, threads_),
          values(context),
          own_context_(plan, threads_),
          own_stream_(plan, own_context_.set),
          own_(own_context_, own_stream_) {}

    void run(Batch& batch, const std::vector<Measured>& measured, size_t i) {
        record.emplace_back();
        run(context, values, batch, measured[i], i, &record.back());
        FrameState state;
        run(own_context_, own_, batch, measured[i], i, &state);
        expect_equal_bits({context.uniforms.data(), context.uniforms.size()},
                          {own_context_.uniforms.data(), context.uniforms.size()}, "uniforms");
        expect_equal_bits(record.back().states, state.states, "states");
        for (size_t t = 0; t < context.tables.size(); ++t)
            expect_equal_tables(context.tables[t], own_context_.tables[t]);
    }

    void continue_from(const OnCpu& previous) {
        values.continue_from(previous.values);
        own_stream_.continue_from(previous.own_stream_);
    }

    float uniform(int i) const {
        return context.uniforms.data()[static_cast<ptrdiff_t>(i) * block_floats];
    }

    CpuContext context;
    PlainFrameValues values;
    std::vector<FrameState> record;

  private:
    template <typename Values>
    static void run(CpuContext& context, Values& values, Batch& batch, const Measured& measured,
                    size_t i, FrameState* state) {
        const auto result = [&](int r) -> ReductionResult& {
            return context.reductions[static_cast<size_t>(r)];
        };
        values.begin(batch, i);
        for (const auto& [r, bins] : measured.bins) result(r).bins = bins;
        for (const auto& [r, sums] : measured.sums) result(r).value = total(sums);
        for (const auto& [r, value] : measured.extremes) result(r).value = value;
        for (const auto& step : context.plan.steps) values.run(std::get<FrameStep>(step));
        values.end(state);
    }

    static void expect_equal_bits(std::span<const float> expected, std::span<const float> actual,
                                  const char* what) {
        ASSERT_EQ(expected.size(), actual.size()) << what;
        for (size_t i = 0; i < expected.size(); ++i)
            ASSERT_EQ(std::bit_cast<uint32_t>(expected[i]), std::bit_cast<uint32_t>(actual[i]))
                << what << " at " << i << ": " << expected[i] << ", " << actual[i];
    }

    // The CPU evaluates tables with vector instructions, some of which round less often.
    static void expect_equal_tables(const Aligned<float>& expected, const Aligned<float>& actual) {
        for (size_t i = 0; i < expected.size(); ++i)
            ASSERT_NEAR(expected.data()[i], actual.data()[i], 5e-7f) << "table at " << i;
    }

    CpuContext own_context_;
    StreamValues own_stream_;
    FrameValues own_;
};

FrameOperation operation(FrameOp op, int reduction, int result, std::vector<Operand> arguments) {
    FrameOperation operation;
    operation.op = op;
    operation.reduction = reduction;
    operation.result = result;
    operation.arguments = std::move(arguments);
    return operation;
}

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

class PlanWriter {
  public:
    PlanWriter() {
        plan.parameters = 3;
        plan.uniforms = static_cast<int>(FrameUniform::count_) + plan.parameters;
        for (const ReductionKind kind :
             {ReductionKind::histogram, ReductionKind::sum, ReductionKind::minimum,
              ReductionKind::maximum, ReductionKind::sum_of_logs, ReductionKind::histogram}) {
            plan.reductions.push_back({kind, plan.reductions.size() < 4, 1000});
        }
        plan.steps.emplace_back(FrameStep{});
    }

    Operand add(FrameOp op, int reduction, std::vector<Operand> arguments) {
        FrameOperation added = operation(op, reduction, plan.uniforms, std::move(arguments));
        keep_state(added);
        step().push_back(added);
        return Operand::uniform(plan.uniforms++);
    }

    int table(FrameOp op, CurveKind kind, int reduction, std::vector<Operand> arguments) {
        FrameOperation added = operation(op, reduction, -1, std::move(arguments));
        added.curve = kind;
        added.table = plan.tables;
        keep_state(added);
        step().push_back(added);
        return plan.tables++;
    }

    Operand arithmetic(ProgramWriter& program, Operand value) {
        program.store(Op::store_uniform, plan.uniforms, value);
        FrameOperation added;
        added.program = program.take();
        step().push_back(added);
        return Operand::uniform(plan.uniforms++);
    }

    void next_step() { plan.steps.emplace_back(FrameStep{}); }

    Plan plan;

  private:
    std::vector<FrameOperation>& step() {
        return std::get<FrameStep>(plan.steps.back()).operations;
    }

    void keep_state(FrameOperation& added) {
        ++positions_;
        const int states = states_of(added.op, added.curve);
        if (remembers(added.op, added.curve)) added.script_positions = {positions_};
        if (states > 0) added.state = plan.states;
        plan.states += states;
    }

    uint64_t positions_ = 0;
};

Plan plan_of_everything(CurveKind kind) {
    PlanWriter w;
    const auto number = Operand::constant;
    const Operand parameter = Operand::uniform(static_cast<int>(FrameUniform::count_));
    const Operand black =
        w.add(FrameOp::smooth, -1, {w.add(FrameOp::percentile, 0, {number(0.01f)}), number(0.5f)});
    const Operand white =
        w.add(FrameOp::smooth, -1,
              {w.add(FrameOp::percentile, 0, {number(0.99f), number(0.05f)}), parameter});
    w.add(FrameOp::smooth, -1, {Operand::uniform(static_cast<int>(FrameUniform::time)), number(2)});
    w.add(FrameOp::largest, -1, {Operand::uniform(static_cast<int>(FrameUniform::scene_peak))});
    w.add(FrameOp::previous, -1, {Operand::uniform(static_cast<int>(FrameUniform::noise))});
    const Operand distance = w.add(FrameOp::distance, 0, {});
    const Operand change =
        w.add(FrameOp::scene_change, -1,
              {number(0.2f), number(0.9f), distance, w.add(FrameOp::distance, 5, {})});
    const Operand key = w.add(FrameOp::percentile, 5, {number(0.3f)});
    const Operand before = w.add(FrameOp::previous, -1, {white});
    ProgramWriter sum;
    const Operand both = w.arithmetic(sum, sum.op(Op::add, {black, before}));
    w.table(FrameOp::curve, kind, 0,
            {black, white, number(0.02f), number(0.58f), both, key, number(0.3f)});
    w.next_step();
    const Operand mean = w.add(FrameOp::mean, 1, {});
    w.add(FrameOp::log_mean, 4, {});
    w.add(FrameOp::sum, 1, {});
    w.add(FrameOp::minimum, 2, {});
    w.add(FrameOp::maximum, 3, {});
    w.add(FrameOp::entropy, 0, {});
    w.add(FrameOp::scene_change, -1, {mean, number(1.5f), distance});
    ProgramWriter lookup;
    const Operand found = w.arithmetic(lookup, lookup.lookup(0, mean));
    w.add(FrameOp::smooth, -1, {found, change});
    w.table(FrameOp::histogram, {}, 0, {});
    w.table(FrameOp::curve, CurveKind::spline, -1,
            {found, white, number(0), number(0.5f), number(0), number(0)});
    w.next_step();
    w.add(FrameOp::largest, -1, {mean});
    return w.plan;
}

std::vector<uint32_t> random_bins(std::mt19937& random) {
    std::vector<uint32_t> bins(histogram_bins);
    const uint32_t sparse = 1 + random() % 40, center = random() % histogram_bins;
    for (uint32_t i = 0; i < histogram_bins; ++i) {
        const uint32_t away = i > center ? i - center : center - i;
        if (random() % sparse == 0) bins[i] = random() % (1 + 100000 / (1 + away));
    }
    return bins;
}

Measured random_frame(std::mt19937& random, const Plan& plan) {
    std::uniform_real_distribution<float> unit(0, 1);
    Measured measured;
    for (size_t i = 0; i < plan.reductions.size(); ++i) {
        const int r = static_cast<int>(i);
        switch (plan.reductions[i].kind) {
            case ReductionKind::histogram:
                measured.bins[r] = random_bins(random);
                break;
            case ReductionKind::minimum:
            case ReductionKind::maximum:
                measured.extremes[r] = 4 * unit(random) - 2;
                break;
            default:
                for (size_t k = 0; k < partials; ++k)
                    measured.sums[r].push_back(unit(random) * (random() % 2 == 0 ? 20 : 1e6));
        }
    }
    return measured;
}

Batch random_batch(std::mt19937& random, size_t frames, const Plan& plan) {
    Batch batch;
    batch.input.resize(frames);
    batch.output.resize(frames);
    for (size_t i = 0; i < frames; ++i) {
        const float seconds = random() % 9 == 0 ? nan : 0.02f;
        const auto peak = static_cast<float>(random() % 1000);
        const auto noise = static_cast<float>(random() % 65536);
        batch.times.push_back({static_cast<float>(i), seconds, random() % 7 == 0, peak, noise});
    }
    batch.parameters = {1000, 203};
    for (int i = 0; i < plan.parameters; ++i) {
        batch.parameters.push_back(0.25f * static_cast<float>(i + 1));
    }
    return batch;
}

void expect_same(float device, float cpu, const std::string& what) {
    if (std::bit_cast<uint32_t>(device) == std::bit_cast<uint32_t>(cpu)) return;
    EXPECT_NEAR(device, cpu, 1e-6f * (1 + std::abs(cpu))) << what;
}

void run_and_compare(OnCpu& cpu, OnDevice& device, Batch& batch,
                     const std::vector<Measured>& measured) {
    device.run(batch, measured);
    const Plan& plan = cpu.context.plan;
    for (unsigned frame = 0; frame < batch.input.size(); ++frame) {
        cpu.run(batch, measured, frame);
        const std::string where = "frame " + std::to_string(frame) + ", ";
        const float* values = device.values(frame);
        for (int i = 0; i < plan.uniforms; ++i) {
            expect_same(values[i], cpu.uniform(i), where + "uniform " + std::to_string(i));
        }
        const frame::FrameValuesLayout layout = device.steps.layout();
        for (int i = 0; i < plan.states; ++i) {
            expect_same(values[layout.state() + i],
                        cpu.record.back().states[static_cast<size_t>(i)],
                        where + "state " + std::to_string(i));
        }
        for (int t = 0; t < plan.tables; ++t) {
            const auto& table = cpu.context.tables[static_cast<size_t>(t)];
            for (int i = 0; i < curve_entries; ++i) {
                const frame::TableLine& line = device.table(frame, t)[i];
                const float x = static_cast<float>(i) / (curve_entries - 1);
                ASSERT_NEAR(line.at(x), table.data()[i], 1e-4f)
                    << where << "table " << t << " at " << i;
            }
        }
    }
}

TEST(FrameStepsOnCuda, AgreeWithTheCpuForEveryBatch) {
    std::mt19937 random(seed);
    for (int kind = 0; kind <= static_cast<int>(CurveKind::clip); ++kind) {
        const Plan plan = plan_of_everything(static_cast<CurveKind>(kind));
        OnCpu cpu(plan);
        OnDevice device(plan, 20);
        for (const size_t frames : {1u, 3u, 20u, 1u, 17u}) {
            SCOPED_TRACE("curve " + std::to_string(kind) + ", seed " + std::to_string(seed));
            Batch batch = random_batch(random, frames, plan);
            std::vector<Measured> measured;
            for (size_t i = 0; i < frames; ++i) measured.push_back(random_frame(random, plan));
            run_and_compare(cpu, device, batch, measured);
        }
    }
}

TEST(FrameStepsOnCuda, AcceptEmptyHistogramsAndMissingExtremes) {
    const Plan plan = plan_of_everything(CurveKind::adaptive);
    OnCpu cpu(plan);
    OnDevice device(plan, 2);
    Measured nothing;
    nothing.bins[0] = nothing.bins[5] = std::vector<uint32_t>(histogram_bins);
    nothing.sums[1] = nothing.sums[4] = std::vector<double>(partials);
    std::mt19937 random(seed);
    Batch batch = random_batch(random, 2, plan);
    device.run(batch, {nothing, nothing});
    nothing.extremes = {{2, INFINITY}, {3, -INFINITY}};
    OnCpu expected(plan);
    for (size_t i = 0; i < 2; ++i) {
        expected.run(batch, {nothing, nothing}, i);
        for (int u = 0; u < plan.uniforms; ++u) {
            expect_same(device.values(static_cast<unsigned>(i))[u], expected.uniform(u),
                        "uniform " + std::to_string(u));
        }
    }
}

TEST(FrameStepsOnCuda, ReplayRecordedStates) {
    const Plan plan = plan_of_everything(CurveKind::spline);
    std::mt19937 random(seed);
    OnCpu cpu(plan);
    OnDevice device(plan, 4);
    Batch batch = random_batch(random, 4, plan);
    for (int i = 0; i < 4; ++i) {
        FrameState state;
        for (int s = 0; s < plan.states; ++s) {
            state.states.push_back(0.1f * static_cast<float>(i + s));
        }
        if (i != 2) batch.replay.push_back(state);
        if (i == 2) batch.replay.emplace_back();
    }
    std::vector<Measured> measured;
    for (int i = 0; i < 4; ++i) measured.push_back(random_frame(random, plan));
    run_and_compare(cpu, device, batch, measured);
}

TEST(FrameStepsOnCuda, ContinueWithTheStateOfThePreviousPlan) {
    const Plan plan = plan_of_everything(CurveKind::spline);
    const Plan next = plan_of_everything(CurveKind::adaptive);
    std::mt19937 random(seed);
    OnCpu cpu(plan), cpu_next(next);
    OnDevice device(plan, 4), device_next(next, 2);
    Batch batch = random_batch(random, 3, plan);
    std::vector<Measured> measured;
    for (int i = 0; i < 3; ++i) measured.push_back(random_frame(random, plan));
    const TakenOver taken = taken_over(next, plan);
    EXPECT_TRUE(device_next.steps.continue_from(device.steps, taken).empty())
        << "nothing measured yet";
    run_and_compare(cpu, device, batch, measured);

    cpu_next.continue_from(cpu);
    device_next.forget_states();
    for (const MemoryCopy& copy : device_next.steps.continue_from(device.steps, taken)) {
        std::memcpy(reinterpret_cast<void*>(copy.to), reinterpret_cast<const void*>(copy.from),
                    copy.bytes);
    }
    Batch after = random_batch(random, 2, plan);
    after.times[0].restart = false;
    measured.resize(2);
    run_and_compare(cpu_next, device_next, after, measured);

    EXPECT_TRUE(OnDevice(plan, 2).steps.continue_from(device.steps, {}).empty());
}

TEST(FrameStepsOnCuda, EachFrameHasItsOwnPlanes) {
    const Plan plan = plan_of_everything(CurveKind::spline);
    std::mt19937 random(seed);
    OnDevice device(plan, 18);
    Batch batch = random_batch(random, 18, plan);
    for (size_t i = 0; i < 18; ++i) {
        batch.input[i].data[1] = reinterpret_cast<std::byte*>(1000 + i);
        batch.output[i].pitch[3] = -static_cast<ptrdiff_t>(i);
    }
    device.run(batch, std::vector<Measured>(18, random_frame(random, plan)));
    std::set<DeviceAddress> reductions;
    for (unsigned i = 0; i < 18; ++i) {
        EXPECT_EQ(device.entry(i, entry_input + 1).address, 1000 + i);
        EXPECT_EQ(device.entry(i, entry_output + 3).pitch, -static_cast<long long>(i));
        EXPECT_EQ(device.entry(i, entry_buffers).address, 4096 + 512 * i);
        EXPECT_EQ(device.entry(i, entry_buffers).pitch, 64);
        reductions.insert(device.entry(i, entry_reductions).address);
        if (i == 0) continue;
        EXPECT_EQ(device.entry(i, entry_reductions_before).address,
                  device.entry(i - 1, entry_reductions).address);
    }
    EXPECT_EQ(reductions.size(), 18u);
    EXPECT_FALSE(reductions.contains(device.entry(0, entry_reductions_before).address));
}

TEST(ReductionLayout, ZeroedReductionsComeFirst) {
    const Plan plan = plan_of_everything(CurveKind::spline);
    std::vector<size_t> counts(plan.reductions.size(), 1001);
    const ReductionLayout layout = lay_out_reductions(plan.reductions, counts);
    std::map<uint32_t, uint32_t> ends;
    for (const PlacedReduction& r : layout.reductions) {
        const bool counted = r.kind == ReductionKind::histogram;
        const bool extreme = r.kind == ReductionKind::minimum || r.kind == ReductionKind::maximum;
        const uint32_t bytes = counted ? histogram_bins * 4 : extreme ? 4 : 1001 * 8;
        EXPECT_EQ(r.offset % (extreme ? 4 : 8), 0u);
        ends[r.offset] = r.offset + bytes;
        EXPECT_EQ(r.offset < layout.zeroed, counted || extreme);
        EXPECT_LE(r.offset + bytes, layout.bytes);
    }
    EXPECT_EQ(ends.size(), layout.reductions.size());
    uint32_t last = 0;
    for (const auto& [begin, end] : ends) {
        EXPECT_GE(begin, last);
        last = end;
    }
    EXPECT_EQ(layout.bytes % 256, 0u);
}

TEST(ExtremeKey, KeepsTheOrderAndReservesZero) {
    const std::vector<float> values = {-INFINITY, -65504.0f, -1.0f, -1e-40f, 0.0f,
                                       1e-40f,    1.0f,      65504, INFINITY};
    for (const bool is_minimum : {false, true}) {
        for (size_t i = 0; i < values.size(); ++i) {
            const uint32_t key = extreme_key(values[i], is_minimum);
            EXPECT_GT(key, 0u);
            EXPECT_EQ(from_extreme_key(key, is_minimum), values[i]);
            if (i > 0) {
                EXPECT_EQ(key > extreme_key(values[i - 1], is_minimum), !is_minimum);
            }
        }
    }
}

TEST(FrameProgram, IsAsLongAsItsLongestChain) {
    PlanWriter w;
    for (int i = 0; i < 8; ++i) {
        const Operand p = w.add(FrameOp::percentile, 0, {Operand::constant(0.1f)});
        w.add(FrameOp::smooth, -1, {p, Operand::constant(0.5f)});
    }
    const ReductionLayout layout =
        lay_out_reductions(w.plan.reductions, std::vector<size_t>(w.plan.reductions.size(), 1));
    const auto& step = std::get<FrameStep>(w.plan.steps[0]);
    const frame::FrameProgram program = frame::make_frame_program(step, w.plan, layout, 0);
    ASSERT_EQ(program.phases.size(), 2u);
    EXPECT_EQ(program.phases[0].count, 8);
    EXPECT_EQ(program.phases[0].taken[0], layout.reductions[0].offset);
    EXPECT_EQ(program.phases[0].taken[1], frame::no_reduction);
    EXPECT_EQ(program.phases[1].count, 8);
    EXPECT_EQ(program.phases[1].taken[0], frame::no_reduction);
}

TEST(FrameProgram, WritesEachSlotBeforeItIsRead) {
    PlanWriter w;
    w.plan.reductions.assign(2 * frame::held_histograms + 1,
                             {ReductionKind::histogram, true, 1000});
    for (int r = 0; r < static_cast<int>(w.plan.reductions.size()); ++r) {
        const Operand p = w.add(FrameOp::percentile, r, {Operand::constant(0.1f)});
        w.add(FrameOp::percentile, 0, {p});
        w.add(FrameOp::distance, r, {});
    }
    const ReductionLayout layout =
        lay_out_reductions(w.plan.reductions, std::vector<size_t>(w.plan.reductions.size(), 1));
    const frame::FrameProgram program =
        frame::make_frame_program(std::get<FrameStep>(w.plan.steps[0]), w.plan, layout, 0);
    EXPECT_EQ(program.phases.size(), 6u);
    uint32_t held[frame::held_histograms] = {};
    for (const frame::StepPhase& phase : program.phases) {
        for (int place = 0; place < frame::held_histograms; ++place) {
            if (phase.taken[place] != frame::no_reduction) held[place] = phase.taken[place];
        }
        for (int i = phase.first; i < phase.first + phase.count; ++i) {
            const frame::StepOperation& operation = program.operations[static_cast<size_t>(i)];
            EXPECT_EQ(held[operation.held], operation.reduction) << "operation " << i;
            if (operation.op != FrameOp::distance) continue;
            EXPECT_EQ(held[operation.held_before], operation.reduction | frame::of_frame_before);
        }
    }
}

}  // namespace
}  // namespace tonelift::cuda::frame_cuda_test
