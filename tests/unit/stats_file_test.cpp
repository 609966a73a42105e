// SPDX-License-Identifier: BSD-2-Clause
// Tests the statistics file: numbers are read back bit for bit, sections, and error messages.
#include <clocale>
#include <cstring>
#include <limits>
#include <random>

#include "core/runtime/clock.h"
#include "tests/support/stats_folder.h"

namespace tonelift::stats_file_test {
namespace {

constexpr unsigned seed = 20240612;

TEST_F(StatsFileTest, RoundTripsBitForBit) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> number(-65504, 65504);
    std::vector<std::vector<float>> frames;
    {
        StatsWriter out(path_);
        out.begin(section(3));
        for (int i = 0; i < 500; ++i) {
            std::vector<float> states = {number(random), number(random), number(random)};
            if (i == 0) states = {0.0f, -0.0f, std::numeric_limits<float>::denorm_min()};
            if (i == 1) states = {65504, -65504, -1.0f / 3};
            out.write({i * 3003, i * 3003000}, states);
            frames.push_back(states);
        }
        out.finish();
    }
    const StatsReader in(path_, section(3));
    for (size_t i = frames.size(); i-- > 0;) {
        const auto states = in.find({static_cast<int64_t>(i) * 3003});
        ASSERT_TRUE(states.has_value());
        EXPECT_EQ(std::memcmp(states->data(), frames[i].data(), 3 * sizeof(float)), 0)
            << i << ", seed " << seed;
    }
    EXPECT_FALSE(in.find({1}).has_value());
    EXPECT_FALSE(in.find({-3003}).has_value());
    EXPECT_TRUE(contains(in.extent(), "0 to 1498497")) << in.extent();
}

TEST_F(StatsFileTest, ContainsSanitizedNumbers) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    {
        StatsWriter out(path_);
        out.begin(section(3));
        out.write({0}, std::vector<float>{infinity, std::nanf(""), -1e30f});
        out.finish();
    }
    const StatsReader in(path_, section(3));
    const auto states = in.find({0});
    EXPECT_EQ(std::vector<float>(states->begin(), states->end()),
              (std::vector<float>{65504, 0, -1e30f}));
}

TEST_F(StatsFileTest, ContainsTheLightLevelOfTheFilm) {
    EXPECT_FALSE(light_of_stats(path_).has_value()) << "no file";
    {
        StatsWriter out(path_);
        out.begin(section(1));
        out.write({0}, std::vector<float>{1});
        out.add_light({734.25, 10});
        out.add_light({100, 101.5});
        EXPECT_FALSE(light_of_stats(path_).has_value()) << "not complete";
        out.finish();
    }
    EXPECT_TRUE(contains(text(), "\nlight 734.25 101.5\nend 1\n")) << text();
    const StatsReader in(path_, section(1));
    EXPECT_EQ(in.light().max_cll, 734.25);
    EXPECT_EQ(in.light().max_fall, 101.5);
    EXPECT_EQ(light_of_stats(path_).value().max_cll, 734.25);
    for (const char* wrong : {"light 734.25\n", "light -1 2\n", "light nan 2\n", "light 1e9 2\n"}) {
        put(file_of("0 0 1p+0\n" + std::string(wrong) + "end 1\n", " smooth:1"));
        EXPECT_TRUE(contains(failure_to_read(section(1)), "line 7")) << wrong;
        EXPECT_FALSE(light_of_stats(path_).has_value()) << wrong;
    }
    for (const char* without : {"0 0 1p+0\nend 1\n", "end 0\n"}) {
        put(file_of(without, " smooth:1"));
        EXPECT_FALSE(light_of_stats(path_).has_value()) << "SDR";
    }
    put("tonelift-stats 2\nend 0\n");
    EXPECT_FALSE(light_of_stats(path_).has_value());
}

TEST_F(StatsFileTest, AcceptsTimestampsInAnyOrder) {
    constexpr auto first = std::numeric_limits<int64_t>::min();
    constexpr auto last = std::numeric_limits<int64_t>::max();
    {
        StatsWriter out(path_);
        out.begin(section(1));
        for (const int64_t t : {last, int64_t{-5}, int64_t{7}, first}) out.write({t}, state(t));
        out.finish();
    }
    const StatsReader in(path_, section(1));
    for (const int64_t t : {first, int64_t{-5}, int64_t{7}, last})
        EXPECT_EQ((*in.find({t}))[0], state(t)[0]);
}

