// SPDX-License-Identifier: BSD-2-Clause
//
// Threads that wait for work of another thread, the leader. A helper checks for work all the time
// at first, so that it starts within about a microsecond. If there is no work for longer, it
// sleeps.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>

namespace tonelift {

class Helpers {
  public:
    // Receives the index of the thread that makes the call.
    using Work = void (*)(const void* of, int worker);

    static constexpr int most_workers = 4000;

    // Takes part in the work of the leader until stop(). `worker` is at least 1, and differs
    // between helpers. The function returns at once if stop() has been called before.
    void help(int worker);

    // Calls work(of, worker) in the leader, with the index 0, and in each helper whose index is
    // less than `workers`. A helper that comes too late does not take part. After all calls have
    // ended, throws an exception that one of them has thrown.
    void run(int workers, Work work, const void* of);

    void start() { state_.store(0); }
    void stop() { publish(stopped); }

  private:
    // The number of workers of the current work, or 0 between works. Upper bits count the works.
    using State = uint32_t;
    static constexpr State all_workers = 0xfff, next_work = all_workers + 1, stopped = all_workers;

    State changed(State from) const;
    void publish(State state);
    void call(Work work, const void* of, int worker) noexcept;

    std::atomic<State> state_{0};
    std::atomic<int> inside_{0};  // number of helpers that can read work_ and of_
    Work work_ = nullptr;
    const void* of_ = nullptr;
    std::mutex mutex_;
    std::exception_ptr failure_;
};

}  // namespace tonelift
