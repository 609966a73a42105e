// SPDX-License-Identifier: BSD-2-Clause
//
// Kernels that compute values per frame, such as statistics. Each frame has one block.
#include "kernels/device/splice_points.cuh"
#include "kernels/frame/begin.h"
#include "kernels/frame/frame_cuda_policy.h"
#include "kernels/frame/step.h"

namespace tonelift::cuda {
namespace {

constexpr int warp_threads = 32;
constexpr int warps = frame_threads / warp_threads;

// ---------------------------------------------------------------------------------------------------------------
// The class Block implements a team (kernels/frame/team.h) with the threads of a GPU block.

union WarpResult {
    double sum;
    float value;
    uint32_t count;
};

__device__ __forceinline__ double& as(WarpResult& result, double) { return result.sum; }
__device__ __forceinline__ float& as(WarpResult& result, float) { return result.value; }
__device__ __forceinline__ uint32_t& as(WarpResult& result, uint32_t) { return result.count; }

struct Threads {
    template <typename F>
    __device__ void each(int n, const F& f) const {
        TONELIFT_ROLLED
        for (int i = static_cast<int>(threadIdx.x); i < n; i += frame_threads) f(i);
        __syncthreads();
    }

    template <typename F>
    __device__ void once(const F& f) const {
        if (threadIdx.x == 0) f();
        __syncthreads();
    }
};

class Block : public Threads {
  public:
    __device__ Block(const Entry* frame, unsigned index, unsigned epoch,
                     const frame::FrameStepParameters& parameters, const float* states,
                     WarpResult* results)
        : frame_(frame),
          index_(index),
          epoch_(epoch),
          p_(parameters),
          states_(states),
          results_(results) {}

    template <typename F>
    __device__ void spread(int n, const F& f) const {
        TONELIFT_ROLLED
        for (int i = warp(); i < n; i += warps) f(i);
        __syncthreads();
    }

    __device__ bool leads() const { return lane() == 0; }

    template <typename Holds>
    __device__ uint32_t first_where(uint32_t low, uint32_t high, const Holds& holds) const {
        while (low < high) {
            const uint32_t share = (high - low + warp_threads - 1) / warp_threads;
            const uint32_t last = low + share * (lane() + 1) - 1;
            const unsigned found = __ballot_sync(~0u, last >= high || holds(last));
            low += share * __clz(__brev(found));
            high = min(high, low + share - 1);
        }
        return low;
    }

    __device__ void running_sums(uint32_t* sums, const uint32_t* bins) const {
        constexpr int rounds = histogram_bins / (4 * warp_threads);
        uint4 own[rounds];
        for (int i = 0; i < rounds; ++i)
            own[i] = reinterpret_cast<const uint4*>(bins)[i * warp_threads + lane()];
        uint32_t before = 0;
        for (int i = 0; i < rounds; ++i) {
            uint4& four = own[i];
            four.y += four.x, four.z += four.y, four.w += four.z;
            uint32_t up_to = four.w;
            for (int step = 1; step < warp_threads; step *= 2) {
                const uint32_t lower = __shfl_up_sync(~0u, up_to, step);
                if (lane() >= step) up_to += lower;
            }
            const uint32_t others = before + up_to - four.w;
            reinterpret_cast<uint4*>(sums)[i * warp_threads + lane()] =
                make_uint4(others + four.x, others + four.y, others + four.z, before + up_to);
            before += __shfl_sync(~0u, up_to, warp_threads - 1);
        }
    }

    // Returns the sum of f(0) to f(n - 1). The order of additions is fixed, so that the rounded sum
    // is always the same.
    template <typename T, typename F>
    __device__ T sum(int n, const F& f) const {
        T own = 0;
#pragma unroll 4
        for (int i = static_cast<int>(threadIdx.x); i < n; i += frame_threads) own += f(i);
        own = sum_of_warp(own);
        if (lane() == 0) as(results_[warp()], own) = own;
        __syncthreads();
        T all = 0;
        for (int i = 0; i < warps; ++i) all += as(results_[i], own);
        __syncthreads();
        return all;
    }

    template <typename F>
    __device__ uint64_t sum_of_spread(int n, const F& f) const {
        uint64_t own = 0;
#pragma unroll 4
        for (int i = lane(); i < n; i += warp_threads) own += f(i);
        return sum_of_warp(own);
    }

    template <typename T, typename F, typename Combine>
    __device__ void scan(T* out, int n, const F& f, const Combine& combine) const {
        const int share = (n + frame_threads - 1) / frame_threads;
        const int begin = static_cast<int>(threadIdx.x) * share, end = min(begin + share, n);
        T own{};
        TONELIFT_ROLLED
        for (int i = begin; i < end; ++i) out[i] = own = combine(own, f(i));
        const T before = combined_before(own, combine);
        for (int i = begin; i < end; ++i) out[i] = combine(before, out[i]);
        __syncthreads();
    }

    __device__ float state_before(int state) const {
        if (index_ == 0) return states_[state];
        const volatile unsigned long long* word = p_.chain + state;
        const uint32_t wanted = frame::chain_tag(epoch_, index_ - 1);
        unsigned long long found = *word;
        while (static_cast<uint32_t>(found >> 32) != wanted) found = *word;
        return __uint_as_float(static_cast<uint32_t>(found));
    }

    __device__ void leave_state(int state, float value) const {
        if (index_ + 1 == gridDim.z) {
            p_.states[state] = value;
            return;
        }
        const unsigned long long tag = frame::chain_tag(epoch_, index_);
        volatile unsigned long long* word = p_.chain + state;
        *word = tag << 32 | __float_as_uint(value);
    }

