// SPDX-License-Identifier: BSD-2-Clause
//
// A team is a set of threads that compute the uniforms of a frame: one thread of the host, or a
// block on a device. Statistics and curves are written once, as a sequence of calls of a team. All
// threads of the team make each call. After a call, all threads see its results. The device's team
// is in frame_cuda.cu.
#pragma once

#include <cstdint>

#include "kernels/math/host_device.h"

namespace tonelift::frame {

// A team of one thread. Every team has these members. All threads of a team must call them
// together.
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

    // Returns the sum of f(0) to f(n - 1) to all threads.
    template <typename T, typename F>
    TONELIFT_INLINE T sum(int n, const F& f) const {
        T result = 0;
        for (int i = 0; i < n; ++i) result += f(i);
        return result;
    }

    // Computes an inclusive scan: out[i] is the combination of f(0) to f(i). T{} is the neutral
    // element. `out` is in memory shared by the team.
    template <typename T, typename F, typename Combine>
    TONELIFT_INLINE void scan(T* out, int n, const F& f, const Combine& combine) const {
        T all{};
        for (int i = 0; i < n; ++i) out[i] = all = combine(all, f(i));
    }

    // Returns the first index from low to high - 1 for which `holds` is true; high if there is
    // none.
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
