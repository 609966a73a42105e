// SPDX-License-Identifier: BSD-2-Clause
// Tests that a statistics file is complete or partial, and has one writer at a time.
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

#include "tests/support/limited_files.h"
#include "tests/support/stats_folder.h"

namespace tonelift::stats_place_test {
namespace {

class StatsPlaceTest : public StatsFileTest {};

TEST_F(StatsPlaceTest, FileAppearsAtTheEndOfTheStream) {
    StatsWriter out(path_);
    out.begin(section(1));
    out.write({0}, std::vector<float>{1});
    EXPECT_FALSE(fs::exists(path_));
    EXPECT_EQ(files(), 1u);
    out.finish();
    EXPECT_EQ(files(), 1u);
    EXPECT_EQ(text(), file_of("0 - 1p+0\nend 1\n", " smooth:1"));
}

TEST_F(StatsPlaceTest, KeepsTheOldFileUntilTheNewOneIsComplete) {
    write_frames({0, 1});
    const std::string old = text();
    {
        StatsWriter out(path_);
        out.begin(section(1));
        out.write({7}, state(7));
        EXPECT_EQ(text(), old);
    }
    EXPECT_EQ(text(), old) << "interrupted";
    write_frames({7});
    EXPECT_FALSE(contains(text(), "\n1 "));
    EXPECT_TRUE(contains(text(), "\nend 1\n"));
}

TEST_F(StatsPlaceTest, StaysPartialWhenItsStreamIsInterrupted) {
    {
        StatsWriter out(path_);
        out.begin(section(1));
        out.write({8}, state(8));
    }
    EXPECT_FALSE(fs::exists(path_));
    EXPECT_TRUE(contains(text_of_file(part_), "\npartial ")) << text_of_file(part_);
    EXPECT_FALSE(has_stats(path_));
    fs::rename(part_, path_);
    EXPECT_FALSE(has_stats(path_)) << "renamed by hand";
    EXPECT_TRUE(contains(failure_to_read(section(1)), "not complete"));
}

// If the frame size of a stream changes, programs such as FFmpeg create a new filter. The new
// filter continues the unfinished statistics file (part file) of the previous filter.
TEST_F(StatsPlaceTest, ContinuesAPartFileOfThisProcess) {
    const auto part = [&](const StatsSection& what, std::initializer_list<int64_t> timestamps,
                          bool last) {
        StatsWriter out(path_);
        out.begin(what);
        for (const int64_t t : timestamps) out.write({t}, state(t));
        out.add_light({100.0 + static_cast<double>(*timestamps.begin()), 1});
        if (last) out.finish();
    };
    part(section(1), {0, 1}, false);
    part(section(1, "96x54"), {2, 3}, false);
    part(section(1), {5}, true);
    EXPECT_EQ(files(), 1u);
    const StatsReader first(path_, section(1)), second(path_, section(1, "96x54"));
    EXPECT_EQ(first.extent(), "0 to 5");
    EXPECT_EQ(second.extent(), "2 to 3");
    EXPECT_FALSE(first.find({2}).has_value());
    EXPECT_TRUE(contains(text(), "\nlight 105 1\nend 5\n")) << text();
}

TEST_F(StatsPlaceTest, ContinuesOnlyEarlierFrames) {
    for (const int64_t again : {0, 2}) {
        fs::remove(path_);
        {
            StatsWriter out(path_);
            out.begin(section(1));
            for (const int64_t t : {0, 1, 2}) out.write({t}, state(t));
        }
        write_frames({again, 9});
        EXPECT_TRUE(contains(text(), "\nend 2\n")) << "begun anew at " << again;
    }
    {
        StatsWriter out(path_);
        out.begin(section(1));
        for (const int64_t t : {0, 1, 2}) out.write({t}, state(t));
    }
    StatsWriter out(path_);
    out.begin(section(1));
    out.write({3}, state(3));
    EXPECT_TRUE(out.has(1));
    EXPECT_NE(failure_of([&] { out.write({1}, state(1)); }), "");
}

TEST_F(StatsPlaceTest, PartFileIsCompletedWithoutFurtherFrames) {
    {
        StatsWriter out(path_);
        out.begin(section(1));
        out.write({0}, state(0));
    }
    StatsWriter(path_).finish();
    EXPECT_EQ(StatsReader(path_, section(1)).extent(), "0 to 0");
}

TEST_F(StatsPlaceTest, AbandonedPartsAreReplaced) {
    for (const char* ending : {"0 0 1p+0\n", "0 0 1p", "0 0 1p+0\npartial abc.1 1 0 0 0\n", ""}) {
        put_part(file_of(ending, " smooth:1"));
        write_frames({5});
        EXPECT_EQ(text(), file_of("5 5000 1.4p+2\nend 1\n", " smooth:1")) << ending;
        EXPECT_EQ(files(), 1u);
    }
    put_part("");
    write_frames({5});
    EXPECT_EQ(files(), 1u);
}

TEST_F(StatsPlaceTest, NoFileIsWrittenWithoutFrames) {
    { StatsWriter out(path_); }
    EXPECT_EQ(files(), 0u);
}

TEST_F(StatsPlaceTest, HasOneWriterAtATime) {
    {
        StatsWriter first(path_);
        EXPECT_TRUE(contains(failure_to_write(), "being written by another"));
        first.begin(section(1));
        first.write({0}, state(0));
        EXPECT_TRUE(contains(failure_to_write(), "being written by another"));
        first.finish();
    }
    EXPECT_EQ(failure_to_write(), "");
}

TEST_F(StatsPlaceTest, ForeignFileWithTheNameOfThePartFileIsKept) {
    const std::string other = (folder_ / "other").string();
    std::ofstream(other) << "important\n";
    fs::create_symlink(other, part_);
    EXPECT_TRUE(contains(failure_to_write(), "symbolic link"));
    fs::remove(part_);
    fs::create_hard_link(other, part_);
    EXPECT_TRUE(contains(failure_to_write(), "has hard links or is not a regular file"));
    fs::remove(part_);
    put_part("important\n");
    EXPECT_TRUE(contains(failure_to_write(), "exists and is not a statistics file"));
    EXPECT_EQ(text_of_file(part_), "important\n");
    fs::remove(part_);
    ASSERT_EQ(mkfifo(part_.c_str(), 0600), 0);
    EXPECT_TRUE(contains(failure_to_write(), "FIFO"));
    EXPECT_EQ(text_of_file(other), "important\n");
}

TEST_F(StatsPlaceTest, FollowsSymbolicLinksAndKeepsPermissions) {
    const fs::path target = folder_ / "target";
    fs::create_symlink("target", path_);
    write_frames({1});
    EXPECT_TRUE(fs::is_symlink(path_)) << "a link to nothing";
    ASSERT_TRUE(fs::is_regular_file(target));
    EXPECT_TRUE(has_stats(path_));
    fs::permissions(target, fs::perms(0600));
    write_frames({1, 2});
    EXPECT_TRUE(fs::is_symlink(path_));
    EXPECT_EQ(fs::status(target).permissions(), fs::perms(0600));
    EXPECT_TRUE(contains(text(), "\nend 2\n"));
    fs::permissions(target, fs::perms(0664));
    write_frames({1});
    EXPECT_EQ(fs::status(target).permissions(), fs::perms(0664));
    EXPECT_EQ(files(), 2u);
}

TEST_F(StatsPlaceTest, RefusesFifosAndDirectories) {
    ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
    expect_refused("is a FIFO");
    fs::remove(path_);
    fs::create_directory(path_);
    expect_refused("is a directory");
}

TEST_F(StatsPlaceTest, RefusesASocket) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path_.size() >= sizeof(address.sun_path)) GTEST_SKIP() << "the path is too long";
    std::strcpy(address.sun_path, path_.c_str());
    const int socket_number = socket(AF_UNIX, SOCK_STREAM, 0);
    ASSERT_EQ(bind(socket_number, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
    expect_refused("is a socket");
    close(socket_number);
}

// A device is refused, because it can be endless, and reading it would then fill the memory.
TEST_F(StatsPlaceTest, RefusesADevice) {
    constexpr dev_t zeros = (1 << 8) + 5;
    if (mknod(path_.c_str(), S_IFCHR | 0600, zeros) != 0) GTEST_SKIP() << "needs root";
    expect_refused("is a device");
    EXPECT_TRUE(fs::is_character_file(path_));
    const std::string link = (folder_ / "link").string();
    fs::create_symlink(path_, link);
    EXPECT_THROW(StatsWriter{link}, Error);
    EXPECT_TRUE(fs::is_character_file(path_));
}

TEST_F(StatsPlaceTest, KeepsFilesThatAppearedMeanwhile) {
    StatsWriter out(path_);
    out.begin(section(1));
    out.write({0}, state(0));
    ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
    EXPECT_TRUE(contains(failure_of([&] { out.finish(); }), "has become a FIFO"));
    EXPECT_TRUE(fs::is_fifo(path_));
    EXPECT_EQ(files(), 1u);
}

TEST_F(StatsPlaceTest, KeepsPartsOfOtherRuns) {
    write_frames({0, 1});
    const std::string old = text();
    for (const bool ends : {true, false}) {
        StatsWriter out(path_);
        out.begin(section(1));
        out.write({7}, state(7));
        fs::remove(part_);
        std::ofstream(part_) << "of another run";
        if (ends) {
            EXPECT_THROW(out.finish(), Error);
        } else {
            out.give_up();
        }
        EXPECT_EQ(text(), old);
        EXPECT_EQ(text_of_file(part_), "of another run");
        fs::remove(part_);
    }
}

TEST_F(StatsPlaceTest, KeepsForeignFiles) {
    const std::string foreign = "#!/bin/sh\necho important\n";
    put(foreign);
    expect_refused("not a statistics file");
    EXPECT_EQ(text(), foreign);
}

TEST_F(StatsPlaceTest, OtherFilesAreRefusedByTheirFirstBytes) {
    put("");
    std::error_code error;
    fs::resize_file(path_, uintmax_t{1} << 40, error);
    if (error) GTEST_SKIP() << "no sparse files here";
    expect_refused("not a statistics file");
}

TEST_F(StatsPlaceTest, ReportsAFolderThatCannotBeWritten) {
    path_ = (folder_ / "missing" / "film.stats").string();
    EXPECT_TRUE(contains(failure_to_write(), "No such file"));
    EXPECT_TRUE(contains(failure_to_read(), "No such file"));
    EXPECT_FALSE(has_stats(path_));
    path_ = "/proc/film.stats";
    if (!fs::exists("/proc/self")) GTEST_SKIP() << "no /proc on this system";
    EXPECT_TRUE(contains(failure_to_write(), "cannot be written"));
}

TEST_F(StatsPlaceTest, KeepsTheOldFileIfTheNewOneCannotGrow) {
    write_frames({1});
    const std::string old = text();
    std::string at_end, in_stream;
    {
        const LimitedFiles full_disk(1024);
        StatsWriter out(path_);
        out.begin(section(1));
        for (int64_t t = 0; t < 100; ++t) out.write({t, t}, state(t));
        at_end = failure_of([&] { out.finish(); });
    }
    {
        const LimitedFiles full_disk(1024);
        StatsWriter out(path_);
        out.begin(section(1));
        for (int64_t t = 0; t < 100000 && in_stream.empty(); ++t)
            in_stream = failure_of([&] { out.write({t, t}, state(t)); });
    }
    EXPECT_TRUE(contains(at_end, "File too large")) << at_end;
    EXPECT_TRUE(contains(in_stream, "File too large")) << in_stream;
    EXPECT_EQ(text(), old);
    EXPECT_EQ(files(), 1u);
}

}  // namespace
}  // namespace tonelift::stats_place_test
