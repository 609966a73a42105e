// SPDX-License-Identifier: BSD-2-Clause
// Tests the polynomials that approximate a function over the small range of colors in a tile.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "kernels/cpu/memory.h"
#include "kernels/point/tile_fit.h"
#include "tests/support/targets.h"

namespace tonelift::tile_fit_test {
namespace {

using Function = std::function<double(double y, double b, double r)>;

class FittedRun {
  public:
    explicit FittedRun(const Function& function, float short_error = 0) : function_(function) {
        fill_inputs();
        for (int i = 0; i < fit_inputs; ++i) find_boxes(input(i), i, run_tiles, boxes_);
        fit(short_error);
    }

    double error(int tile) const { return fits_.error[0][static_cast<size_t>(tile)]; }
    bool is_short(int tile) const { return fits_.is_short[0][static_cast<size_t>(tile)] != 0; }

    double difference(int tile) {
        const std::array<RunRows, fit_inputs> inputs = {input(0), input(1), input(2)};
        const std::array<RunRows, fit_outputs> outputs = {output(0), output(1), output(2)};
        evaluate_fit(boxes_, fits_, tile, tile, inputs, outputs);
        double worst = 0;
        for (int y = 0; y < tile_height; ++y) {
            for (int x = tile * tile_width; x < (tile + 1) * tile_width; ++x) {
                const auto at = [&](int k) { return double(input(k).row(y)[x]); };
                const double exact = function_(at(0), at(1), at(2));
                worst = std::max(worst, std::abs(output(0).row(y)[x] - exact));
            }
        }
        return worst;
    }

    float largest(int tile) const {
        return boxes_.middle[0][static_cast<size_t>(tile)] +
               boxes_.reach[0][static_cast<size_t>(tile)];
    }
    float middle(int tile) const { return boxes_.middle[1][static_cast<size_t>(tile)]; }

  private:
    static constexpr int run = run_pixels * tile_height;
    static constexpr int line = fit_points * run_tiles;

    RunRows input(int i) const { return {memory_.data() + i * run, run_pixels, tile_height}; }
    RunRows output(int i) const { return input(fit_inputs + i); }
    float* point_line(int i) const { return points_.data() + i * line; }

    void fill_inputs() {
        for (int y = 0; y < tile_height; ++y) {
            for (int x = 0; x < run_pixels; ++x) {
                const auto column = static_cast<float>(x), row = static_cast<float>(y);
                input(0).row(y)[x] = 0.2f + 0.001f * column + 0.01f * row;
                input(1).row(y)[x] = 0.1f - 0.002f * row;
                input(2).row(y)[x] = -0.05f + 0.0001f * column;
            }
        }
    }

    void fit(float short_error) {
        place_points(boxes_, run_tiles, std::array{point_line(0), point_line(1), point_line(2)});
        for (int i = 0; i < line; ++i) {
            point_line(3)[i] =
                static_cast<float>(function_(point_line(0)[i], point_line(1)[i], point_line(2)[i]));
        }
        for (int i = 0; i < fit_outputs; ++i)
            fit_tiles(boxes_, run_tiles, point_line(3), i, short_error, fits_);
    }

