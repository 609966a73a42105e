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
    // Uses up to `threads` threads, including the thread of the caller. If `threads` is 0, the
    // number of threads is `percent` percent of the CPU cores that the process can use. More
    // threads than TBB allows (global_control) are not used. By default, TBB allows one per such
    // core.
    explicit Workers(int threads, int percent = 100);
    ~Workers();

    int count() const { return count_; }

    // Calls body() in the thread of the caller, which is worker 0. Until body() returns, run() uses
    // at most `most` workers. These workers are reserved, so that run() starts sooner. body() must
    // not call hold().
    template <typename Body>
    void hold(int most, const Body& body) {
        hold_workers(
            std::clamp(most, 1, Helpers::most_workers),
            [](const void* of, int) { (*static_cast<const Body*>(of))(); }, &body);
    }

    // Calls work(item, worker) for all items from 0 to items - 1, in parallel. Each worker
    // processes one item at a time. Returns when all items are done.
    template <typename Work>
    void run(int items, const Work& work) {
        std::atomic<int> next{0};
        together(items, [&](int worker) {
            for (int item = next++; item < items; item = next++) work(item, worker);
        });
    }

    // Calls body(worker) in the thread of the caller, which is worker 0, and at the same time in up
    // to `most` - 1 other workers. Workers that are not ready before the first call ends may be
    // left out, so this call must be able to do everything. Returns when all calls have ended.
    template <typename Body>
    void together(int most, const Body& body) {
        const int takers = std::min(most, held_ > 0 ? held_ : count_);
        if (takers <= 1) return body(0);
        run_takers(
            takers, [](const void* of, int worker) { (*static_cast<const Body*>(of))(worker); },
            &body);
    }

  private:
    struct Hold;
    void hold_workers(int most, Helpers::Work body, const void* of);
    void run_takers(int takers, Helpers::Work take, const void* of);
    void leave_lost_arena();

    int count_;
    int held_ = 0;                  // number of workers of hold(), or 0 outside of it
    std::unique_ptr<Arena> arena_;  // null if all work runs in the thread of the caller of run()
};

}  // namespace tonelift
