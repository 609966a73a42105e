// SPDX-License-Identifier: BSD-2-Clause
// Tests how work is divided among threads, with and without held workers.
#include "kernels/threads/workers.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
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
        workers_.run(items, most, [&](int item, int worker) {
            EXPECT_GE(worker, 0);
            EXPECT_LT(worker, std::min(most, threads));
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

    // Returns the indices of the workers that process items which each take a millisecond.
    std::set<int> busy_workers() {
        std::set<int> workers;
        std::mutex mutex;
        workers_.run(200, [&](int, int worker) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            const std::lock_guard lock(mutex);
            workers.insert(worker);
        });
        return workers;
    }

    const tbb::global_control allowed_{tbb::global_control::max_allowed_parallelism, threads};
    Workers workers_{threads};
};

TEST_F(WorkersTest, ProcessEachItemOnce) { expect_each_once(); }

TEST_F(WorkersTest, ProcessEachItemOnceWhileHeld) {
    for (const int most : {1, 3, threads, 1000}) {
        for (int i = 0; i < 50; ++i) workers_.hold(most, [&] { expect_each_once(); });
    }
}

TEST_F(WorkersTest, HeldWorkersTakePart) {
    workers_.hold(threads, [&] { EXPECT_EQ(busy_workers(), (std::set{0, 1, 2, 3, 4, 5})); });
    workers_.hold(3, [&] { EXPECT_EQ(busy_workers(), (std::set{0, 1, 2})); });
}

TEST_F(WorkersTest, HeldWorkersTakePartAfterTheyHaveSlept) {
    workers_.hold(threads, [&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        EXPECT_EQ(busy_workers().size(), size_t{threads});
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    workers_.hold(threads, [&] { EXPECT_EQ(busy_workers().size(), size_t{threads}); });
}

// Paused helpers stop after about 30 us, so these pauses end before, while and after they stop.
TEST_F(WorkersTest, ProcessEachItemOnceAfterAnyPause) {
    using Clock = std::chrono::steady_clock;
    for (int i = 0; i < 3000; ++i) {
        workers_.hold(threads, [&] { EXPECT_EQ(run(9, threads), std::vector<int>(9, 1)); });
        const auto end = Clock::now() + std::chrono::microseconds(i % 100);
        while (Clock::now() < end) continue;
    }
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
