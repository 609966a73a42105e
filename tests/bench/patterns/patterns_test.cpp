// SPDX-License-Identifier: BSD-2-Clause
// Tests every benchmark kernel in the PTX interpreter: its results are correct, and it accesses no
// memory out of bounds.
#include <gtest/gtest.h>

#include "kernels/executor.h"
#include "tests/bench/patterns/patterns.h"
#include "tests/cuda/interpreted_device.h"

namespace tonelift::patterns {
namespace {

class Patterns : public testing::TestWithParam<Pattern> {
  protected:
    InterpretedDevice interpreted_;
    Settings settings_{{44, 36, 2}, {1, 4, 9}, 1, 0};
};

TEST_P(Patterns, AgreeWithTheCpu) {
    Lab lab(open_cuda_device({}), settings_);
    GetParam().run(lab);
    EXPECT_EQ(InterpretedDevice::fault(), "");
    EXPECT_TRUE(lab.failures().empty());
    EXPECT_GE(lab.rows().size(), 3u);
}

INSTANTIATE_TEST_SUITE_P(All, Patterns, testing::ValuesIn(all_patterns),
                         [](const auto& with) { return std::string(with.param.name); });

TEST(Lab, WrongVariantIsNotMeasured) {
    const InterpretedDevice interpreted;
    Lab lab(open_cuda_device({}), {{8, 4, 1}, {}, 1, 0});
    const Planes in = lab.planes(Pixel::word), out = lab.planes(Pixel::word);
    in.fill([](int x, int y) { return x + y; });
    const Samples expected = samples_of(lab.size(), [](int x, int y) { return x * y; });
    lab.compare("sum", 0, {variant_of("copy", out, expected, 0, [&] { out.copy(in); })});
    EXPECT_TRUE(lab.rows().empty());
    EXPECT_EQ(lab.failures().size(), 1u);
}

}  // namespace
}  // namespace tonelift::patterns
