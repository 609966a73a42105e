// SPDX-License-Identifier: BSD-2-Clause
// Tests smoothing=shot on a device: exposures agree with the CPU's exposures. Tests with `Small` in
// their names also run in the PTX interpreter.
#include "kernels/error.h"
#include "kernels/executor.h"
#include "tests/api/shot_film.h"

namespace tonelift::gpu_shot_test {
namespace {

class GpuShots : public Shots {
  protected:
    void SetUp() override {
        Shots::SetUp();
        try {
            open_cuda_device({});
        } catch (const Error& error) {
            GTEST_SKIP() << error.what();
        }
    }

    void expect_the_same(const Film& film, const Calls& calls) {
        options_.device = "cpu";
        const std::vector<double> expected = shown(film, options_),
                                  with_file = shown_with_file(film);
        options_.device = "cuda";
        expect_near(shown(film, options_, calls), expected);
        expect_near(shown_with_file(film, calls), with_file);
    }

    static void expect_near(const std::vector<double>& made, const std::vector<double>& expected) {
        ASSERT_EQ(made.size(), expected.size());
        for (size_t i = 0; i < made.size(); ++i) {
            EXPECT_NEAR(made[i], expected[i], 1e-5) << i;
            if (i > 0 && expected[i] == expected[i - 1]) {
                EXPECT_EQ(made[i], made[i - 1]) << i;
            }
        }
    }
};

TEST_F(GpuShots, SmallFramesEqualThoseOfTheCpu) {
    const Film film = still(4, 0.2) + still(1, 0.6) + still(3, 0.21) + ramped(6, {0.5}, {0.6});
    for (const int batch : {1, 5}) expect_the_same(film, {.batch = batch});
}

TEST_F(GpuShots, EqualThoseOfTheCpu) {
    const Film film = still(60, 0.2) + still(2, 0.6) + ramped(90, {0.2}, {0.5}) +
                      ramped(24, {0.5}, {0.5, 0.05}) + black(5) + still(30, 0.4);
    for (const int batch : {1, 7, 64}) expect_the_same(film, {.batch = batch});
}

}  // namespace
}  // namespace tonelift::gpu_shot_test