TEST_F(StatsFileTest, RefusesRepeatedTimestamps) {
    StatsWriter out(path_);
    out.begin(section(1));
    for (const int64_t t : {5, 9, 7}) out.write({t}, state(t));
    EXPECT_TRUE(out.has(5));
    EXPECT_FALSE(out.has(6));
    EXPECT_TRUE(contains(failure_of([&] { out.write({5}, state(5)); }), "5 is repeated"));
    EXPECT_EQ(files(), 0u) << "such a file is of no use";
    EXPECT_NE(failure_of([&] { out.write({10}, state(10)); }), "");
    EXPECT_NE(failure_of([&] { out.finish(); }), "");
}

TEST_F(StatsFileTest, KeepsTimes) {
    {
        StatsWriter out(path_);
        out.begin(section(1));
        out.write({1, 40000000}, state(1));
        out.write({2, std::nullopt}, state(2));
        out.write({3, -40000000}, state(3));
        out.finish();
    }
    EXPECT_TRUE(contains(text(), "\n1 40000000 1p+0\n2 - 1p+1\n3 -40000000 1.8p+1\n")) << text();
    const StatsReader in(path_, section(1));
    EXPECT_TRUE(in.find({1, 40000001}).has_value()) << "rounded otherwise";
    EXPECT_TRUE(in.find({1, std::nullopt}).has_value());
    EXPECT_TRUE(in.find({2, 1}).has_value());
    EXPECT_TRUE(in.find({3, -40000000}).has_value());
    const std::string other = failure_of([&] { in.find({1, 41708333}); });
    EXPECT_TRUE(contains(other, "another film")) << other;
    EXPECT_TRUE(contains(other, "0.04 s there and at 0.0417083 s here")) << other;
    constexpr auto extreme = std::numeric_limits<int64_t>::min();
    EXPECT_NE(failure_of([&] { in.find({1, extreme}); }), "");
}

TEST_F(StatsFileTest, StepsBetweenDistantTimesDoNotOverflow) {
    constexpr int64_t first = std::numeric_limits<int64_t>::min();
    constexpr int64_t last = std::numeric_limits<int64_t>::max();
    EXPECT_EQ(step_between({0, first}, {1, last}), Clock::longest_step);
    EXPECT_EQ(step_between({0, last}, {1, first}), 0);
    EXPECT_EQ(step_between({0, 40000000}, {1, 80000000}), 0.04);
}

TEST_F(StatsFileTest, SectionsAreFoundByTheirHeaders) {
    {
        StatsWriter out(path_);
        out.begin(section(1));
        out.write({0}, state(10));
        out.begin(section(2));
        out.write({1}, std::vector<float>{1, 2});
        out.begin(section(2));
        out.write({2}, std::vector<float>{3, 4});
        out.begin(section(1));
        out.write({3}, state(13));
        out.finish();
    }
    const StatsReader one(path_, section(1)), two(path_, section(2));
    EXPECT_EQ((*one.find({0}))[0], 10);
    EXPECT_EQ((*one.find({3}))[0], 13);
    EXPECT_FALSE(one.find({1}).has_value());
    EXPECT_EQ((*two.find({2}))[1], 4);
}

