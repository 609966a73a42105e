// SPDX-License-Identifier: BSD-2-Clause
// Tests `tonelift map` as a program, with YUV4MPEG2 as input and output. Broken streams give
// errors.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "tests/support/api_stream.h"
#include "tests/support/text_file.h"

namespace tonelift::map_test {
namespace {

namespace fs = std::filesystem;

constexpr int width = 65, height = 37;

class Map : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = fs::path(testing::TempDir()) /
                  (std::string("tonelift_map_") +
                   testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string path(const char* name) const { return (folder_ / name).string(); }
    std::string content(const char* name) const { return text_of_file(path(name)); }
    void put(const std::string& text) const {
        std::ofstream(path("in.y4m"), std::ios::binary) << text;
    }
    int map(const std::string& arguments, const std::string& before = "") const {
        const std::string command = before + "'" TONELIFT_TOOL "' map " + arguments + " < '" +
                                    path("in.y4m") + "' > '" + path("out.y4m") + "' 2> '" +
                                    path("said") + "'";
        return WEXITSTATUS(std::system(command.c_str()));
    }
    bool says(const std::string& part) const {
        return content("said").find(part) != std::string::npos;
    }

    fs::path folder_;
};

std::string header(const std::string& layout, const std::string& rest = "") {
    return "YUV4MPEG2 W65 H37 F24000:1001 Ip A1:1 C" + layout + rest + "\n";
}

std::string random_bytes(size_t count, uint32_t seed) {
    std::mt19937 random(seed);
    std::string bytes(count, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    return bytes;
}

std::string samples_of(const TestPicture& picture) {
    std::string bytes;
    const FramePlanes planes = picture.planes();
    for (int plane = 0; plane < picture.format().planes(); ++plane) {
        const auto at = static_cast<size_t>(plane);
        const int rows = picture.format().plane_height(plane, height);
        const auto count = static_cast<size_t>(picture.format().row_bytes(plane, width));
        for (int y = 0; y < rows; ++y)
            bytes.append(reinterpret_cast<const char*>(planes.data[at] + y * planes.pitch[at]),
                         count);
    }
    return bytes;
}

TEST_F(Map, EqualsTheLibrary) {
    tonelift_options options = default_options();
    options.in_transfer = TONELIFT_TRANSFER_PQ;
    options.preset = "vivid";
    tonelift_video in;
    tonelift_video_default(&in);
    in.format = TONELIFT_FORMAT_YUV420P10;
    in.width = width;
    in.height = height;
    in.range = TONELIFT_RANGE_LIMITED;
    const tonelift_video out = output_of(options, in);
    const FilterHandle filter = make_filter(options, in, out);
    std::string source = header("420p10", " XCOLORRANGE=LIMITED"), expected;
    for (int i = 0; i < 37; ++i) {
        TestPicture from = picture_for(in), to = picture_for(out);
        from.fill_legal(static_cast<uint32_t>(i));
        const tonelift_frame in_frame = frame_of(from, i * 1001 / 24000.0);
        tonelift_frame out_frame = frame_of(to, i * 1001 / 24000.0);
        ASSERT_EQ(tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1), TONELIFT_OK);
        source += "FRAME\n" + samples_of(from);
        expected += "FRAME\n" + samples_of(to);
    }
    put(source);
    ASSERT_EQ(map("--json --with in_transfer=pq --with preset=vivid"), 0) << content("said");
    const std::string made = content("out.y4m");
    const size_t first = made.find('\n') + 1;
    EXPECT_EQ(made.substr(0, first), header("420mpeg2", " XCOLORRANGE=LIMITED"));
    EXPECT_TRUE(made.substr(first) == expected);
    EXPECT_TRUE(says("{\"frames\": 37, ")) << content("said");
}

TEST_F(Map, LooksAheadForShots) {
    for (const int frames : {1, 40, 70}) {
        std::string source = header("mono", " XCOLORRANGE=FULL");
        for (int i = 0; i < frames; ++i)
            source += "FRAME\n" + std::string(65 * 37 / 5, static_cast<char>(60 + i % 7)) +
                      random_bytes(65 * 37 - 65 * 37 / 5, 1);
        put(source);
        ASSERT_EQ(map("--with smoothing=shot"), 0) << content("said");
        const std::string shown = content("out.y4m");
        EXPECT_EQ(shown.size(), source.size());
        const std::string stats = "--with smoothing=shot --with stats_file='" + path("stats") + "'";
        ASSERT_EQ(map(stats + " --with stats=write"), 0) << content("said");
        EXPECT_TRUE(content("out.y4m") == shown) << frames;
        ASSERT_EQ(map(stats + " --with stats=read"), 0) << content("said");
        if (frames <= 40) {
            EXPECT_TRUE(content("out.y4m") == shown) << frames;
        }
    }
}

// In a YUV4MPEG2 header, the letter after I states the interlacing; p means progressive, and ?
// means unknown.
TEST_F(Map, LogsInterlacedStreamsOnce) {
    for (const char kind : {'t', 'b', 'm', 'p', '?'}) {
        std::string source = header("mono");
        source.replace(source.find("Ip"), 2, std::string("I") + kind);
        for (int i = 0; i < 3; ++i) source += "FRAME\n" + random_bytes(65 * 37, 1);
        put(source);
        ASSERT_EQ(map("--preset faithful"), 0) << content("said");
        EXPECT_EQ(says("frames are interlaced"), kind != 'p' && kind != '?') << kind;
    }
}

TEST_F(Map, FaithfulKeepsSdrInEveryLayout) {
    constexpr size_t luma = 65 * 37, half = 33 * 37, quarter = 33 * 19;
    for (const auto& [layout, samples, bytes] :
         {std::tuple<std::string, size_t, size_t>{"420jpeg", luma + 2 * quarter, 1},
          {"420mpeg2", luma + 2 * quarter, 1},
          {"420paldv", luma + 2 * quarter, 1},
          {"422", luma + 2 * half, 1},
          {"444", 3 * luma, 1},
          {"444alpha", 4 * luma, 1},
          {"mono", luma, 1},
          {"420p16", luma + 2 * quarter, 2},
          {"422p16", luma + 2 * half, 2},
          {"444p16", 3 * luma, 2},
          {"mono16", luma, 2}}) {
        std::string source = header(layout, " XCOLORRANGE=FULL");
        for (uint32_t i = 0; i < 3; ++i) source += "FRAME\n" + random_bytes(samples * bytes, i);
        put(source);
        ASSERT_EQ(map("--with preset=faithful --with format=same"), 0) << layout << content("said");
        EXPECT_TRUE(content("out.y4m") == source) << layout << content("out.y4m").substr(0, 80);
    }
}

TEST_F(Map, ReportsAStreamThatEndsWithinAFrame) {
    const std::string whole = header("mono") + "FRAME\n" + random_bytes(65 * 37, 1);
    put(whole + "FRAME\n" + random_bytes(1000, 2));
    EXPECT_EQ(map("--with preset=faithful"), 1);
    EXPECT_TRUE(says("the input ends within a frame: 1000 of 2405 bytes")) << content("said");
    const std::string made = content("out.y4m");
    EXPECT_EQ(made.substr(made.find('\n')), whole.substr(whole.find('\n'))) << "the frame before";
}

TEST_F(Map, ReportsUnreadableStreams) {
    const auto expect = [&](const std::string& stream, int status, const std::string& part) {
        put(stream);
        EXPECT_EQ(map(""), status) << stream;
        EXPECT_TRUE(says(part)) << stream << content("said");
    };
    expect("", 1, "the input is empty");
    expect("RIFF....AVI \n", 1, "not a YUV4MPEG2 stream");
    expect(std::string(10000, 'x'), 1, "not a YUV4MPEG2 stream");
    expect(header("420p14"), 1, "'420p14'; allowed are 420jpeg");
    expect("YUV4MPEG2 Wx H3\n", 1, "Wx");
    expect("YUV4MPEG2 W-3 H3\n", 1, "W-3");
    expect("YUV4MPEG2 W64 H64 F25\n", 1, "rate");
    expect("YUV4MPEG2\n", 1, "0x0 pixels");
    expect("YUV4MPEG2 W99999 H2\n", 1, "99999x2 pixels");
    expect(header("mono") + "FRAM\n", 1, "does not begin with FRAME");
    expect(header("mono") + "FRAM", 1, "ends within a frame");
    expect(header("mono") + "FRAME", 1, "ends within a frame");
    expect(header("mono") + "FRAME" + std::string(5000, ' '), 1, "a line of more than 4096 bytes");
    expect("YUV4MPEG2 W64 H64", 1, "ends within the header");
}

TEST_F(Map, AcceptsAStreamWithoutFrames) {
    put(header("420mpeg2"));
    EXPECT_EQ(map(""), 0) << content("said");
    EXPECT_EQ(content("out.y4m"), header("420mpeg2", " XCOLORRANGE=LIMITED"));
}

TEST_F(Map, AllocatesMemoryOnlyWhenFramesArrive) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a sanitizer takes memory of its own";
#endif
    const std::string huge = "YUV4MPEG2 W16384 H16384 C444p16\n";
    put(huge);
    EXPECT_EQ(map("", "ulimit -v 500000; "), 0) << content("said");
    put(huge + "FRAME\nxx");
    EXPECT_EQ(map("", "ulimit -v 500000; "), 1);
    EXPECT_TRUE(says("the input ends within a frame: 2 of 1610612736 bytes")) << content("said");
}

TEST_F(Map, RefusesWrongArguments) {
    put(header("mono") + "FRAME\n" + random_bytes(65 * 37, 1));
    for (const char* wrong :
         {"--with", "--with detail", "--with detail=9", "--with preset=vivdi", "-x", "a b c"})
        EXPECT_EQ(map(wrong), 2) << wrong;
    EXPECT_EQ(map("--with format=rgb24"), 1);
    EXPECT_TRUE(says("no name for the format 'rgb24'"));
    EXPECT_EQ(map("/no/such/file"), 1);
    const std::string same = "'" + path("in.y4m") + "'";
    EXPECT_EQ(map(same + " " + same), 2);
    EXPECT_TRUE(says("is the input, too"));
}

TEST_F(Map, RefusalKeepsTheOldOutput) {
    const std::string kept = path("kept.y4m");
    std::ofstream(kept) << "precious";
    for (const char* wrong : {"--with preset=nosuch", "--with format=rgb24"}) {
        put(header("mono") + "FRAME\n" + random_bytes(65 * 37, 1));
        EXPECT_NE(map(std::string(wrong) + " - '" + kept + "'"), 0);
        EXPECT_EQ(content("kept.y4m"), "precious") << wrong;
    }
    put("no stream");
    EXPECT_EQ(map("- '" + kept + "'"), 1);
    EXPECT_EQ(content("kept.y4m"), "precious");
}

TEST_F(Map, CompleteFramesOfACutStreamAreKept) {
    std::ofstream(path("kept.y4m")) << "precious";
    const std::string whole = header("mono", " XCOLORRANGE=FULL") + "FRAME\n" +
                              random_bytes(65 * 37, 1) + "FRAME\n" + random_bytes(65 * 37, 2);
    put(whole + "FRAME\nxx");
    for (const std::string name : {"kept.y4m", "new.y4m"}) {
        EXPECT_EQ(map("--with preset=faithful - '" + path(name.c_str()) + "'"), 1);
        EXPECT_TRUE(
            says("the input ends within a frame: 2 of 2405 bytes; the complete frames are "
                 "in '" +
                 path(name.c_str()) + ".part'"))
            << content("said");
        EXPECT_EQ(content((name + ".part").c_str()), whole);
    }
    EXPECT_EQ(content("kept.y4m"), "precious");
    EXPECT_FALSE(fs::exists(path("new.y4m")));
}

TEST_F(Map, InterruptionKeepsTheOldOutput) {
    std::ofstream(path("kept.y4m")) << "precious";
    put(header("mono") + "FRAME\n" + random_bytes(65 * 37, 1));
    for (const auto& [name, number] : {std::pair{"INT", 2}, {"TERM", 15}, {"HUP", 1}}) {
        const std::string script = "cd '" + folder_.string() +
                                   "'; rm -f pipe; mkfifo pipe; env --default-signal=" + name +
                                   " '" TONELIFT_TOOL
                                   "' map pipe kept.y4m & exec 3> pipe; cat in.y4m >&3; "
                                   "while [ ! -e kept.y4m.part ]; do :; done; kill -" +
                                   name + " $!; wait $!";
        EXPECT_EQ(WEXITSTATUS(std::system(script.c_str())), 128 + number);
        EXPECT_EQ(content("kept.y4m"), "precious");
        EXPECT_FALSE(fs::exists(path("kept.y4m.part"))) << name;
    }
}

TEST_F(Map, WaitingForAFifoIsLogged) {
    put(header("mono") + "FRAME\n" + random_bytes(65 * 37, 1));
    const std::string script = "cd '" + folder_.string() +
                               "'; mkfifo pipe; '" TONELIFT_TOOL
                               "' map pipe got.y4m 2> said & while ! grep -q waiting said; do "
                               "sleep 0.05; done; cat in.y4m > pipe; wait $!";
    EXPECT_EQ(WEXITSTATUS(std::system(script.c_str())), 0) << content("said");
    EXPECT_TRUE(says("tonelift: waiting for frames from 'pipe'")) << content("said");
    EXPECT_FALSE(content("got.y4m").empty());
}

TEST_F(Map, PipesAndDevicesAreWrittenDirectly) {
    put(header("mono") + "FRAME\n" + random_bytes(65 * 37, 1));
    EXPECT_EQ(map("--with preset=faithful - /dev/null"), 0) << content("said");
    const std::string script = "cd '" + folder_.string() +
                               "'; mkfifo pipe; cat pipe > got & '" TONELIFT_TOOL
                               "' map --with preset=faithful in.y4m pipe; wait";
    EXPECT_EQ(std::system(script.c_str()), 0);
    EXPECT_NE(content("got").find("FRAME\n" + random_bytes(65 * 37, 1)), std::string::npos);
}

}  // namespace
}  // namespace tonelift::map_test
