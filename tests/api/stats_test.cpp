// SPDX-License-Identifier: BSD-2-Clause
//
// A film cut into chunks: with a stats_file every chunk comes out as one run over the whole made
// it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/support/api_stream.h"

namespace tonelift {
namespace {

namespace fs = std::filesystem;

constexpr int frames = 24;
constexpr double rate = 24;

class Stats : public testing::Test {
  protected:
    void SetUp() override {
        path_ = (fs::path(testing::TempDir()) /
                 (std::string("tonelift_") +
                  testing::UnitTest::GetInstance()->current_test_info()->name() + ".stats"))
                    .string();
        fs::remove(path_);
        // A film whose brightness changes all the time, with a cut in the middle.
        for (int i = 0; i < frames; ++i) {
            film_.push_back(picture_for(in_));
            const bool second_scene = i >= frames / 2;
            for (int y = 0; y < in_.height; ++y) {
                for (int x = 0; x < in_.width; ++x) {
                    const int level = second_scene ? 560 + 8 * i : 180 + 12 * i;
                    film_.back().set_code(0, x, y, 64 + level * (x + y) / (in_.width + in_.height));
                }
            }
            film_.back().fill_constant(1, 512);
            film_.back().fill_constant(2, 512);
        }
    }
    void TearDown() override { fs::remove(path_); }

    tonelift_options options(int stats) const {
        tonelift_options result = default_options();
        result.dithering = 0;
        result.stats_file = path_.c_str();
        result.stats = stats;
        return result;
    }

    // Frames [first, last) through a filter of their own; fewer when the filter fails.
    std::vector<TestPicture> run(const tonelift_options& options, int first, int last,
                                 Messages* messages = nullptr) const {
        const tonelift_video out = output_of(options, in_);
        Messages unread;
        const FilterHandle filter =
            make_filter(options, in_, out, messages != nullptr ? messages : &unread);
        std::vector<TestPicture> results;
        for (int i = first; i < last && filter != nullptr; ++i) {
            const auto index = static_cast<std::size_t>(i);
            results.push_back(picture_for(out));
            const tonelift_frame from = frame_of(film_[index], i / rate);
            tonelift_frame to = frame_of(results.back(), i / rate);
            if (tonelift_filter_process(filter.get(), &from, &to, 1) != TONELIFT_OK) {
                results.pop_back();
                break;
            }
        }
        return results;
    }

    const tonelift_video in_ = hdr10_video(TONELIFT_FORMAT_YUV444P10, 64, 36);
    std::vector<TestPicture> film_;
    std::string path_;
};

constexpr int automatic = 0, write = 1, read = 2;

TEST_F(Stats, MakeChunksComeOutAsOneRun) {
    const std::vector<TestPicture> whole = run(options(write), 0, frames);
    ASSERT_EQ(whole.size(), static_cast<std::size_t>(frames));
    ASSERT_TRUE(fs::exists(path_));
    for (const int mode : {read, automatic}) {
        for (const int cut : {1, 7, frames / 2, frames - 1}) {
            for (const auto& [first, last] : {std::pair{0, cut}, std::pair{cut, frames}}) {
                const std::vector<TestPicture> chunk = run(options(mode), first, last);
                ASSERT_EQ(chunk.size(), static_cast<std::size_t>(last - first));
                for (int i = first; i < last; ++i) {
                    EXPECT_TRUE(equal(whole[static_cast<std::size_t>(i)],
                                      chunk[static_cast<std::size_t>(i - first)]))
                        << "frame " << i << ", chunk from " << first;
                }
            }
        }
    }
}

// A script may ask for the cut itself, and the first frame of a chunk is none.
TEST_F(Stats, TellChunksWhereTheCutsAre) {
    const std::string script = path_ + ".tl";
    std::ofstream(script) << "output input * (1 - 0.5 * scene_change());\n";
    tonelift_options writing = options(write), reading = options(read);
    writing.script = reading.script = script.c_str();
    const std::vector<TestPicture> whole = run(writing, 0, frames);
    ASSERT_EQ(whole.size(), static_cast<std::size_t>(frames));
    for (const int first : {1, 7, frames / 2, frames - 1}) {
        const std::vector<TestPicture> chunk = run(reading, first, first + 1);
        ASSERT_EQ(chunk.size(), 1u);
        EXPECT_TRUE(equal(whole[static_cast<std::size_t>(first)], chunk[0])) << first;
    }
    fs::remove(script);
}

// Else the test above would prove nothing: what came before a chunk does matter to it.
TEST_F(Stats, MatterToAChunk) {
    tonelift_options plain = options(automatic);
    plain.stats_file = nullptr;
    const std::vector<TestPicture> whole = run(plain, 0, frames);
    const std::vector<TestPicture> chunk = run(plain, 7, frames);
    EXPECT_FALSE(equal(whole[7], chunk[0]));
}

TEST_F(Stats, AreNotMeasuredAgainOnceTheyAreThere) {
    run(options(automatic), 0, frames);
    const auto written = fs::last_write_time(path_);
    run(options(automatic), 3, 5);
    EXPECT_EQ(fs::last_write_time(path_), written);
}

TEST_F(Stats, ThatLackAFrameAreAnError) {
    run(options(write), 0, 5);
    Messages messages;
    EXPECT_EQ(run(options(read), 3, 8, &messages).size(), 2u);
    EXPECT_NE(messages.errors.find("stats_file"), std::string::npos) << messages.errors;
    EXPECT_NE(messages.errors.find("timestamp"), std::string::npos) << messages.errors;
}

TEST_F(Stats, ThatAreMissingOrForeignAreAnError) {
    Messages messages;
    EXPECT_TRUE(run(options(read), 0, 1, &messages).empty());
    EXPECT_NE(messages.errors.find(path_), std::string::npos) << messages.errors;
    std::ofstream(path_) << "a shopping list\n";
    for (const int mode : {automatic, write, read}) {
        EXPECT_TRUE(run(options(mode), 0, 1).empty());
    }
    std::ifstream stream(path_);
    std::string line;
    std::getline(stream, line);
    EXPECT_EQ(line, "a shopping list");
}

}  // namespace
}  // namespace tonelift
