// SPDX-License-Identifier: BSD-2-Clause
// Tests statistics files that filters on a GPU read and write.
#include "core/metadata/light/source_light.h"
#include "core/runtime/stats_text.h"
#include "kernels/error.h"
#include "kernels/executor.h"
#include "tests/api/stats_film.h"

namespace tonelift::gpu_stats_test {
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

constexpr int tonemaps[] = {0, 3};
constexpr int batches[] = {1, 5, film_frames};

TEST_F(GpuStats, PiecesWithAStatisticsFileEqualTheWholeFilm) {
    for (const int tonemap : tonemaps) {
        tonelift_options file = options(write);
        file.tonemap = tonemap;
        const auto whole = run(without_file(tonemap), 0, film_frames);
        EXPECT_TRUE(same(whole, run(file, 0, film_frames)));
        file.stats = read;
        for (const int batch : batches) {
            const auto piece = run(file, 7, film_frames, {Ending::end, -1, nullptr, batch});
            EXPECT_EQ(piece.size(), static_cast<size_t>(film_frames - 7));
            EXPECT_TRUE(same(whole, piece, 7)) << "tonemap " << tonemap << ", batch " << batch;
        }
    }
}

TEST_F(GpuStats, AreMeasuredAfterTheEndOfTheFile) {
    for (const int tonemap : tonemaps) {
        tonelift_options file = options(write);
        file.tonemap = tonemap;
        const auto whole = run(without_file(tonemap), 0, film_frames);
        run(file, 0, 9);
        file.stats = automatic;
        for (const int batch : batches) {
            const auto made = run(file, 0, film_frames, {Ending::end, -1, nullptr, batch});
            EXPECT_EQ(made.size(), static_cast<size_t>(film_frames));
            EXPECT_TRUE(same(whole, made)) << "tonemap " << tonemap << ", batch " << batch;
        }
    }
}

TEST_F(GpuStats, FileOfAnotherFilmIsRefused) {
    run(options(write), 0, film_frames);
    film_[6].fill_constant(0, 700);
    const std::string said = refusal(options(read));
    EXPECT_NE(said.find("timestamp 250 has a mean"), std::string::npos) << said;
}

TEST_F(GpuStats, AreExchangedBetweenDevices) {
    for (const char* writer : {"cpu", "cuda"}) {
        device_ = writer;
        run(options(write), 0, film_frames);
        device_ = writer == std::string("cpu") ? "cuda" : "cpu";
        Messages messages;
        EXPECT_EQ(run(options(read), 3, film_frames, &messages).size(),
                  static_cast<size_t>(film_frames - 3))
            << messages.errors;
    }
}

TEST_F(GpuStats, SmallLightOfTheSourceEqualsThatOfTheCpu) {
    const auto measured = [&](const char* device) {
        device_ = device;
        run(options(write), 0, 3);
        StatsLines lines(path_);
        lines.next();
        std::vector<std::pair<std::string, float>> numbers;
        while (lines.next() == StatsLines::Item::frame) {
            for (size_t i = 0; i < lines.states().size(); ++i) {
                const StatsColumn& column = lines.section().columns[i];
                if (column.kind == StateKind::light)
                    numbers.emplace_back(column.name, lines.states()[i]);
            }
        }
        std::sort(numbers.begin(), numbers.end());
        return numbers;
    };
    const auto here = measured("cpu"), there = measured("cuda");
    ASSERT_EQ(here.size(), 3 * source_light_count);
    ASSERT_EQ(there.size(), here.size());
    for (size_t i = 0; i < here.size(); ++i) {
        EXPECT_EQ(here[i].first, there[i].first);
        EXPECT_NEAR(here[i].second, there[i].second, 1.0 / histogram_bins) << here[i].first;
    }
}

}  // namespace
}  // namespace tonelift::gpu_stats_test
