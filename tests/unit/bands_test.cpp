// SPDX-License-Identifier: BSD-2-Clause
// Tests how the rows of a pass are divided among threads.
#include "kernels/cpu/bands.h"

#include <gtest/gtest.h>

namespace tonelift::bands_test {
namespace {

TEST(Bands, CoverEachRowOnce) {
    for (const int height : {1, 3, 8, 17, 270, 1080, 2161}) {
        for (const int workers : {1, 2, 16, 61}) {
            const Bands bands(height, 16, 8, workers);
            int next = 0;
            for (int i = 0; i < bands.count(); ++i) {
                EXPECT_EQ(bands.at(i).first, next);
                EXPECT_GT(bands.at(i).rows(), 0);
                next = bands.at(i).last;
            }
            EXPECT_EQ(next, height) << workers << " workers";
        }
    }
}

TEST(Bands, StartAtMultiplesOfTheLeastHeight) {
    const Bands bands(1081, 32, 4, 16);
    for (int i = 0; i < bands.count(); ++i) EXPECT_EQ(bands.at(i).first % 4, 0);
}

TEST(Bands, GetLowerButNeverHigher) {
    const Bands bands(2160, 64, 8, 8);
    EXPECT_EQ(bands.most_rows(), 64);
    for (int i = 1; i < bands.count(); ++i) EXPECT_LE(bands.at(i).rows(), bands.at(i - 1).rows());
    EXPECT_EQ(bands.at(bands.count() - 1).rows(), 8);
}

TEST(Bands, KeepTheirHeightIfItIsTheLeast) {
    const Bands bands(1000, 384, 384, 16);
    EXPECT_EQ(bands.count(), 3);
    EXPECT_EQ(bands.at(1).first, 384);
    EXPECT_EQ(bands.at(2).rows(), 232);
}

TEST(Bands, EmployNoMoreWorkersThanThereAreHighBands) {
    EXPECT_EQ(Bands(258, 16, 4, 200).workers(), 17);
    EXPECT_EQ(Bands(258, 16, 4, 8).workers(), 8);
    EXPECT_EQ(Bands(3, 16, 4, 8).workers(), 1);
}

}  // namespace
}  // namespace tonelift::bands_test