    __device__ void arithmetic(int program, float* values) const {
        cuda::arithmetic(program, values, frame_);
    }

    __device__ void fill_entries(int program, const float* values, float* table) const {
        each(curve_entries, [&](int i) {
            table[i] = cuda::table_entry(program, values, frame_, frame::place_of_entry(i));
        });
    }

    template <typename At>
    __device__ void store_table(int table, const At& at) const {
        frame::store_lines(*this, reinterpret_cast<frame::TableLine*>(frame_[entry_tables].address),
                           table, at);
    }

  private:
    __device__ static int lane() { return static_cast<int>(threadIdx.x) % warp_threads; }
    __device__ static int warp() { return static_cast<int>(threadIdx.x) / warp_threads; }

    template <typename T>
    __device__ static T sum_of_warp(T own) {
        for (int step = 1; step < warp_threads; step *= 2) own += __shfl_xor_sync(~0u, own, step);
        return own;
    }

    template <typename T, typename Combine>
    __device__ T combined_before(T own, const Combine& combine) const {
        T up_to = own;
        for (int step = 1; step < warp_threads; step *= 2) {
            const T lower = __shfl_up_sync(~0u, up_to, step);
            if (lane() >= step) up_to = combine(lower, up_to);
        }
        if (lane() == warp_threads - 1) as(results_[warp()], T{}) = up_to;
        const T lanes_before = __shfl_up_sync(~0u, up_to, 1);
        __syncthreads();
        T before{};
        for (int i = 0; i < warp(); ++i) before = combine(before, as(results_[i], T{}));
        return lane() > 0 ? combine(before, lanes_before) : before;
    }

    const Entry* frame_;
    unsigned index_;
    unsigned epoch_;
    const frame::FrameStepParameters& p_;
    const float* states_;
    WarpResult* results_;
};

// ---------------------------------------------------------------------------------------------------------------
// Kernels of a frame step.

template <typename T>
__device__ T* at(const Entry* frame, FrameEntry entry) {
    return reinterpret_cast<T*>(frame[entry].address);
}

__device__ void copy_words(void* to, const void* from, unsigned words) {
    for (unsigned i = threadIdx.x; i < words; i += frame_threads)
        static_cast<uint32_t*>(to)[i] = static_cast<const uint32_t*>(from)[i];
}

// Copies only the words that differ. Unchanged words are not written, because passes that run at
// the same time can be reading them.
__device__ void copy_changes(float* to, const float* from, unsigned words) {
    for (unsigned i = threadIdx.x; i < words; i += frame_threads) {
        if (__float_as_uint(to[i]) != __float_as_uint(from[i])) to[i] = from[i];
    }
}

struct Copies {
    const unsigned char* program;
    float* values;
    const float* states;

    __device__ Copies(const frame::FrameStepParameters& p, float* frame_values)
        : program(p.program), values(frame_values), states(p.states) {
        extern __shared__ __align__(16) unsigned char copies[];
        if (p.copied == 0) return;
        auto* const to = reinterpret_cast<float*>(copies + p.program_bytes);
        copy_words(copies, program, p.program_bytes / sizeof(uint32_t));
        copy_words(to, values, p.layout.count());
        copy_words(to + p.layout.count(), states, p.layout.states);
        program = copies;
        values = to;
        states = to + p.layout.count();
        __syncthreads();
    }
};

// Returns the index of the frame that this block computes. Blocks take frame indices in the order
// in which the blocks start, so a block waits only for blocks that are already running.
__device__ unsigned take_frame(const frame::FrameStepParameters& p) {
    if (p.waits == 0 || gridDim.z == 1) return blockIdx.z;
    __shared__ unsigned number;
    if (threadIdx.x == 0) number = atomicInc(p.ticket, gridDim.z - 1);
    __syncthreads();
    return number;
}

}  // namespace

extern "C" __global__ void __launch_bounds__(frame_threads)
    frame_begin(const Launch launch, const __grid_constant__ BeginParameters p) {
    if (blockIdx.z == 0 && threadIdx.x == 0) *launch.first_epoch = p.first_epoch;
    begin_frame(Threads(), launch, p, blockIdx.z);
}

// Without the bound of one block per multiprocessor, the compiler would use only 64 registers per
// thread, and would spill registers.
extern "C" __global__ void __launch_bounds__(frame_threads, 1)
    frame_step(const Launch launch, const __grid_constant__ frame::FrameStepParameters p) {
    __shared__ frame::StepSpace space;
    __shared__ WarpResult results[warps];
    const unsigned index = take_frame(p);
    const Entry* entries = launch.entries + static_cast<size_t>(index) * launch.entries_per_frame;
    auto* const values = at<float>(entries, entry_values);
    const Copies copies(p, values);
    const frame::StepFrame frame{copies.values, at<const unsigned char>(entries, entry_reductions),
                                 at<const unsigned char>(entries, entry_reductions_before)};
    const Block block(entries, index, epoch_of(launch), p, copies.states, results);
    frame::Step<Block>(block, frame, p.layout, space)
        .run(reinterpret_cast<const frame::StepPhase*>(copies.program), p.phases,
             reinterpret_cast<const frame::StepOperation*>(copies.program + p.operations_at));
    if (copies.values != values) copy_changes(values, copies.values, p.layout.count());
}

}  // namespace tonelift::cuda
