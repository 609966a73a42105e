// SPDX-License-Identifier: BSD-2-Clause
#include "tests/support/run_tests.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>

namespace tonelift {
namespace {

struct ProcessState {
    std::set<std::string> environment;
    std::filesystem::path folder;
    std::string locale = std::setlocale(LC_ALL, nullptr);
    rlim_t largest_file = 0;
    std::array<void (*)(int), 32> handlers{};

    ProcessState() {
        for (char** variable = environ; *variable != nullptr; ++variable)
            environment.insert(*variable);
        folder = std::filesystem::current_path();
        rlimit limit{};
        getrlimit(RLIMIT_FSIZE, &limit);
        largest_file = limit.rlim_cur;
        for (int signal = 1; signal < static_cast<int>(handlers.size()); ++signal) {
            struct sigaction action {};
            sigaction(signal, nullptr, &action);
            handlers[static_cast<size_t>(signal)] = action.sa_handler;
        }
    }
};

class ExpectsSameState : public testing::EmptyTestEventListener {
    void OnTestStart(const testing::TestInfo&) override { before_ = ProcessState(); }
    void OnTestEnd(const testing::TestInfo&) override {
        const ProcessState now;
        EXPECT_EQ(before_.environment, now.environment) << "the test changed the environment";
        EXPECT_EQ(before_.folder, now.folder) << "the test changed the current folder";
        EXPECT_EQ(before_.locale, now.locale) << "the test changed the locale";
        EXPECT_EQ(before_.largest_file, now.largest_file) << "the test changed RLIMIT_FSIZE";
        EXPECT_EQ(before_.handlers, now.handlers) << "the test changed a signal handler";
    }

    ProcessState before_;
};

// Folder for the temporary files of a test process. Each process has its own folder, because all
// processes use the same file names.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        path_ = testing::TempDir() + "tonelift_tests_XXXXXX";
        if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot create " + path_);
        setenv("TEST_TMPDIR", (path_ + "/").c_str(), 1);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;

  private:
    std::string path_;
};

// Gives the report of this process its own file name. GTEST_OUTPUT=xml:FOLDER/ alone would make all
// processes write the same file.
void give_shard_its_report(const char* program) {
    const char* index = std::getenv("GTEST_SHARD_INDEX");
    std::string& output = testing::GTEST_FLAG(output);
    if (index == nullptr || !output.ends_with('/')) return;
    output += std::filesystem::path(program).filename().string();
    output += std::string("_") + index + ".xml";
}

}  // namespace

int run_tests(int count, char** arguments) {
    const TemporaryFolder folder;
    setenv("TONELIFT_KERNEL_CACHE", "off", 1);  // tests must not share compiled kernels
    give_shard_its_report(arguments[0]);
    testing::InitGoogleTest(&count, arguments);
    testing::UnitTest::GetInstance()->listeners().Append(new ExpectsSameState);
    return RUN_ALL_TESTS();
}

}  // namespace tonelift
