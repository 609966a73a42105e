// SPDX-License-Identifier: BSD-2-Clause
// Tests the order of tasks that depend on each other, in several threads.
#include "kernels/threads/task_graph.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <atomic>
#include <chrono>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace tonelift::task_graph_test {
namespace {

constexpr int threads = 6;

// Tasks with random numbers of loops and items, and with random predecessors. Each item checks that
// the loops before its loop have ended.
class RandomTasks {
  public:
    explicit RandomTasks(unsigned seed) : random_(seed) {
        for (size_t i = 0; i < tasks_; ++i) add_task(i);
    }

    const std::vector<Task>& tasks() const { return list_; }

    void reset() {
        for (auto& done : done_) done = 0;
    }

    void expect_all_done() {
        for (size_t i = 0; i < tasks_ * most_loops; ++i) EXPECT_EQ(done_[i], items_[i]) << i;
        EXPECT_FALSE(early_);
        EXPECT_FALSE(beyond_);
    }

  private:
    static constexpr size_t tasks_ = 40, most_loops = 3;

    void add_task(size_t index) {
        Task task;
        const size_t loops = random_() % (most_loops + 1);
        for (size_t k = 0; k < loops; ++k) add_loop(task, index, k);
        for (size_t i = 0; i < index; ++i) {
            if (random_() % 8 == 0) task.before.push_back(i);
        }
        before_[index] = task.before;
        task.rank = static_cast<int>(random_() % 3);
        list_.push_back(task);
    }

    void add_loop(Task& task, size_t index, size_t loop) {
        const size_t place = index * most_loops + loop;
        const int items = static_cast<int>(random_() % 12);
        const int workers = 1 + static_cast<int>(random_() % threads);
        items_[place] = items;
        task.loops.push_back({items, workers, [=, this](int, int worker) {
                                  if (worker >= workers) beyond_ = true;
                                  if (!is_ready(index, loop)) early_ = true;
                                  ++done_[place];
                              }});
    }

    bool is_ready(size_t index, size_t loop) const {
        for (size_t k = 0; k < loop; ++k) {
            if (!has_ended(index * most_loops + k)) return false;
        }
        for (const size_t task : before_[index]) {
            for (size_t k = 0; k < most_loops; ++k) {
                if (!has_ended(task * most_loops + k)) return false;
            }
        }
        return true;
    }

    bool has_ended(size_t place) const { return done_[place] == items_[place]; }

    std::mt19937 random_;
    std::vector<Task> list_;
    std::vector<size_t> before_[tasks_];
    int items_[tasks_ * most_loops] = {};
    std::atomic<int> done_[tasks_ * most_loops] = {};
    std::atomic<bool> early_{false};
    std::atomic<bool> beyond_{false};
};

class TaskGraphTest : public testing::Test {
  protected:
    const tbb::global_control allowed_{tbb::global_control::max_allowed_parallelism, threads};
    Workers workers_{threads};
};

TEST_F(TaskGraphTest, LoopsRunOnceAndAfterTheLoopsBeforeThem) {
    for (unsigned seed = 0; seed < 30; ++seed) {
        RandomTasks random(seed);
        TaskGraph graph(random.tasks());
        for (const int held : {1, 2, threads}) {
            workers_.hold(held, [&] {
                for (int i = 0; i < 5; ++i) {
                    random.reset();
                    graph.run(workers_);
                    random.expect_all_done();
                }
            });
        }
    }
}

TEST_F(TaskGraphTest, IndependentTasksRunAtTheSameTime) {
    std::atomic<int> entered{0};
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    const Loop waits{1, threads, [&](int, int) {
                         ++entered;
                         while (entered < 3 && std::chrono::steady_clock::now() < end)
                             std::this_thread::yield();
                     }};
    TaskGraph graph({{{waits}, {}}, {{waits}, {}}, {{waits}, {}}});
    workers_.hold(threads, [&] { graph.run(workers_); });
    EXPECT_EQ(entered, 3);
    EXPECT_LT(std::chrono::steady_clock::now(), end);
}

TEST_F(TaskGraphTest, ATaskIsSkippedIfItIsNotNeededWhenItsTurnComes) {
    std::string done;
    bool needed = true;
    const auto adds = [&](char c) { return Loop{1, 1, [&done, c](int, int) { done += c; }}; };
    Task decides{{{1, 1, [&](int, int) { done += 'a', needed = !needed; }}}, {}};
    Task depends{{adds('b'), adds('c')}, {0}, [&] { return needed; }};
    TaskGraph graph({decides, depends, {{adds('d')}, {1}}});
    for (const char* expected : {"ad", "abcd", "ad"}) {
        done.clear();
        graph.run(workers_);
        EXPECT_EQ(done, expected);
    }
}

TEST_F(TaskGraphTest, TasksOfALowerRankComeFirst) {
    std::string done;
    const auto adds = [&](char c) { return Loop{2, 1, [&done, c](int, int) { done += c; }}; };
    TaskGraph graph({{{adds('a')}, {}, {}, 2}, {{adds('b')}, {}}, {{adds('c')}, {1}, {}, 1}});
    graph.run(workers_);
    EXPECT_EQ(done, "bbccaa");
}

TEST_F(TaskGraphTest, TheCallerGetsExceptionsAndCanRunTheGraphAgain) {
    int failing = 0;
    std::atomic<int> later{0};
    Task first{{{50, threads,
                 [&](int item, int) {
                     if (item == failing) throw std::runtime_error("item");
                 }}},
               {}};
    TaskGraph graph({first, {{{9, threads, [&](int, int) { ++later; }}}, {0}}});
    for (const int held : {1, threads}) {
        for (const int item : {0, 25, 49, -1}) {
            failing = item;
            later = 0;
            workers_.hold(held, [&] {
                if (item >= 0) {
                    EXPECT_THROW(graph.run(workers_), std::runtime_error);
                } else {
                    graph.run(workers_);
                }
            });
            EXPECT_EQ(later, item >= 0 ? 0 : 9);
        }
    }
}

TEST_F(TaskGraphTest, AGraphCanBeEmpty) {
    TaskGraph graph({});
    graph.run(workers_);
    workers_.hold(threads, [&] { graph.run(workers_); });
}

}  // namespace
}  // namespace tonelift::task_graph_test
