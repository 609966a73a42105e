// SPDX-License-Identifier: BSD-2-Clause
//
// Measures the operations of point programs on one core, with every instruction set of this
// machine. Each operation, with its loads and stores, processes a strip that fits in the
// first-level cache. The unit is nanoseconds of CPU time per pixel.
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>
#include <vector>

#include "kernels/cpu/memory.h"
#include "kernels/evaluate.h"
#include "kernels/point/point.h"
#include "tests/support/on_target.h"

namespace tonelift {
namespace {

constexpr int most_inputs = 8;

void report_pixels(benchmark::State& state) {
    using benchmark::Counter;
    const double pixels = static_cast<double>(state.iterations()) * strip_pixels;
    state.counters["ns/px"] = Counter(pixels * 1e-9, Counter::kIsRate | Counter::kInvert);
}

class OneOperation {
  public:
    OneOperation(Op op, int uniform) : at_(most_inputs + max_outputs) {
        const OperationInfo& info = operation_info(op);
        unsigned mask = 0;
        for (int i = 0; i < info.inputs; ++i) {
            step_.in[i] = static_cast<uint16_t>(i);
            step_.varies[i] = i < uniform ? ~0u : 0u;
            if (i >= uniform) mask |= 1u << i;
        }
        for (int i = 0; i < info.outputs; ++i)
            step_.out[i] = static_cast<uint16_t>(most_inputs + i);
        step_.loop = find_loop(op, mask);
        for (size_t i = 0; i < at_.size(); ++i) {
            rows_.emplace_back(strip_pixels);
            at_[i] = rows_.back().data();
            for (int k = 0; k < strip_pixels; ++k) {
                rows_.back()[k] =
                    0.05f + 0.9f * std::fabs(std::sin(0.37f * static_cast<float>(k * (i + 1))));
            }
        }
    }
    void run() const { step_.loop(step_, {at_.data(), strip_pixels, 0, 0}); }

  private:
    PointStep step_;
    std::vector<Aligned<float>> rows_;
    std::vector<void*> at_;
};

void lookup(benchmark::State& state, int64_t target) {
    const OnTarget on(target);
    Aligned<float> x(strip_pixels), table(curve_entries), out(strip_pixels);
    for (int i = 0; i < strip_pixels; ++i)
        x[i] = 0.5f + 0.4f * std::sin(0.02f * static_cast<float>(i));
    void* at[] = {x.data(), table.data(), out.data()};
    PointStep step;
    step.in = {0, 1};
    step.varies = {~0u};
    step.out = {2};
    step.loop = find_loop(InstructionSet().has_quick_gathers() ? MemoryLoop::lookup_by_gathers
                                                               : MemoryLoop::lookup);
    for (auto _ : state) {
        step.loop(step, {at, strip_pixels, 0, 0});
        benchmark::ClobberMemory();
    }
    report_pixels(state);
}

void one_operation(benchmark::State& state, int64_t target, Op op, int uniform) {
    const OnTarget on(target);
    const OneOperation operation(op, uniform);
    for (auto _ : state) {
        operation.run();
        benchmark::ClobberMemory();
    }
    report_pixels(state);
}

void register_operations(int64_t target) {
    const std::string prefix = std::string(hwy::TargetName(target)) + "/";
    benchmark::RegisterBenchmark((prefix + "lookup").c_str(), lookup, target);
    for (int i = 0; i < static_cast<int>(Op::count_); ++i) {
        const Op op = static_cast<Op>(i);
        const OperationInfo& info = operation_info(op);
        if (info.access) continue;
        const int uniform =
            op == Op::dot3 || (info.inputs > 3 && op != Op::relight) ? 3 : info.inputs;
        benchmark::RegisterBenchmark((prefix + info.name).c_str(), one_operation, target, op,
                                     uniform);
    }
}

}  // namespace
}  // namespace tonelift

int main(int argc, char** argv) {
    for (const int64_t target : tonelift::all_targets()) tonelift::register_operations(target);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