TEST_F(StatsFileTest, ReportsTheConditionsOfAnotherSection) {
    {
        StatsWriter out(path_);
        for (const char* size : {"96x54", "64x36"}) {
            StatsSection what = section(1, size);
            what.fields.push_back({"param.smoothing", size[0] == '9' ? "0.5" : "2"});
            out.begin(what);
            out.write({size[0]}, state(1));
        }
        out.finish();
    }
    StatsSection wanted = section(1);
    wanted.fields.push_back({"param.smoothing", "1"});
    const std::string param = failure_to_read(wanted);
    EXPECT_TRUE(contains(param, "param smoothing is 2 there and 1 here")) << param;
    EXPECT_FALSE(contains(param, "96x54")) << "the nearest section counts: " << param;
    wanted.fields[0] = {"script", "fedcba9876543210", "my.tl"};
    const std::string script = failure_to_read(wanted);
    EXPECT_TRUE(contains(script,
                         "script is 0123456789abcdef (mixed.tl) there and "
                         "fedcba9876543210 (my.tl) here"))
        << script;
    wanted.fields.push_back({"tonemap", "3", "adaptive"});
    EXPECT_TRUE(contains(failure_to_read(wanted), "tonemap is not given there and 3 (adaptive)"));
    wanted.fields.push_back({last_resort_key, "1"});
    EXPECT_FALSE(contains(failure_to_read(wanted), last_resort_key)) << "it says nothing";
    put(file_of("end 0\n", " smooth:2"));
    StatsSection other = section(2);
    other.fields.push_back({last_resort_key, "1"});
    EXPECT_TRUE(contains(failure_to_read(other), last_resort_key));
    EXPECT_TRUE(contains(failure_to_read(section(3)), "lacks the statistics 'smooth'"));
    put("tonelift-stats 2\nend 0\n");
    EXPECT_TRUE(contains(failure_to_read(), "holds no frames"));
}

TEST_F(StatsFileTest, IgnoresNotes) {
    write_frames({0});
    StatsSection renamed = section(1);
    renamed.fields[0].note = "of another name.tl";
    EXPECT_EQ(failure_to_read(renamed), "");
}

TEST(StatsSectionTest, NamesItsColumns) {
    using enum StateKind;
    const std::vector<StatsColumn> columns = {
        scene_change, smooth, smooth, {smooth, "white"}, largest, {slope, "lit"}, {slope, "lit"}};
    const std::string line = columns_line(columns);
    EXPECT_EQ(line,
              "columns timestamp time scene_change:1 smooth:2 smooth:1:white largest:1 "
              "slope:2:lit");
    std::vector<StatsColumn> read;
    EXPECT_TRUE(read_columns(line, &read));
    EXPECT_EQ(read, columns);
    EXPECT_EQ(columns_line(read), line);
    EXPECT_NE(StatsColumn(smooth, "white"), StatsColumn(smooth, "black"));
    EXPECT_TRUE(read_columns("columns timestamp time", &read));
    EXPECT_TRUE(read.empty());
    for (const char* wrong : {"columns", "columns timestamp time smooth", "size 1x1", "",
                              "columns timestamp time smooth:0", "columns timestamp time smooth:-1",
                              "columns timestamp time soft:1", "columns timestamp time smooth:1 ",
                              "columns timestamp time smooth:99999999999999",
                              "columns timestamp time smooth:3000 smooth:3000"})
        EXPECT_FALSE(read_columns(wrong, &read)) << wrong;
    EXPECT_FALSE(read_columns("columns timestamp time smooth:4000:" + std::string(65, 'a'), &read));
}

TEST(StatsSectionTest, KnowsThePossibleStates) {
    const auto number = StateKind::smooth, change = StateKind::scene_change,
               slope = StateKind::slope, largest = StateKind::largest;
    for (const StateKind kind : {number, change, slope, largest}) {
        EXPECT_TRUE(is_possible(kind, 0));
        EXPECT_TRUE(is_possible(kind, 1));
        for (const float wrong : {std::nanf(""), std::numeric_limits<float>::infinity(),
                                  -std::numeric_limits<float>::infinity(), 0x1p+127f})
            EXPECT_FALSE(is_possible(kind, wrong));
    }
    EXPECT_TRUE(is_possible(number, -65504));
    EXPECT_FALSE(is_possible(change, 1.5f));
    EXPECT_FALSE(is_possible(change, -0.5f));
    EXPECT_FALSE(is_possible(slope, 100));
    EXPECT_FALSE(is_possible(largest, -1));
}

TEST_F(StatsFileTest, TruncatedFileIsNotComplete) {
    for (const std::string& cut :
         {std::string("tonelift-stats 2\n"), section_header, file_of("0 0 1p+0 1p"),
          file_of("0 0 1p+0 1p+0\n"), file_of("0 0 1p+0 1p+0\nend 1"), std::string()}) {
        put(cut);
        EXPECT_FALSE(has_stats(path_)) << cut;
        EXPECT_TRUE(contains(failure_to_read(), "not complete")) << cut;
    }
    EXPECT_EQ(failure_to_write(), "");
}

