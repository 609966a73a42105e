// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/threads/helpers.h"

#include <hwy/cache_control.h>

#include <chrono>
#include <thread>
#include <utility>

namespace tonelift {
namespace {

// Calls holds() up to 32 times. Returns true as soon as holds() returns true. Otherwise, lets other
// threads run and returns false.
template <typename Holds>
bool poll(const Holds& holds) {
    for (int i = 0; i < 32; ++i) {
        if (holds()) return true;
        hwy::Pause();
    }
    std::this_thread::yield();
    return false;
}

}  // namespace

void Helpers::help(int worker) {
    for (State state = state_; (state & mark_bits) != stopped; state = changed(state)) {
        const State workers = state & mark_bits;
        if (workers != paused && workers > static_cast<State>(worker)) take_part(state, worker);
    }
}

// The leader first changes `state_` and then waits until `inside_` is 0. A helper first increases
// `inside_` and then reads `state_`. So if the state is unchanged, the leader waits for this
// helper. All these accesses must be sequentially consistent.
void Helpers::take_part(State state, int worker) {
    ++inside_;
    if (state_ == state) call(work_, of_, worker);
    --inside_;
}

void Helpers::run(int workers, Work work, const void* of) {
    work_ = work;
    of_ = of;
    const State next = count() + mark_bits + 1;
    publish(next | static_cast<State>(workers));
    call(work, of, 0);
    state_ = next;
    while (!poll([&] { return inside_ == 0; })) continue;
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

bool Helpers::resume() {
    State expected = count() | paused;
    return state_.compare_exchange_strong(expected, count());
}

// Waits until the state is not `from`, and returns the new state. Stops all helpers after 30 us of
// pause. Sleeps after 100 us without work.
Helpers::State Helpers::changed(State from) {
    using Clock = std::chrono::steady_clock;
    const bool pauses = (from & mark_bits) == paused;
    const auto longest = std::chrono::microseconds(pauses ? 30 : 100);
    const Clock::time_point start = Clock::now();
    while (!poll([&] { return state_ != from; })) {
        if (Clock::now() - start < longest) continue;
        if (pauses) {
            state_.compare_exchange_strong(from, from | stopped);
        } else {
            state_.wait(from);
        }
        break;
    }
    return state_;
}

void Helpers::publish(State state) {
    state_ = state;
    state_.notify_all();
}

void Helpers::call(Work work, const void* of, int worker) noexcept {
    try {
        work(of, worker);
    } catch (...) {
        const std::lock_guard lock(mutex_);
        failure_ = std::current_exception();
    }
}

}  // namespace tonelift
