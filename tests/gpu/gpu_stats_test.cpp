// SPDX-License-Identifier: BSD-2-Clause
//
// Statistics files on a device: replayed, measured further after their end, and exchanged with the
// CPU.
#include "kernels/error.h"
#include "kernels/executor.h"
#include "tests/api/stats_film.h"

namespace tonelift {
namespace {

class GpuStats : public Stats {
  protected:
    void SetUp() override {
        Stats::SetUp();
        device_ = "cuda";
        try {
            open_cuda_device({});
        } catch (const Error& error) {
            GTEST_SKIP() << error.what();
        }
    }
    tonelift_options without_file(int tonemap) const {
        tonelift_options plain = options(automatic);
        plain.stats_file = nullptr;
        plain.tonemap = tonemap;
        return plain;
    }
};

constexpr int tonemaps[] = {0, 3};  // spline; adaptive, which remembers its slopes
constexpr int batches[] = {1, 5, frames};

TEST_F(GpuStats, MakePiecesEqualASingleRun) {
    for (const int tonemap : tonemaps) {
        tonelift_options file = options(write);
        file.tonemap = tonemap;
        const auto whole = run(without_file(tonemap), 0, frames);
        EXPECT_TRUE(same(whole, run(file, 0, frames)));
        file.stats = read;
        for (const int batch : batches) {
            const auto piece = run(file, 7, frames, {Ending::end, -1, nullptr, batch});
            EXPECT_EQ(piece.size(), static_cast<size_t>(frames - 7));
            EXPECT_TRUE(same(whole, piece, 7)) << "tonemap " << tonemap << ", batch " << batch;
        }
    }
}

TEST_F(GpuStats, AreMeasuredAfterTheEndOfTheFile) {
    for (const int tonemap : tonemaps) {
        tonelift_options file = options(write);
        file.tonemap = tonemap;
        const auto whole = run(without_file(tonemap), 0, frames);
        run(file, 0, 9);
        file.stats = automatic;
        for (const int batch : batches) {
            const auto made = run(file, 0, frames, {Ending::end, -1, nullptr, batch});
            EXPECT_EQ(made.size(), static_cast<size_t>(frames));
            EXPECT_TRUE(same(whole, made)) << "tonemap " << tonemap << ", batch " << batch;
        }
    }
}

TEST_F(GpuStats, BelongToOneFilm) {
    run(options(write), 0, frames);
    film_[6].fill_constant(0, 700);
    const std::string said = refusal(options(read));
    EXPECT_NE(said.find("timestamp 250 has a mean"), std::string::npos) << said;
}

TEST_F(GpuStats, AreReadWhereverTheyWereWritten) {
    for (const char* writer : {"cpu", "cuda"}) {
        device_ = writer;
        run(options(write), 0, frames);
        device_ = writer == std::string("cpu") ? "cuda" : "cpu";
        Messages messages;
        EXPECT_EQ(run(options(read), 3, frames, &messages).size(), static_cast<size_t>(frames - 3))
            << messages.errors;
    }
}

}  // namespace
}  // namespace tonelift
