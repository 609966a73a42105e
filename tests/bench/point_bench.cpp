// SPDX-License-Identifier: BSD-2-Clause
//
// Speed of point programs on one core: every operation over a strip that lies in the first cache,
// loads and stores included, in nanoseconds of CPU time a pixel.
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>
#include <vector>

#include "kernels/cpu/memory.h"
#include "kernels/point/evaluate.h"
#include "kernels/point/point.h"

namespace tonelift {
namespace {

constexpr int most_inputs = 8;

// out = op(in...) over rows; the inputs from `uniform` on are numbers of the strip.
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

void one_operation(benchmark::State& state, Op op, int uniform) {
    const OneOperation operation(op, uniform);
    for (auto _ : state) {
        operation.run();
        benchmark::ClobberMemory();
    }
    const double pixels = static_cast<double>(state.iterations()) * strip_pixels;
    state.counters["ns/px"] = benchmark::Counter(
        pixels * 1e-9, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// Colors come with numbers that all pixels share.
void register_operations() {
    for (int i = 0; i < static_cast<int>(Op::count_); ++i) {
        const Op op = static_cast<Op>(i);
        const OperationInfo& info = operation_info(op);
        if (info.access) continue;
        const int uniform =
            op == Op::dot3 || (info.inputs > 3 && op != Op::relight) ? 3 : info.inputs;
        benchmark::RegisterBenchmark(info.name, [op, uniform](benchmark::State& state) {
            one_operation(state, op, uniform);
        });
    }
}

}  // namespace
}  // namespace tonelift

int main(int argc, char** argv) {
    tonelift::register_operations();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
