// SPDX-License-Identifier: BSD-2-Clause
//
// The threads of an executor. Work is divided into items independently of the number of threads;
// each worker takes the next remaining item.
#pragma once

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <memory>

namespace tonelift {

class IdleArenas;

class Workers {
  public:
    // threads: number of threads; 0: `percent` percent of the CPU cores. It is limited to the
    // number of cores that the process may use.
    explicit Workers(int threads, int percent = 100);
    ~Workers();

    int count() const { return count_; }

    // Calls work(item, worker) for items 0 to items - 1, with worker in [0, count()); a worker
    // processes one item at a time.
    template <typename Work>
    void run(int items, const Work& work) {
        const int takers = std::min(items, count_);
        if (takers <= 1) {
            for (int item = 0; item < items; ++item) work(item, 0);
            return;
        }
        std::atomic<int> next{0};
        arena_->execute([&] {
            tbb::parallel_for(
                0, takers,
                [&](int worker) {
                    for (int item = next++; item < items; item = next++) work(item, worker);
                },
                tbb::simple_partitioner());
        });
    }

  private:
    int count_;
    std::shared_ptr<IdleArenas> idle_arenas_;
    std::unique_ptr<tbb::task_arena> arena_;  // null: all work runs in the caller's thread
};

}  // namespace tonelift
