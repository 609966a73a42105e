// SPDX-License-Identifier: BSD-2-Clause
// Tests how work is divided among threads, with and without held workers.
#include "kernels/threads/workers.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace tonelift::workers_test {
namespace {

constexpr int threads = 6;

class WorkersTest : public testing::Test {
  protected:
    // Runs items and returns how often each of them was processed.
    std::vector<int> run(int items, int most) {
        std::vector<std::atomic<int>> counts(static_cast<size_t>(items));
        std::atomic<int> next{0};
        workers_.together(std::min(items, most), [&](int worker) {
            EXPECT_GE(worker, 0);
            EXPECT_LT(worker, std::min(most, threads));
            for (int item = next++; item < items; item = next++)
                ++counts[static_cast<size_t>(item)];
        });
        return {counts.begin(), counts.end()};
    }

    void expect_each_once() {
        for (const int items : {1, 2, 17, 100}) {
            for (const int most : {1, 2, threads, 100})
                EXPECT_EQ(run(items, most), std::vector<int>(static_cast<size_t>(items), 1));
        }
    }

    void throw_at(int item) {
        workers_.run(50, [&](int i, int) {
            if (i == item) throw std::runtime_error("item " + std::to_string(item));
        });
    }

    // Runs `items` items that each wait until all of them are being processed, for 20 s at most.
    // Returns the indices of their workers.
    std::set<int> workers_at_once(int items) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        std::set<int> workers;
        std::mutex mutex;
        std::atomic<int> entered{0};
        workers_.run(items, [&](int, int worker) {
            ++entered;
            while (entered < items && std::chrono::steady_clock::now() < end)
                std::this_thread::yield();
            const std::lock_guard lock(mutex);
            workers.insert(worker);
        });
        return workers;
    }

    const tbb::global_control allowed_{tbb::global_control::max_allowed_parallelism, threads};
    Workers workers_{threads};
};

TEST_F(WorkersTest, EachItemIsProcessedOnce) { expect_each_once(); }

TEST_F(WorkersTest, EachItemIsProcessedOnceByHeldWorkers) {
    for (const int most : {1, 3, threads, 1000}) {
        for (int i = 0; i < 50; ++i) workers_.hold(most, [&] { expect_each_once(); });
    }
}

TEST_F(WorkersTest, HeldWorkersTakePart) {
    workers_.hold(threads, [&] { EXPECT_EQ(workers_at_once(6), (std::set{0, 1, 2, 3, 4, 5})); });
    workers_.hold(3, [&] { EXPECT_EQ(workers_at_once(3), (std::set{0, 1, 2})); });
}

TEST_F(WorkersTest, AHeldWorkerIsAlone) {
    workers_.hold(1, [&] { workers_.run(100, [](int, int worker) { EXPECT_EQ(worker, 0); }); });
}

TEST_F(WorkersTest, HeldWorkersTakePartAfterTheyHaveSlept) {
    workers_.hold(threads, [&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        EXPECT_EQ(workers_at_once(threads).size(), size_t{threads});
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    workers_.hold(threads, [&] { EXPECT_EQ(workers_at_once(threads).size(), size_t{threads}); });
}

// Paused helpers stop after about 30 us. The pauses of this test end before, during and after that.
TEST_F(WorkersTest, EachItemIsProcessedOnceAfterAnyPause) {
    using Clock = std::chrono::steady_clock;
    for (int i = 0; i < 3000; ++i) {
        workers_.hold(threads, [&] { EXPECT_EQ(run(9, threads), std::vector<int>(9, 1)); });
        const auto end = Clock::now() + std::chrono::microseconds(i % 100);
        while (Clock::now() < end) continue;
    }
}

// Forks while workers are still held, and returns whether work() ends in the child within 10 s.
template <typename Work>
bool ends_in_child(const Work& work) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(10);
        work();
        _exit(0);
    }
    int status = -1;
    return waitpid(child, &status, 0) == child && status == 0;
}

TEST_F(WorkersTest, ForkedProcessesDoNotWaitForThreadsOfTheirParent) {
    for (int i = 0; i < 20; ++i) {
        auto workers = std::make_unique<Workers>(threads);
        workers->hold(threads, [&] { workers->run(100, [](int, int) {}); });
        EXPECT_TRUE(ends_in_child([&] {
            if (i % 2 == 0) workers->hold(threads, [&] { workers->run(100, [](int, int) {}); });
            workers.reset();
        }));
    }
}

TEST_F(WorkersTest, NewWorkersOfForkedProcessesUseOneThread) {
    workers_.hold(threads, [&] { workers_.run(100, [](int, int) {}); });
    EXPECT_TRUE(ends_in_child([] {
        Workers own(threads);
        own.run(100, [](int, int) {});
        if (own.count() > 1) std::abort();
    }));
}

TEST_F(WorkersTest, TheCallerGetsExceptions) {
    for (const int item : {0, 25, 49}) {
        EXPECT_THROW(throw_at(item), std::runtime_error);
        EXPECT_THROW(workers_.hold(threads, [&] { throw_at(item); }), std::runtime_error);
        workers_.hold(threads, [&] {
            EXPECT_THROW(throw_at(item), std::runtime_error);
            expect_each_once();
        });
        expect_each_once();
    }
}

}  // namespace
}  // namespace tonelift::workers_test
