// SPDX-License-Identifier: BSD-2-Clause
#include "tests/vulkan/like_cpu.h"

#include "tests/support/difference.h"
#include "tests/support/test_plans.h"
#include "tests/vulkan/plan_run.h"
#include "tests/vulkan/validator.h"

namespace tonelift::test {
namespace {

double unit_of(const Format& format) {
    return format.sample == Sample::F32 ? 1.0 / 255 : static_cast<double>(1 << (format.depth - 8));
}

}  // namespace

void expect_like_cpu(Compute& device, const Plan& plan, const std::string& what, Samples samples) {
    SCOPED_TRACE(what);
    TestPicture in(plan.input), expected(plan.output), actual(plan.output);
    samples == Samples::legal ? in.fill_legal(7) : in.fill_hostile(7);
    run_frame(plan, in, expected, 1, {test_peaks[0], test_peaks[1]});
    PlanRun run(device, plan, {test_peaks[0], test_peaks[1]});
    run.run(in, actual);
    for (const auto& module : run.modules()) EXPECT_EQ(faults_of(module), "");
    EXPECT_TRUE(actual.padding_untouched());
    const Difference found = difference(expected, actual, unit_of(*plan.output.format));
    EXPECT_LE(found.share_beyond_one(), 0.001);
    EXPECT_EQ(found.beyond_two, 0) << "worst " << found.worst;
}

}  // namespace tonelift::test
