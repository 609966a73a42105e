// SPDX-License-Identifier: BSD-2-Clause
// Tests that some tuning numbers change the kernel launches of a plan.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "kernels/cuda/launch/core_calls.h"
#include "kernels/gpu/plan_calls.h"
#include "kernels/pack/output_cuda_parameters.h"
#include "tests/support/api_stream.h"
#include "tests/support/stream_plan.h"

namespace tonelift::cuda::tuning_calls_test {
namespace {

constexpr DeviceLimits device = {132, 227 << 10, 228 << 10, 9, 0, 60 << 20};

struct Pixels {
    int width = 1920;
    int height = 1080;
};

Plan plan_of(const std::string& reduction, const std::string& arguments = "",
             const Pixels& size = {}) {
    const std::string script =
        "plane l = lightness(input);\n"
        "float m = " +
        reduction + "(l" + arguments +
        ");\n"
        "plane e = recursive_edge(l * m, l, 8, 0.2, 2);\n"
        "float n = " +
        reduction + "(e" + arguments +
        ");\n"
        "output input * (m + 0.1 * n + 0.01 * e);";
    return script_plan(script, default_options(),
                       hdr10_video(TONELIFT_FORMAT_P010, size.width, size.height),
                       TONELIFT_FORMAT_NV12);
}

bool same_launch(const KernelCall& a, const KernelCall& b) {
    return a.kernel == b.kernel && a.grid.x == b.grid.x && a.grid.y == b.grid.y &&
           a.block.x == b.block.x && a.block.y == b.block.y && a.blocks.most == b.blocks.most &&
           a.parameters == b.parameters;
}

bool same_launches(const PlanCalls& a, const PlanCalls& b) {
    for (size_t step = 0; step < a.passes.size(); ++step) {
        for (size_t i = 0; i < a.passes[step].size(); ++i) {
            if (!same_launch(a.passes[step][i].call, b.passes[step][i].call)) return false;
        }
    }
    return true;
}

std::vector<uint32_t> partials(const PlanCalls& calls) {
    std::vector<uint32_t> counts;
    for (const PlacedReduction& reduction : calls.reductions.reductions)
        counts.push_back(reduction.partials);
    return counts;
}

template <typename Differs>
std::vector<std::string> numbers_that(const Differs& differs) {
    std::vector<std::string> names;
    for (const TuningNumber& number : tuning_numbers()) {
        const bool any = std::any_of(number.values.begin(), number.values.end(), [&](int value) {
            Tuning tuning;
            tuning.*number.place = value;
            return differs(tuning);
        });
        if (any) names.emplace_back(number.name);
    }
    return names;
}

TEST(TuningCalls, ChangeLaunches) {
    const Plan plan = plan_of("percentile", ", 50");
    const PlanCalls shipped(plan, core_calls, device);
    const auto changed = numbers_that([&](const Tuning& tuning) {
        return !same_launches(shipped, PlanCalls(plan, core_calls, device, tuning));
    });
    EXPECT_EQ(changed,
              (std::vector<std::string>{"point_blocks", "point_rows", "output_blocks",
                                        "output_rows", "edge_light_operations", "edge_row_threads",
                                        "edge_reducing_blocks", "edge_prefetch_part"}));
}

std::vector<std::string> moving(const Plan& plan) {
    const auto shipped = partials(PlanCalls(plan, core_calls, device));
    return numbers_that([&](const Tuning& tuning) {
        return partials(PlanCalls(plan, core_calls, device, tuning)) != shipped;
    });
}

TEST(TuningCalls, DoNotChangeTheOrderOfSums) {
    EXPECT_FALSE(moving(plan_of("percentile", ", 50")).empty()) << "counts may be added in any way";
    for (const char* reduction : {"mean", "log_mean", "variance"})
        EXPECT_TRUE(moving(plan_of(reduction)).empty()) << reduction;
}

KernelCall output_call_of(const Plan& plan, int frames) {
    return PlanCalls(plan, core_calls, device, {}, frames).passes.back().back().call;
}

OutputParameters parameters_of(const KernelCall& output) {
    OutputParameters parameters{};
    std::memcpy(&parameters, output.parameters.data(), sizeof parameters);
    return parameters;
}

OutputParameters output_of(const Plan& plan, int frames) {
    return parameters_of(output_call_of(plan, frames));
}

int rows_of_output(const Plan& plan, int frames) { return output_of(plan, frames).rows; }

TEST(TuningCalls, BandsOfOutputAreTallerInLargeBatches) {
    const Plan plan = plan_of("percentile", ", 50");
    EXPECT_EQ(rows_of_output(plan, 1), 4);
    EXPECT_EQ(rows_of_output(plan, 32), 4);
    EXPECT_EQ(rows_of_output(plan, 64), 8);
    EXPECT_EQ(rows_of_output(plan, 256), 32);
}

TEST(TuningCalls, WarpsOfOutputAlternateInShortBands) {
    Plan plan = plan_of("percentile", ", 50");
    EXPECT_EQ(output_of(plan, 1).band_rows, 4);
    EXPECT_EQ(output_of(plan, 256).band_rows, 8);
    plan.output.chroma_location = TONELIFT_CHROMA_TOPLEFT;
    const OutputParameters sited = output_of(plan, 256);
    EXPECT_EQ(sited.band_rows, sited.rows);
}

TEST(TuningCalls, LowBlocksEndALargeSingleFrame) {
    for (const int height : {2160, 2158, 4320}) {
        const KernelCall call =
            output_call_of(plan_of("percentile", ", 50", {2 * height, height}), 1);
        const OutputParameters p = parameters_of(call);
        const int tall = output_warps * p.rows, low = output_warps * p.low_rows;
        const int low_blocks = static_cast<int>(call.grid.y) - p.tall_blocks;
        EXPECT_EQ(call.kernel, "output_split_u8");
        EXPECT_EQ(p.rows, output_tall_rows);
        EXPECT_EQ(p.low_rows, output_low_rows);
        EXPECT_EQ(ceil_divide(height - p.tall_blocks * tall, low), low_blocks) << height;
    }
}

TEST(TuningCalls, BlocksOfBatchesAndSmallFramesHaveOneHeight) {
    const Plan large = plan_of("percentile", ", 50", {3840, 2160}), usual = plan_of("mean");
    for (const auto& [plan, frames] : {std::pair(&large, 2), {&large, 64}, {&usual, 1}}) {
        const KernelCall call = output_call_of(*plan, frames);
        EXPECT_EQ(call.kernel, "output_between_u8");
        EXPECT_EQ(parameters_of(call).tall_blocks, static_cast<int>(call.grid.y));
    }
    Plan sited = large;
    sited.output.chroma_location = TONELIFT_CHROMA_TOPLEFT;
    EXPECT_EQ(output_of(sited, 1).low_rows, output_of(sited, 1).rows);
}

}  // namespace
}  // namespace tonelift::cuda::tuning_calls_test
