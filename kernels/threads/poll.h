// SPDX-License-Identifier: BSD-2-Clause
//
// Waits actively, which takes less time than to sleep and to be woken.
#pragma once

#include <hwy/cache_control.h>

#include <chrono>
#include <thread>

namespace tonelift {

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

// Calls holds() for about as long as `longest`. Returns true as soon as holds() returns true.
template <typename Holds>
bool poll_for(std::chrono::microseconds longest, const Holds& holds) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    while (!poll(holds)) {
        if (Clock::now() - start >= longest) return false;
    }
    return true;
}

// Threads without work sleep after this time.
constexpr std::chrono::microseconds longest_poll{100};

}  // namespace tonelift
