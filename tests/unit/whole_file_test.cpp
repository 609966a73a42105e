// SPDX-License-Identifier: BSD-2-Clause
// Tests that an output file is written completely or not at all.
#include "tools/whole_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <climits>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "core/runtime/stats_file.h"
#include "kernels/error.h"
#include "tests/support/limited_files.h"

namespace tonelift::whole_file_test {
namespace {

namespace fs = std::filesystem;

class WholeFiles : public testing::Test {
  protected:
    WholeFiles() { fs::create_directories(folder_); }
    ~WholeFiles() override { fs::remove_all(folder_); }

    std::string path(const char* name) const { return (folder_ / name).string(); }

    template <typename Work>
    static std::string error_of(const Work& work) {
        try {
            work();
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }

    const fs::path folder_ =
        fs::path(testing::TempDir()) / ("tonelift_whole_files_" + std::to_string(getpid()));
};

TEST_F(WholeFiles, SignalRemovesAllUnfinishedFiles) {
    const auto end_by_signal = [&] {
        const WholeFile first(path("first")), second(path("second"));
        raise(SIGTERM);
    };
    EXPECT_EXIT(end_by_signal(), testing::KilledBySignal(SIGTERM), "");
    EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(WholeFiles, SignalRemovesAnOlderUnfinishedFile) {
    const auto end_by_signal = [&] {
        const WholeFile first(path("first"));
        { const WholeFile second(path("second")); }
        raise(SIGINT);
    };
    EXPECT_EXIT(end_by_signal(), testing::KilledBySignal(SIGINT), "");
    EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(WholeFiles, SignalsHaveTheirUsualEffectAfterTheLastFile) {
    { const WholeFile first(path("first")), second(path("second")); }
    struct sigaction action;
    ASSERT_EQ(sigaction(SIGTERM, nullptr, &action), 0);
    EXPECT_EQ(action.sa_handler, SIG_DFL);
    EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(WholeFiles, FilesWithTheNamesOfPartFilesAreKept) {
    const auto put = [](const std::string& file, const char* text) { std::ofstream(file) << text; };
    put(path("film.y4m.part"), "precious");
    put(path("film.y4m.2.part"), "precious, too");
    fs::create_symlink("film.y4m", path("link"));
    const auto write = [&](const std::string& part) {
        EXPECT_EQ(part, path("film.y4m.3.part"));
        put(part, "new");
    };
    for (const char* name : {"film.y4m", "link"}) write_whole(path(name), write);
    EXPECT_EQ(fs::file_size(path("film.y4m")), 3u);
    EXPECT_EQ(fs::file_size(path("film.y4m.part")), 8u);
    EXPECT_EQ(fs::file_size(path("film.y4m.2.part")), 13u);
    EXPECT_FALSE(fs::exists(path("film.y4m.3.part")));
}

TEST_F(WholeFiles, ThePartFileOfAnotherWriterIsKept) {
    const WholeFile first(path("out"));
    std::ofstream(first.part()) << "of the first";
    write_whole(path("out"), [](const std::string& part) { std::ofstream(part) << "new"; });
    EXPECT_EQ(fs::file_size(first.part()), 12u);
    EXPECT_EQ(fs::file_size(path("out")), 3u);
}

TEST_F(WholeFiles, FailedWritesNameTheReasonAndKeepTheOldFile) {
    std::ofstream(path("out")) << "old";
    const std::string error = error_of([&] {
        const LimitedFiles full_disk(1024);
        WholeFile file(path("out"));
        file.write(std::string(100000, 'x'));
        file.make_ready();
        file.take_its_place();
    });
    EXPECT_NE(error.find("File too large"), std::string::npos) << error;
    EXPECT_EQ(fs::file_size(path("out")), 3u);
    EXPECT_FALSE(fs::exists(path("out.part")));
}

TEST_F(WholeFiles, WriteProtectedFilesAreKept) {
    std::ofstream(path("out")) << "old";
    fs::permissions(path("out"), fs::perms::owner_read | fs::perms::group_read);
    EXPECT_EQ(error_of([&] { const WholeFile file(path("out")); }),
              "the output '" + path("out") + "' is write-protected");
    EXPECT_EQ(fs::file_size(path("out")), 3u);
    EXPECT_FALSE(fs::exists(path("out.part")));
}

TEST_F(WholeFiles, TheLongestNameIsWritten) {
    const std::string name(NAME_MAX, 'n');
    std::ofstream(path((name.substr(0, NAME_MAX - 5) + ".part").c_str())) << "precious";
    write_whole(path(name.c_str()), [](const std::string& part) { std::ofstream(part) << "new"; });
    EXPECT_EQ(fs::file_size(path(name.c_str())), 3u);
}

TEST_F(WholeFiles, StandardStreamsAreNoFiles) {
    EXPECT_EQ(error_of([] { const WholeFile file("-"); }),
              "the output '-' is the standard output; name a file, or ./- for this name");
    EXPECT_EQ(error_of([] { const StatsPiece piece("-"); }),
              "stats_file '-' is no file; name one, or ./- for this name");
    EXPECT_FALSE(fs::exists("-.part"));
}

}  // namespace
}  // namespace tonelift::whole_file_test
