// SPDX-License-Identifier: BSD-2-Clause
// Tests that the option `threads` sets the number of working threads. The tests count the threads
// that use CPU time.
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/api_stream.h"

namespace tonelift::threads_test {
namespace {

using Ticks = std::map<long, long>;

Ticks cpu_times() {
    Ticks times;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
        std::ifstream file(thread.path() / "stat");
        std::string line;
        std::getline(file, line);
        if (line.empty()) continue;
        std::istringstream words(line.substr(line.rfind(')') + 1));
        std::string word;
        for (int i = 0; i < 11; ++i) words >> word;
        long user = 0, system = 0;
        words >> user >> system;
        times[std::stol(thread.path().filename())] = user + system;
    }
    return times;
}

int cores() {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
}

class Threads : public testing::TestWithParam<int> {
  protected:
    Threads() {
        options_.device = "cpu";
        options_.threads = GetParam();
        filter_ = make_filter(options_, in_, output_of(options_, in_));
    }

    void process() {
        const tonelift_frame input = frame_of(from_, time_);
        tonelift_frame output = frame_of(to_, time_);
        time_ += 0.04;
        ASSERT_EQ(tonelift_filter_process(filter_.get(), &input, &output, 1), TONELIFT_OK);
    }

    int busy() const {
        const Ticks now = cpu_times();
        const auto worked = [&](long thread) {
            return now.at(thread) - (before_.contains(thread) ? before_.at(thread) : 0);
        };
        int found = 0;
        for (const auto& [thread, ticks] : now) found += 5 * worked(thread) >= worked(getpid());
        return found;
    }

    int busy_after_work(int enough) {
        using Clock = std::chrono::steady_clock;
        const auto end = Clock::now() + std::chrono::minutes(1);
        const long ticks = sysconf(_SC_CLK_TCK) / 4;
        const auto mine = [&] { return cpu_times().at(getpid()) - before_.at(getpid()); };
        while (!HasFatalFailure() && Clock::now() < end && (mine() < ticks || busy() < enough))
            process();
        return busy();
    }

    tonelift_options options_ = default_options();
    // A frame of this size takes much longer to process than a thread takes to wake up, so every
    // thread gets work.
    const tonelift_video in_ = hdr10_video(TONELIFT_FORMAT_P010, 3840, 2160);
    TestPicture from_ = picture_for(in_), to_ = picture_for(output_of(options_, in_));
    FilterHandle filter_;
    const Ticks before_ = cpu_times();
    double time_ = 0;
};

TEST_P(Threads, RequestedNumberOfThreadsWorks) {
    ASSERT_NE(filter_, nullptr);
    if (GetParam() == 1) {
        EXPECT_EQ(busy_after_work(1), 1);
    } else if (cores() < 2) {
        GTEST_SKIP() << "there is one core only";
    } else {
        EXPECT_GE(busy_after_work(2), 2);
    }
}

// The test with 1 thread is last. TBB has then already started its threads, so the test also checks
// that these threads stay idle.
INSTANTIATE_TEST_SUITE_P(Option, Threads, testing::Values(0, 2, 1));

void map_frames(TestPicture& to) {
    const tonelift_options options = default_options();
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, 64, 36);
    const FilterHandle filter = make_filter(options, in, output_of(options, in));
    ASSERT_NE(filter, nullptr);
    TestPicture from = picture_for(in);
    from.fill_legal(1);
    for (int i = 0; i < 3; ++i) {
        const tonelift_frame input = frame_of(from, i / 25.0);
        tonelift_frame output = frame_of(to, i / 25.0);
        ASSERT_EQ(tonelift_filter_process(filter.get(), &input, &output, 1), TONELIFT_OK);
    }
}

TEST(Filters, WithSeveralThreadsDoNotInterfere) {
    constexpr int count = 6, rounds = 5;
    const tonelift_video out =
        output_of(default_options(), hdr10_video(TONELIFT_FORMAT_P010, 64, 36));
    TestPicture alone = picture_for(out);
    map_frames(alone);
    std::vector<TestPicture> made;
    for (int i = 0; i < count; ++i) made.push_back(picture_for(out));
    std::vector<std::thread> threads;
    for (TestPicture& picture : made) {
        threads.emplace_back([&picture] {
            for (int round = 0; round < rounds; ++round) map_frames(picture);
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const TestPicture& picture : made) EXPECT_TRUE(equal(alone, picture, 1));
}

void keep_mapping() {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, 64, 36);
    TestPicture to = picture_for(output_of(default_options(), in));
    for (;;) map_frames(to);
}

// Exits while another thread works. exit() destroys the static objects of the library, and then
// calls this function's handler, which gives the thread time to use them.
[[noreturn]] void exit_while_mapping() {
    std::atexit([] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        std::_Exit(0);
    });
    std::thread(keep_mapping).detach();
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    std::exit(1);
}

TEST(Filters, MayWorkWhileTheProcessExits) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(exit_while_mapping(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace tonelift::threads_test
