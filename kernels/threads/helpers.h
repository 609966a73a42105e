// SPDX-License-Identifier: BSD-2-Clause
//
// Threads that wait for work of another thread, the leader. A helper polls at first, so that it
// starts within about a microsecond. Later, it sleeps until the leader wakes it.
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

    // Calls the leader's work whenever there is any. Runs in a helper thread, and returns when the
    // helpers are stopped. `worker` is at least 1, and differs between helpers.
    void help(int worker);

    // The functions below are for the leader.

    // Calls work(of, worker) in the leader, with the index 0, and in each helper whose index is
    // less than `workers`. Helpers that are not ready before the leader's call ends are not called,
    // so the call in the leader must be able to do everything. After all calls have ended, throws
    // an exception that one of them has thrown.
    void run(int workers, Work work, const void* of);

    // Helpers wait between start() and stop(). After pause(), they stop unless resume() is called
    // within about 30 us. resume() returns false if the helpers have stopped. start() and help()
    // must then be called again.
    void start() { publish(count()); }
    void pause() { publish(count() | paused); }
    bool resume();
    void stop() { publish(count() | stopped); }

  private:
    // The lower 12 bits are the number of workers of the current run(), 0 between two calls of
    // run(), `paused`, or `stopped`. The upper bits count the calls of run().
    using State = uint32_t;
    static constexpr State mark_bits = 0xfff, paused = 0xffe, stopped = 0xfff;
    static_assert(most_workers < paused);

    State count() const { return state_ & ~mark_bits; }
    void take_part(State state, int worker);
    State changed(State from);
    void publish(State state);
    void call(Work work, const void* of, int worker) noexcept;

    std::atomic<State> state_{stopped};
    std::atomic<int> inside_{0};  // number of helpers that may read work_ and of_
    Work work_ = nullptr;
    const void* of_ = nullptr;
    std::mutex mutex_;
    std::exception_ptr failure_;
};

}  // namespace tonelift