TEST_F(StatsFileTest, FaultIsReportedWithItsLine) {
    const auto failure_for = [&](const std::string& text) {
        put(text);
        return failure_to_read();
    };
    const auto expect = [&](const std::string& lines, const std::string& part) {
        const std::string said = failure_for(file_of(lines));
        EXPECT_TRUE(contains(said, part)) << lines << said;
    };
    EXPECT_TRUE(contains(failure_for("tonelift-stats 1 states 2\nend 0\n"), "version 1"));
    EXPECT_TRUE(contains(failure_for("tonelift-stats 3\nend 0\n"), "version 3"));
    EXPECT_TRUE(
        contains(failure_for("tonelift-stats 2\n0 0 1p+0\nend 1\n"), "outside of any section"));
    EXPECT_TRUE(contains(failure_for("tonelift-stats 2\nsection\nword\nend 0\n"), "header"));
    expect("0 0 1p+0 1p+0\nend 2\n", "has 1 frames");
    expect("0 0 1p+0 1p+0\nend 1\n0 0 1p+0 1p+0\nend 1\n", "after the end");
    expect("0 0 1p+0 1p+0\nend x\n", "ends with 'end x'");
    expect("0 0 1p+0\nend 1\n", "line 6 has too few numbers");
    expect("0 0 1p+0 1p+0 1p+0\nend 1\n", "line 6 has too many numbers");
    expect("0 1p+0 1p+0\nend 1\n", "line 6 has no timestamp");
    expect("0 x 1p+0 1p+0\nend 1\n", "line 6 has no timestamp");
    expect("0 0 1p+0 1p+0\n0 0 1p+0 1p+0\nend 2\n", "two lines for the timestamp 0");
    expect("5 0 1p+0 1p+0\n6 0 1p+0 1p+0\n5 0 1p+0 1p+0\nend 3\n", "two lines for the timestamp 5");
    for (const char* wrong : {"nan", "inf", "-inf", "1p+127"})
        expect("0 0 1p+0 " + std::string(wrong) + "\nend 1\n", "line 6 has an impossible number");
    std::string many;
    for (int i = 0; i < 300; ++i) many += "key" + std::to_string(i) + " value\n";
    EXPECT_TRUE(
        contains(failure_for(section_header + many + "end 0\n"), "exceeds the limit of lines"));
    EXPECT_TRUE(contains(failure_for("tonelift-stats 2x\nend 0\n"), "is not a statistics file"));
    EXPECT_TRUE(contains(failure_for(section_header + "word 1\nword 1\nend 0\n"), "repeats a key"));
    const std::string foreign = failure_for(section_header + "word " + std::string(900, 'x') +
                                            "\ncolumns timestamp time smooth:2\nend 0\n");
    EXPECT_LT(foreign.size(), 600u) << foreign;
}

TEST_F(StatsFileTest, LineLengthIsLimited) {
    put(file_of(std::string(3 << 20, '1') + "\nend 1\n"));
    EXPECT_TRUE(contains(failure_to_read(), "too long"));
}

TEST_F(StatsFileTest, DamagedFilesAreRefusedOrRead) {
    const std::string whole = file_of("0 0 1p+0 1.8p-3\n40 - -1p+0 0p+0\nlight 10 1\nend 2\n");
    std::mt19937 random(seed);
    for (int round = 0; round < 500; ++round) {
        std::string damaged = whole;
        for (int i = 0; i < 3; ++i)
            damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
        put(damaged);
        try {
            light_of_stats(path_);
            StatsReader(path_, section(2)).find({40, 1});
        } catch (const Error& error) {
            EXPECT_EQ(error.failure(), Failure::io) << "seed " << seed;
        }
    }
}

TEST_F(StatsFileTest, DoesNotDependOnTheLocale) {
    const std::string before = std::setlocale(LC_ALL, nullptr);
    bool found = false;
    for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8"})
        found = found || std::setlocale(LC_ALL, name) != nullptr;
    if (!found) GTEST_SKIP() << "no locale with a decimal comma is installed";
    StatsWriter out(path_);
    out.begin(section(1));
    out.write({1}, std::vector<float>{1.5f});
    out.finish();
    std::setlocale(LC_ALL, before.c_str());
    EXPECT_TRUE(contains(text(), "1 - 1.8p+0"));
}

}  // namespace
}  // namespace tonelift::stats_file_test
