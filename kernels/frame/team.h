// SPDX-License-Identifier: BSD-2-Clause
//
// Lets CPU and GPU share code for statistics and curves: a "team" is one thread on the CPU, or a
// block on the GPU. All threads of a team must make each call, and then all see its result.
#pragma once

#include <cstdint>

#include "kernels/math/host_device.h"

namespace tonelift::frame {

// A team of one thread.
struct SingleThread {
    // In any order.
    template <typename F>
    TONELIFT_INLINE void each(int n, const F& f) const {
        for (int i = 0; i < n; ++i) f(i);
    }

    template <typename F>
    TONELIFT_INLINE void once(const F& f) const {
        f();
    }

    // Returns the sum to all threads.
    template <typename T, typename F>
    TONELIFT_INLINE T sum(int n, const F& f) const {
        T result = 0;
        for (int i = 0; i < n; ++i) result += f(i);
        return result;
    }

    // Inclusive scan. T{} is the neutral element, and `out` is in shared memory.
    template <typename T, typename F, typename Combine>
    TONELIFT_INLINE void scan(T* out, int n, const F& f, const Combine& combine) const {
        T all{};
        for (int i = 0; i < n; ++i) out[i] = all = combine(all, f(i));
    }

    // Searches the indices from low to high - 1. Returns high if `holds` is false for all.
    template <typename Holds>
    TONELIFT_INLINE uint32_t first_where(uint32_t low, uint32_t high, const Holds& holds) const {
        while (low < high) {
            const uint32_t middle = (low + high) / 2;
            if (holds(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
};

struct Add {
    template <typename T>
    TONELIFT_INLINE T operator()(T a, T b) const {
        return a + b;
    }
};

struct Larger {
    template <typename T>
    TONELIFT_INLINE T operator()(T a, T b) const {
        return a > b ? a : b;
    }
};

}  // namespace tonelift::frame
