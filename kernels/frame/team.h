// SPDX-License-Identifier: BSD-2-Clause
//
// Lets the CPU and GPUs share code. A "team" is one CPU thread or one GPU block. All threads of a
// team must make each call.
#pragma once

#include <cstdint>

#include "kernels/math/host_device.h"

namespace tonelift::frame {

struct SingleThread {
    // Calls f(0) to f(n - 1), in any order.
    template <typename F>
    TONELIFT_INLINE void each(int n, const F& f) const {
        for (int i = 0; i < n; ++i) f(i);
    }

    template <typename F>
    TONELIFT_INLINE void once(const F& f) const {
        f();
    }

    template <typename T, typename F>
    TONELIFT_INLINE T sum(int n, const F& f) const {
        T result = 0;
        for (int i = 0; i < n; ++i) result += f(i);
        return result;
    }

    // Returns the sum of f(0) to f(n - 1), which are whole numbers. Inside of spread(), the threads
    // that run the same operation make the call.
    template <typename F>
    TONELIFT_INLINE uint64_t sum_of_spread(int n, const F& f) const {
        return sum<uint64_t>(n, f);
    }

    // Computes an inclusive scan: out[i] combines f(0) to f(i). T{} must be the neutral element of
    // `combine`.
    template <typename T, typename F, typename Combine>
    TONELIFT_INLINE void scan(T* out, int n, const F& f, const Combine& combine) const {
        T all{};
        for (int i = 0; i < n; ++i) out[i] = all = combine(all, f(i));
    }

    // Returns the first index from low to high - 1 for which `holds` is true, or high if there is
    // no such index.
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
