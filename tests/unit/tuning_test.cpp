// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <tonelift/version.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <set>

#include "core/common/replaced_file.h"
#include "core/tuning/tuning_file.h"
#include "kernels/error.h"
#include "tests/support/api_stream.h"
#include "tests/support/environment.h"
#include "tests/support/text_file.h"

namespace tonelift::tuning_test {
namespace {

namespace fs = std::filesystem;

const TunedMachine machine = {"cuda", "NVIDIA H200", "132 multiprocessors, driver for CUDA 13.0"};

Tuning tuning_of(int output_blocks) {
    Tuning tuning;
    tuning.output_blocks = output_blocks;
    return tuning;
}

const char* const plain_text =
    "tonelift tuning 1\n"
    "library " TONELIFT_VERSION
    "\n"
    "machine cuda: NVIDIA H200, 132 multiprocessors, driver for CUDA 13.0\n"
    "size 3840x2160\n"
    "output_blocks 7\n"
    "size 1920x1080\n"
    "end\n";

std::string failure_of(const std::string& text) {
    try {
        parse_tuning(text);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

bool has_declared_values(const TuningFile& file) {
    for (const TunedSize& size : file.sizes) {
        for (const TuningNumber& number : tuning_numbers()) {
            const auto& values = number.values;
            const int value = size.tuning.*number.place;
            if (std::find(values.begin(), values.end(), value) == values.end()) return false;
        }
    }
    return true;
}

TEST(TuningTable, DeclaresItsDefaults) {
    std::set<std::string_view> names;
    for (const TuningNumber& number : tuning_numbers()) {
        EXPECT_TRUE(number.machine == "cuda" || number.machine == "cpu") << number.name;
        EXPECT_TRUE(names.insert(number.name).second) << number.name;
        EXPECT_GT(number.values.size(), 1u) << number.name;
        EXPECT_TRUE(std::is_sorted(number.values.begin(), number.values.end())) << number.name;
    }
    EXPECT_TRUE(has_declared_values({"", "", {{1, 1, {}}}}));
}

TEST(TuningTable, KeepSumsResetsNumbersThatReorderSums) {
    Tuning tuning;
    tuning.point_rows = 8;
    tuning.point_blocks = 3;
    const Tuning kept = keeping_sums(tuning);
    EXPECT_EQ(kept.point_rows, Tuning().point_rows);
    EXPECT_EQ(kept.point_blocks, 3);
}

TEST(TuningText, RoundTrips) {
    const TuningFile file = parse_tuning(plain_text);
    EXPECT_EQ(file.library, TONELIFT_VERSION);
    EXPECT_EQ(file.machine, machine.text());
    EXPECT_EQ(file.of(3840, 2160), tuning_of(7));
    EXPECT_EQ(file.of(1920, 1080), Tuning());
    EXPECT_EQ(file.of(640, 480), Tuning()) << "a size that was not tuned";
    EXPECT_EQ(tuning_text(file), plain_text);
}

TEST(TuningText, IsRefusedWithTheLine) {
    const auto broken = [](const std::string& from, const std::string& to) {
        return failure_of(replaced(plain_text, from, to));
    };
    EXPECT_EQ(broken("tuning 1", "tuning 2"), "line 1: is not 'tonelift tuning 1'");
    EXPECT_EQ(broken("library ", "Library "), "line 2: does not begin with 'library '");
    EXPECT_EQ(broken("3840x2160", "3840"), "line 4: '' is not a valid number here");
    EXPECT_EQ(broken("3840x2160", "0x1"), "line 4: '0' is not a valid number here");
    EXPECT_EQ(broken("3840x", "38400x"), "line 4: '38400' is not a valid number here");
    EXPECT_EQ(broken("output_blocks", "output_block"),
              "line 5: there is no tuning number 'output_block'");
    EXPECT_EQ(broken("output_blocks 7", "used_threads 50"),
              "line 5: there is no tuning number 'used_threads'")
        << "one of the CPU";
    EXPECT_EQ(broken("blocks 7", "blocks 9"), "line 5: 9 is not a value of output_blocks");
    EXPECT_EQ(broken("blocks 7", "blocks 8"), "line 5: 8 is the shipped value");
    EXPECT_EQ(broken("blocks 7", "blocks -7"), "line 5: '-7' is not a valid number here");
    EXPECT_EQ(broken("blocks 7", "blocks 99999999999"),
              "line 5: '99999999999' is not a valid number here");
    EXPECT_EQ(broken("blocks 7", "blocks"), "line 5: there is no value");
    EXPECT_EQ(broken("blocks 7", "blocks 7\noutput_blocks 6"), "line 6: this number is repeated");
    EXPECT_EQ(broken("size 3840x2160\n", ""), "line 4: a size must come first");
    EXPECT_EQ(broken("1920x1080", "3840x2160"), "line 6: this size is repeated");
    EXPECT_EQ(broken("end\n", "end\nend\n"), "line 7: is not the last line");
    EXPECT_EQ(broken("end\n", ""), "line 7: the file is incomplete");
}

TEST(TuningText, LengthAndSizesAreLimited) {
    std::string sizes;
    for (size_t i = 1; i <= most_tuned_sizes + 1; ++i)
        sizes += "size 1x" + std::to_string(i) + "\n";
    EXPECT_EQ(failure_of(replaced(plain_text, "size 3840x2160\noutput_blocks 7\n", sizes)),
              "line 260: there are too many sizes");
    EXPECT_EQ(failure_of(std::string(longest_tuning_text + 1, '\n')), "the file is too long");
}

TEST(TuningText, HostileTextIsRefused) {
    const std::string text = plain_text;
    for (size_t length = 0; length < text.size(); ++length)
        EXPECT_NE(failure_of(text.substr(0, length)), "") << length;
    std::mt19937 random(1);
    size_t taken = 0;
    for (int i = 0; i < 20000; ++i) {
        std::string other = text;
        for (unsigned changes = random() % 3 + 1; changes > 0; --changes)
            other[random() % other.size()] =
                random() % 2 == 0 ? static_cast<char>(random()) : text[random() % text.size()];
        try {
            EXPECT_TRUE(has_declared_values(parse_tuning(other))) << other;
            ++taken;
        } catch (const Error& error) {
            EXPECT_EQ(error.failure(), Failure::io);
        }
    }
    EXPECT_GT(taken, 0u) << "names may be any";
    EXPECT_LT(taken, 20000u);
}

class TuningPlace : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = fs::path(testing::TempDir()) / ("tonelift_tuning_" + std::to_string(getpid()));
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        cache_.set(folder_);
        path_ = tuning_path(machine);
    }
    void TearDown() override { fs::remove_all(folder_); }

    TuningFile find(const std::string& option) {
        messages_ = {};
        const tonelift_log log = messages_.log();
        return find_tuning(option, machine, Log(&log));
    }
    void expect_ignored(const std::string& why) {
        EXPECT_EQ(find("auto").of(3840, 2160), Tuning());
        EXPECT_EQ(messages_.warnings, "the tuning file '" + path_ + "' is ignored: " + why +
                                          "; `tonelift tune` makes a new one\n");
    }
    void write(const std::string& text) {
        fs::create_directories(fs::path(path_).parent_path());
        std::ofstream(path_) << text;
    }
    std::string read() const { return text_of_file(path_); }

    EnvironmentVariable cache_{"XDG_CACHE_HOME"}, home_{"HOME"};
    fs::path folder_;
    std::string path_;
    Messages messages_;
};

TEST_F(TuningPlace, FileIsInTheCacheFolder) {
    EXPECT_EQ(path_, folder_ / "tonelift/cuda-nvidia-h200.tuning");
    cache_.set("relative");
    home_.set("/home/someone");
    EXPECT_EQ(tuning_path(machine), "/home/someone/.cache/tonelift/cuda-nvidia-h200.tuning");
    home_.unset();
    EXPECT_EQ(tuning_path(machine), "");
    EXPECT_EQ(find("auto").of(3840, 2160), Tuning());
    EXPECT_EQ(messages_.warnings, "");
}

TEST_F(TuningPlace, FileIsFound) {
    EXPECT_EQ(find("auto").of(3840, 2160), Tuning());
    EXPECT_EQ(messages_.warnings, "") << "nothing was tuned yet";
    save_tuning(path_, machine, {{3840, 2160, tuning_of(7)}});
    EXPECT_EQ(find("auto").of(3840, 2160), tuning_of(7));
    EXPECT_EQ(find(path_).of(3840, 2160), tuning_of(7));
    EXPECT_EQ(find("off").of(3840, 2160), Tuning());
    EXPECT_EQ(messages_.warnings, "");
}

TEST_F(TuningPlace, IgnoresFilesOfOtherUsers) {
    write(replaced(plain_text, TONELIFT_VERSION, "9.9"));
    expect_ignored("it is for version '9.9' of the library, and this is " TONELIFT_VERSION);
    write(replaced(plain_text, "H200", "H100"));
    expect_ignored(
        "it is for 'cuda: NVIDIA H100, 132 multiprocessors, driver for CUDA 13.0', and this is "
        "'cuda: NVIDIA H200, 132 multiprocessors, driver for CUDA 13.0'");
    write("nonsense");
    expect_ignored("line 1: the file is incomplete");
}

TEST_F(TuningPlace, IgnoresOtherKindsOfFiles) {
    fs::create_directories(path_);
    expect_ignored("it is a directory");
    fs::remove(path_);
    ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
    expect_ignored("it is a FIFO");
    find((folder_ / "none").string());
    EXPECT_NE(messages_.warnings.find("No such file or directory"), std::string::npos);
}

TEST_F(TuningPlace, SavingKeepsTheNumbersOfOtherSizes) {
    save_tuning(path_, machine, {{3840, 2160, tuning_of(7)}, {640, 480, tuning_of(6)}});
    save_tuning(path_, machine, {{640, 480, tuning_of(5)}});
    EXPECT_EQ(find("auto").of(3840, 2160), tuning_of(7));
    EXPECT_EQ(find("auto").of(640, 480), tuning_of(5));
    write("tonelift tuning 9\n");
    save_tuning(path_, machine, {{640, 480, tuning_of(5)}});
    EXPECT_EQ(find("auto").of(640, 480), tuning_of(5)) << "a broken file is replaced";
    EXPECT_FALSE(fs::exists(path_ + ".part"));
}

TEST_F(TuningPlace, OtherFilesAreNotOverwritten) {
    write("a letter");
    EXPECT_THROW(check_tuning_place(path_), Error);
    EXPECT_THROW(save_tuning(path_, machine, {}), Error);
    EXPECT_EQ(read(), "a letter");
    EXPECT_FALSE(fs::exists(path_ + ".part"));
}

TEST_F(TuningPlace, OtherFilesWithTheNameOfThePartFileAreKept) {
    save_tuning(path_, machine, {});
    std::ofstream(path_ + ".part") << "a letter";
    EXPECT_THROW(check_tuning_place(path_), Error);
    EXPECT_THROW(save_tuning(path_, machine, {}), Error);
    EXPECT_EQ(fs::file_size(path_ + ".part"), 8u);
    fs::remove(path_ + ".part");
}

TEST_F(TuningPlace, CheckDoesNotChangeTheFile) {
    write(plain_text);
    check_tuning_place(path_);
    EXPECT_EQ(read(), plain_text);
    fs::remove_all(folder_ / "tonelift");
    check_tuning_place(path_);
    EXPECT_FALSE(fs::exists(path_));
}

TEST_F(TuningPlace, FileHasOneWriter) {
    save_tuning(path_, machine, {});
    const ReplacedFile other("another", path_);
    EXPECT_THROW(save_tuning(path_, machine, {}), Error);
    EXPECT_EQ(find("auto").sizes.size(), 0u);
    EXPECT_EQ(messages_.warnings, "") << "a reader does not care";
}

TEST_F(TuningPlace, FailedWriteIsReported) {
    write(plain_text);
    EXPECT_THROW(save_tuning(path_ + "/below", machine, {}), Error);
}

TEST_F(TuningPlace, BrokenFileIsNeverFatal) {
    write("nonsense");
    tonelift_options options = default_options();
    options.device = "cpu";
    options.tuning = path_.c_str();
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, 64, 36);
    Messages messages;
    EXPECT_NE(make_filter(options, in, output_of(options, in), &messages), nullptr);
    EXPECT_NE(messages.warnings.find("is ignored"), std::string::npos);
    EXPECT_EQ(messages.errors, "");
}

}  // namespace
}  // namespace tonelift::tuning_test
