// SPDX-License-Identifier: BSD-2-Clause
//
// The statistics file: bit-exact round trips, completeness, and what is said when something is
// wrong.
#include "core/runtime/stats_file.h"

#include <gtest/gtest.h>

#include <bit>
#include <clocale>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

#include "kernels/error.h"

namespace tonelift {
namespace {

namespace fs = std::filesystem;

constexpr unsigned seed = 20240612;

// A folder of its own for each test.
class StatsFileTest : public ::testing::Test {
  protected:
    void SetUp() override {
        const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::path(::testing::TempDir()) / (std::string("tonelift_stats_") + info->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        path_ = (folder_ / "film.stats").string();
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string text() const {
        std::ifstream stream(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    void put(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
    std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }

    // The message of the Error (io) that opening throws.
    std::string failure(StatsMode mode, int states = 2) const {
        try {
            StatsFile::open(path_, mode, states);
        } catch (const Error& error) {
            EXPECT_EQ(error.failure(), Failure::io);
            EXPECT_NE(std::string(error.what()).find(path_), std::string::npos) << error.what();
            return error.what();
        }
        return "";
    }

    fs::path folder_;
    std::string path_;
};

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST_F(StatsFileTest, ComesBackBitForBit) {
    std::mt19937 random(seed);
    std::vector<std::vector<float>> frames;
    StatsFile out = StatsFile::open(path_, StatsMode::automatic, 3);
    ASSERT_FALSE(out.reading());
    for (int i = 0; i < 500; ++i) {
        std::vector<float> states(3);
        for (float& state : states) state = std::bit_cast<float>(static_cast<uint32_t>(random()));
        if (i == 0) states = {0.0f, -0.0f, std::numeric_limits<float>::denorm_min()};
        if (i == 1) states = {std::numeric_limits<float>::infinity(), 1e38f, -1.0f / 3};
        for (float& state : states) {
            if (state != state) state = 0.5f;
        }
        out.write(i * 3003, states);
        frames.push_back(states);
    }
    out.close();
    const StatsFile in = StatsFile::open(path_, StatsMode::automatic, 3);
    ASSERT_TRUE(in.reading());
    for (std::size_t i = frames.size(); i-- > 0;) {
        std::vector<float> states(3);
        ASSERT_TRUE(in.read(static_cast<int64_t>(i) * 3003, states));
        EXPECT_EQ(std::memcmp(states.data(), frames[i].data(), 3 * sizeof(float)), 0)
            << i << ", seed " << seed;
    }
    std::vector<float> states(3);
    EXPECT_FALSE(in.read(1, states));
    EXPECT_FALSE(in.read(-3003, states));
}

TEST_F(StatsFileTest, HoldsTheLightLevelOfTheFilm) {
    EXPECT_FALSE(StatsFile::light_of(path_).has_value()) << "no file";
    {
        StatsFile out = StatsFile::open(path_, StatsMode::write, 1);
        out.write(0, std::vector<float>{1});
        out.set_light({734.25, 101.5});
        EXPECT_FALSE(StatsFile::light_of(path_).has_value()) << "not complete";
    }
    EXPECT_TRUE(contains(text(), "\nlight 734.25 101.5\nend 1\n")) << text();
    const StatsFile in = StatsFile::open(path_, StatsMode::read, 1);
    EXPECT_EQ(in.light().max_cll, 734.25);
    EXPECT_EQ(in.light().max_fall, 101.5);
    EXPECT_EQ(StatsFile::light_of(path_).value().max_cll, 734.25);
    for (const char* wrong : {"light 734.25\n", "light -1 2\n", "light nan 2\n", "light 1e9 2\n"}) {
        put("tonelift-stats 1 states 1\n0 1p+0\n" + std::string(wrong) + "end 1\n");
        EXPECT_TRUE(contains(failure(StatsMode::read, 1), "line 3")) << wrong;
        EXPECT_FALSE(StatsFile::light_of(path_).has_value()) << wrong;
    }
    put("tonelift-stats 1 states 1\n0 1p+0\nend 1\n");
    EXPECT_FALSE(StatsFile::light_of(path_).has_value()) << "SDR";
}

TEST_F(StatsFileTest, TakesTimestampsInAnyOrder) {
    {
        StatsFile out = StatsFile::open(path_, StatsMode::write, 1);
        for (const int64_t t : {std::numeric_limits<int64_t>::max(), int64_t{-5}, int64_t{7},
                                std::numeric_limits<int64_t>::min()}) {
            out.write(t, std::vector<float>{static_cast<float>(t % 100)});
        }
    }
    const StatsFile in = StatsFile::open(path_, StatsMode::read, 1);
    for (const int64_t t : {std::numeric_limits<int64_t>::min(), int64_t{-5}, int64_t{7},
                            std::numeric_limits<int64_t>::max()}) {
        std::vector<float> states(1);
        ASSERT_TRUE(in.read(t, states));
        EXPECT_EQ(states[0], static_cast<float>(t % 100));
    }
}

TEST_F(StatsFileTest, AppearsOnlyWhenComplete) {
    StatsFile out = StatsFile::open(path_, StatsMode::write, 1);
    out.write(0, std::vector<float>{1});
    EXPECT_FALSE(fs::exists(path_));
    EXPECT_EQ(files(), 1u);
    out.close();
    EXPECT_TRUE(fs::exists(path_));
    EXPECT_EQ(files(), 1u);
    EXPECT_EQ(text(), "tonelift-stats 1 states 1\n0 1p+0\nend 1\n");
}

TEST_F(StatsFileTest, LeavesTheOldFileUntilTheNewOneIsComplete) {
    put("tonelift-stats 1 states 1\n0 1p+0\nend 1\n");
    StatsFile out = StatsFile::open(path_, StatsMode::write, 1);
    EXPECT_EQ(text(), "tonelift-stats 1 states 1\n0 1p+0\nend 1\n");
    out.close();
    EXPECT_EQ(text(), "tonelift-stats 1 states 1\nend 0\n");
}

TEST_F(StatsFileTest, WritersDoNotMeet) {
    StatsFile first = StatsFile::open(path_, StatsMode::write, 0);
    StatsFile second = StatsFile::open(path_, StatsMode::write, 0);
    EXPECT_EQ(files(), 2u);
}

TEST_F(StatsFileTest, AutomaticWritesAnIncompleteFileAgain) {
    for (const char* cut : {"tonelift-stats 1 states 2\n", "tonelift-stats 1 states 2\n0 1p+0 1p",
                            "tonelift-stats 1 states 2\n0 1p+0 1p+0\n", ""}) {
        put(cut);
        EXPECT_FALSE(StatsFile::open(path_, StatsMode::automatic, 2).reading()) << cut;
    }
}

TEST_F(StatsFileTest, SaysWhatIsWrongWithAFile) {
    EXPECT_TRUE(contains(failure(StatsMode::read), "No such file"));
    const std::string foreign = "#!/bin/sh\necho important\n";
    put(foreign);
    for (const StatsMode mode : {StatsMode::automatic, StatsMode::write, StatsMode::read}) {
        EXPECT_TRUE(contains(failure(mode), "not a statistics file"));
        EXPECT_EQ(text(), foreign);
    }
    put("tonelift-stats 2 states 2 and more\nend 0\n");
    EXPECT_TRUE(contains(failure(StatsMode::read), "version 2"));
    put("tonelift-stats 1 states 5\nend 0\n");
    EXPECT_TRUE(contains(failure(StatsMode::automatic), "another script"));
    put("tonelift-stats 1 states 2\n0 1p+0 1p+0\nend 2\n");
    EXPECT_TRUE(contains(failure(StatsMode::read), "frames are missing"));
    put("tonelift-stats 1 states 2\n0 1p+0\nend 1\n");
    EXPECT_TRUE(contains(failure(StatsMode::read), "line 2"));
    put("tonelift-stats 1 states 2\n0 1p+0 1p+0 1p+0\nend 1\n");
    EXPECT_TRUE(contains(failure(StatsMode::read), "line 2"));
    put("tonelift-stats 1 states 2\n0 1p+0 1p+0\n0 1p+0 1p+0\nend 2\n");
    EXPECT_TRUE(contains(failure(StatsMode::read), "two lines"));
    put("tonelift-stats 1 states 2\n0 1p+0 1p+0\n");
    EXPECT_TRUE(contains(failure(StatsMode::read), "not complete"));
}

// Whatever a file holds, opening it ends in a file or in an Error.
TEST_F(StatsFileTest, SurvivesDamage) {
    const std::string whole = "tonelift-stats 1 states 2\n0 1p+0 1.8p-3\n40 -1p+0 inf\nend 2\n";
    std::mt19937 random(seed);
    for (int round = 0; round < 300; ++round) {
        std::string damaged = whole;
        for (int i = 0; i < 3; ++i) {
            damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
        }
        put(damaged);
        try {
            std::vector<float> states(2);
            StatsFile::open(path_, StatsMode::read, 2).read(40, states);
        } catch (const Error& error) {
            EXPECT_EQ(error.failure(), Failure::io) << "seed " << seed;
        }
    }
}

TEST_F(StatsFileTest, RefusesFramesItCannotKeepApart) {
    StatsFile out = StatsFile::open(path_, StatsMode::write, 1);
    out.write(5, std::vector<float>{1});
    EXPECT_THROW(out.write(5, std::vector<float>{2}), Error);
    EXPECT_THROW(out.write(6, std::vector<float>{1, 2}), Error);
}

TEST_F(StatsFileTest, SaysThatAFolderCannotBeWritten) {
    path_ = (folder_ / "missing" / "film.stats").string();
    EXPECT_TRUE(contains(failure(StatsMode::write), "No such file"));
    path_ = folder_.string();
    EXPECT_NE(failure(StatsMode::read), "");
    path_ = "/proc/film.stats";  // nobody can create files there, not even root
    if (!fs::exists("/proc/self")) GTEST_SKIP() << "no /proc on this system";
    EXPECT_TRUE(contains(failure(StatsMode::automatic), "cannot be written"));
}

TEST_F(StatsFileTest, FollowsNoLinkThatTakesItsTemporaryName) {
    if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full on this system";
    fs::create_symlink("/dev/full", path_ + ".0.tmp");
    // The name is taken: the writer goes on to the next one and does not follow the link.
    StatsFile out = StatsFile::open(path_, StatsMode::write, 1);
    EXPECT_TRUE(fs::exists(path_ + ".1.tmp"));
}

TEST_F(StatsFileTest, DoesNotDependOnTheLocale) {
    const std::string before = std::setlocale(LC_ALL, nullptr);
    bool found = false;
    for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8"}) {
        found = found || std::setlocale(LC_ALL, name) != nullptr;
    }
    if (!found) GTEST_SKIP() << "no locale with a decimal comma is installed";
    StatsFile out = StatsFile::open(path_, StatsMode::write, 1);
    out.write(1, std::vector<float>{1.5f});
    out.close();
    std::setlocale(LC_ALL, before.c_str());
    EXPECT_TRUE(contains(text(), "1 1.8p+0"));
}

}  // namespace
}  // namespace tonelift
