// SPDX-License-Identifier: BSD-2-Clause
//
// The worker threads of an executor.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>

#include "kernels/threads/helpers.h"

namespace tonelift {

struct Arena;

class Workers {
  public:
    // Starts `threads` threads. If `threads` is 0, the number of threads is `percent` percent of
    // the CPU cores that the process can use. TBB limits the number of threads (global_control). By
    // default, TBB's limit is the number of these cores.
    explicit Workers(int threads, int percent = 100);
    ~Workers();

    int count() const { return count_; }

    // Calls body() in the thread of the caller, which is worker 0. Until body() returns, up to
    // `most` workers do nothing but wait for run(), so that run() starts sooner.
    template <typename Body>
    void hold(int most, const Body& body) {
        const int held = std::min({most, count_, Helpers::most_workers});
        if (held <= 1) return body();
        hold(
            held, [](const void* of, int) { (*static_cast<const Body*>(of))(); }, &body);
    }

    // Calls work(item, worker) for all items from 0 to items - 1, in parallel. Each worker
    // processes one item at a time. Returns when all items are done.
    template <typename Work>
    void run(int items, const Work& work) {
        run(items, count_, work);
    }

    // The same, with `most` workers at most.
    template <typename Work>
    void run(int items, int most, const Work& work) {
        const int takers = std::min({items, most, held_ > 0 ? held_ : count_});
        if (takers <= 1) {
            for (int item = 0; item < items; ++item) work(item, 0);
            return;
        }
        std::atomic<int> next{0};
        const auto take = [&](int worker) {
            for (int item = next++; item < items; item = next++) work(item, worker);
        };
        run_takers(
            takers, [](const void* of, int worker) { (*static_cast<decltype(take)*>(of))(worker); },
            &take);
    }

  private:
    void hold(int held, Helpers::Work body, const void* of);
    void run_takers(int takers, Helpers::Work take, const void* of);

    int count_;
    int held_ = 0;
    std::unique_ptr<Arena> arena_;  // null if all work runs in the thread of the caller of run()
};

}  // namespace tonelift
