// SPDX-License-Identifier: BSD-2-Clause
// Tests that sums and histograms on Vulkan agree with their definitions (Reduction in
// kernels/pass.h).
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/test_plans.h"
#include "tests/vulkan/plan_run.h"

namespace tonelift::reductions_test {
namespace {

constexpr ReductionKind kinds[] = {ReductionKind::sum,         ReductionKind::sum_of_squares,
                                   ReductionKind::minimum,     ReductionKind::maximum,
                                   ReductionKind::sum_of_logs, ReductionKind::histogram};

Plan reducing_plan(const Picture& picture) {
    Plan plan = empty_plan(picture, picture);
    ProgramWriter program;
    const Operand luma = program.load(Op::load_input, 0);
    for (const ReductionKind kind : kinds) plan.reductions.push_back({kind, true, 1});
    for (int i = 0; i < 3; ++i) plan.reductions.push_back({ReductionKind::histogram, i != 1, 1});
    for (int i = 0; i < static_cast<int>(plan.reductions.size()); ++i)
        program.store(Op::reduce, i, luma);
    program.store(Op::store_output, 0, luma);
    plan.steps.emplace_back(point_pass(picture, program.take()));
    return plan;
}

std::vector<float> values_of(const TestPicture& picture) {
    std::vector<float> values;
    for (int y = 0; y < picture.height(0); ++y) {
        for (int x = 0; x < picture.width(0); ++x)
            values.push_back(static_cast<float>(picture.code(0, x, y)) * (1.0f / 65535));
    }
    return values;
}

class VulkanReductions : public testing::Test {
  protected:
    VulkanReductions() { in_.fill_legal(3); }
    void SetUp() override {
        run_.run(in_, out_);
        values_ = values_of(in_);
    }

    template <typename T>
    const T* of(size_t reduction) const {
        const PlacedReduction& placed = run_.calls().reductions.reductions[reduction];
        return reinterpret_cast<const T*>(run_.reductions().host + placed.offset);
    }
    double sum_of(size_t reduction) const {
        double sum = 0;
        for (uint32_t i = 0; i < run_.calls().reductions.reductions[reduction].partials; ++i)
            sum += of<double>(reduction)[i];
        return sum;
    }
    template <typename F>
    double expected_sum(const F& f) const {
        double sum = 0;
        for (const float value : values_) sum += f(double{value});
        return sum;
    }

    test::Compute& device_ = test::shared_device();
    Plan plan_ = reducing_plan(make_picture("gray16le", 301, 143, true));
    TestPicture in_{plan_.input}, out_{plan_.output};
    test::PlanRun run_{device_, plan_};
    std::vector<float> values_;
};

TEST_F(VulkanReductions, SumsEqualTheDefinition) {
    const double pixels = static_cast<double>(values_.size());
    EXPECT_NEAR(sum_of(0), expected_sum([](double v) { return v; }), 1e-7 * pixels);
    EXPECT_NEAR(sum_of(1), expected_sum([](double v) { return v * v; }), 1e-7 * pixels);
    EXPECT_NEAR(sum_of(4), expected_sum([](double v) { return std::log(std::max(v, 1e-6)); }),
                1e-6 * pixels);
}

TEST_F(VulkanReductions, ExtremesEqualTheDefinition) {
    const auto [low, high] = std::minmax_element(values_.begin(), values_.end());
    EXPECT_FLOAT_EQ(from_extreme_key(*of<uint32_t>(2), true), *low);
    EXPECT_FLOAT_EQ(from_extreme_key(*of<uint32_t>(3), false), *high);
}

TEST_F(VulkanReductions, HistogramsEqualTheDefinition) {
    std::vector<uint32_t> linear(histogram_bins), by_key(histogram_bins);
    for (const float value : values_) {
        ++linear[std::min(static_cast<size_t>(value * histogram_bins), linear.size() - 1)];
        ++by_key[sortable_key(value) >> 22];
    }
    for (const size_t reduction : {5, 6, 7, 8}) {
        const std::vector<uint32_t>& expected = reduction == 7 ? by_key : linear;
        const auto* actual = of<uint32_t>(reduction);
        for (size_t bin = 0; bin < expected.size(); ++bin)
            ASSERT_EQ(actual[bin], expected[bin]) << "bin " << bin << " of " << reduction;
    }
}

}  // namespace
}  // namespace tonelift::reductions_test