    Function function_;
    Aligned<float> memory_{size_t{fit_inputs + fit_outputs} * run};
    Aligned<float> points_{size_t{fit_inputs + 1} * line};
    TileBoxes boxes_{};
    TileFits fits_{};
};

TEST(TileFit, EachTileKnowsTheRangeOfItsInputs) {
    for_each_target([] {
        const FittedRun run([](double, double, double) { return 0; });
        EXPECT_FLOAT_EQ(run.largest(0), 0.2f + 0.001f * 15 + 0.01f * 7);
        EXPECT_FLOAT_EQ(run.largest(31), 0.2f + 0.001f * 511 + 0.01f * 7);
        EXPECT_FLOAT_EQ(run.middle(5), 0.1f - 0.002f * 3.5f);
    });
}

void expect_ranges(const RunRows& rows, int tiles) {
    TileBoxes boxes{};
    find_boxes(rows, 2, tiles, boxes);
    for (int tile = 0; tile < tiles; ++tile) {
        float least = 2, most = -2;
        for (int y = 0; y < rows.rows; ++y) {
            const float* const row = rows.row(y) + tile * tile_width;
            least = std::min(least, *std::min_element(row, row + tile_width));
            most = std::max(most, *std::max_element(row, row + tile_width));
        }
        const auto place = static_cast<size_t>(tile);
        ASSERT_EQ(boxes.middle[2][place], 0.5f * (least + most)) << "tile " << tile;
        ASSERT_EQ(boxes.reach[2][place], 0.5f * (most - least)) << "tile " << tile;
    }
}

TEST(TileFit, RangeIsExactForEveryNumberOfTilesAndRows) {
    constexpr int numbers = run_pixels * tile_height;
    Aligned<float> memory(numbers);
    for (int i = 0; i < numbers; ++i)
        memory.data()[i] = static_cast<float>(i * 1237 % numbers) / numbers - 0.5f;
    for_each_target([&] {
        for (int rows = 1; rows <= tile_height; ++rows) {
            for (int tiles = 1; tiles <= run_tiles; ++tiles)
                expect_ranges({memory.data(), tiles * tile_width, rows}, tiles);
        }
    });
}

TEST(TileFit, PolynomialWithTheTermsOfTheFitIsReproduced) {
    for_each_target([] {
        FittedRun run([](double y, double b, double r) {
            return 0.3 + y - 2 * y * y + 3 * y * y * y - y * y * y * y + b * b - r + 4 * y * b -
                   2 * y * r + b * r + 5 * r * r;
        });
        for (const int tile : {0, 7, 31}) {
            EXPECT_LT(run.error(tile), 2e-6);
            EXPECT_LT(run.difference(tile), 2e-6);
        }
    });
}

TEST(TileFit, EstimatedErrorIsAnUpperBoundForSmoothFunctions) {
    for_each_target([] {
        FittedRun run(
            [](double y, double b, double r) { return std::exp(3 * y + 5 * b + 20 * r); });
        for (int tile = 0; tile < run_tiles; ++tile) {
            EXPECT_GT(run.error(tile), 1e-5);
            EXPECT_LT(run.error(tile), 0.03);
            EXPECT_LE(run.difference(tile), run.error(tile) + 1e-6);
        }
    });
}

TEST(TileFit, ShortPolynomialStaysWithinItsError) {
    for_each_target([] {
        constexpr float limit = 0.03f;
        FittedRun run([](double y, double b, double r) { return std::exp(3 * y + 5 * b + 20 * r); },
                      limit);
        int short_tiles = 0;
        for (int tile = 0; tile < run_tiles; ++tile) {
            if (!run.is_short(tile)) continue;
            ++short_tiles;
            EXPECT_LE(run.error(tile), limit);
            EXPECT_LE(run.difference(tile), run.error(tile) + 1e-6);
        }
        EXPECT_GT(short_tiles, 0);
        EXPECT_LT(short_tiles, run_tiles);
    });
}

TEST(TileFit, FunctionWithTheTermsOfAShortPolynomialIsReproduced) {
    for_each_target([] {
        FittedRun run([](double y, double b, double r) { return 0.3 + y - 2 * y * y + 3 * b - r; },
                      1e-4f);
        for (const int tile : {0, 7, 31}) {
            EXPECT_TRUE(run.is_short(tile));
            EXPECT_LT(run.difference(tile), 2e-6);
        }
    });
}

TEST(TileFit, PolynomialIsNotShortenedIfTheErrorWouldExceedTheLimit) {
    for_each_target([] {
        const FittedRun run([](double y, double b, double r) { return y + 40 * b * b * r; }, 1e-9f);
        for (int tile = 0; tile < run_tiles; ++tile) EXPECT_FALSE(run.is_short(tile));
    });
}

TEST(TileFit, KinkWithinATileIsDetected) {
    for_each_target([] {
        for (double bend = 0.36; bend < 0.42; bend += 0.005) {
            FittedRun run([=](double y, double, double) { return std::max(y, bend); });
            EXPECT_GT(run.error(9), 0.25 * run.difference(9)) << bend;
            EXPECT_LT(run.error(31), 1e-6);
        }
        const FittedRun slanted([](double y, double b, double) { return std::max(y + b, 0.48); });
        EXPECT_GT(slanted.error(9), 0.001);
    });
}

TEST(TileFit, NanCountsAsALargeError) {
    for_each_target([] {
        const FittedRun run([](double y, double, double) {
            return y > 0.5 ? std::numeric_limits<double>::quiet_NaN() : y;
        });
        EXPECT_TRUE(std::isnan(run.error(31)));
        EXPECT_LT(run.error(0), 1e-6);
    });
}

}  // namespace
}  // namespace tonelift::tile_fit_test
