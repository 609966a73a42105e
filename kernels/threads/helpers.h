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

    // Takes part in the work of the leader until the helpers are stopped. `worker` is at least 1,
    // and differs between helpers.
    void help(int worker);

    // Calls work(of, worker) in the leader, with the index 0, and in each helper whose index is
    // less than `workers`. A helper that comes too late does not take part. After all calls have
    // ended, throws an exception that one of them has thrown.
    void run(int workers, Work work, const void* of);

    // The helpers are stopped at first. After pause(), they stop if resume() does not follow soon.
    // resume() returns false if the helpers are stopped.
    void start() { publish(count_); }
    void pause() { publish(count_ | paused); }
    bool resume();
    void stop() { publish(count_ | stopped); }

  private:
    // The lower bits are the number of workers of the open work, 0 between works, or one of the
    // marks `paused` and `stopped`. The upper bits count works.
    using State = uint32_t;
    static constexpr State mark_bits = 0xfff, paused = 0xffe, stopped = 0xfff;

    void take_part(State state, int worker);
    State changed(State from);
    void publish(State state);
    void call(Work work, const void* of, int worker) noexcept;

    std::atomic<State> state_{stopped};
    std::atomic<int> inside_{0};  // number of helpers that can read work_ and of_
    State count_ = 0;             // the upper bits of state_
    Work work_ = nullptr;
    const void* of_ = nullptr;
    std::mutex mutex_;
    std::exception_ptr failure_;
};

}  // namespace tonelift
