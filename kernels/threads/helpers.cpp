// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/threads/helpers.h"

#include <hwy/cache_control.h>

#include <chrono>
#include <thread>
#include <utility>

namespace tonelift {
namespace {

// Checks a few times whether `holds` returns true, and then lets other threads run.
template <typename Holds>
bool check(const Holds& holds) {
    constexpr int checks = 32;
    for (int i = 0; i < checks; ++i) {
        if (holds()) return true;
        hwy::Pause();
    }
    std::this_thread::yield();
    return false;
}

}  // namespace

void Helpers::help(int worker) {
    State state = 0;
    while ((state = changed(state)) != stopped) {
        if ((state & all_workers) <= static_cast<State>(worker)) continue;
        // The leader closes the work first and then waits for `inside_`. So if the work is still
        // open here, the leader waits for this helper.
        ++inside_;
        if (state_ == state) call(work_, of_, worker);
        --inside_;
    }
}

void Helpers::run(int workers, Work work, const void* of) {
    work_ = work;
    of_ = of;
    const State before = state_;
    publish(before + next_work + static_cast<State>(workers));
    call(work, of, 0);
    state_ = before + next_work;
    while (!check([&] { return inside_ == 0; })) continue;
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

// Waits until the state is not `from`, and returns the new state.
Helpers::State Helpers::changed(State from) const {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::microseconds longest(100);
    const Clock::time_point start = Clock::now();
    while (!check([&] { return state_ != from; })) {
        if (Clock::now() - start < longest) continue;
        state_.wait(from);
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
