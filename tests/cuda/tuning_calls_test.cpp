// SPDX-License-Identifier: BSD-2-Clause
// Some tuning numbers change the kernel launches of a plan.
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

Plan plan_of(const std::string& reduction, const std::string& arguments = "") {
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
    return script_plan(script, default_options(), hdr10_video(TONELIFT_FORMAT_P010, 1920, 1080),
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

OutputParameters output_of(const Plan& plan, int frames) {
    const PlanCalls calls(plan, core_calls, device, {}, frames);
    const PassCall& output = calls.passes.back().back();
    OutputParameters parameters{};
    std::memcpy(&parameters, output.call.parameters.data(), sizeof parameters);
    return parameters;
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

}  // namespace
}  // namespace tonelift::cuda::tuning_calls_test
