// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/threads/helpers.h"

#include <chrono>
#include <utility>

#include "kernels/threads/poll.h"

namespace tonelift {

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
// pause.
Helpers::State Helpers::changed(State from) {
    const bool pauses = (from & mark_bits) == paused;
    const auto longest = pauses ? std::chrono::microseconds(30) : longest_poll;
    if (poll_for(longest, [&] { return state_ != from; })) return state_;
    if (pauses) {
        state_.compare_exchange_strong(from, from | stopped);
    } else {
        state_.wait(from);
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
