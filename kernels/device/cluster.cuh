// SPDX-License-Identifier: BSD-2-Clause
//
// Thread block clusters: their ranks and barriers, stores to distributed shared memory, mbarriers,
// and asynchronous copies from device to shared memory. PTX 8.1, compute capability 9.0.
#pragma once

#include <cstdint>

namespace tonelift::cuda {

__device__ __forceinline__ int cluster_rank() {
    int rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

__device__ __forceinline__ int cluster_size() {
    int size;
    asm volatile("mov.u32 %0, %%cluster_nctaid.x;" : "=r"(size));
    return size;
}

// Waits for all threads of the cluster; what the others had written is visible after it.
__device__ __forceinline__ void sync_cluster() {
    asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::
                     : "memory");
}

__device__ __forceinline__ uint32_t shared_address(const void* place) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(place));
}

// The address that corresponds to `place` in another block of the cluster.
__device__ __forceinline__ uint32_t shared_address_in(int rank, const void* place) {
    uint32_t address;
    asm("mapa.shared::cluster.u32 %0, %1, %2;"
        : "=r"(address)
        : "r"(shared_address(place)), "r"(rank));
    return address;
}

// An mbarrier in shared memory. A phase completes once all expected threads have arrived and the
// expected bytes have come.
using Mbarrier = unsigned long long;

// Called by one thread, before sync_cluster(). threads: arrivals per phase.
__device__ __forceinline__ void init_mbarrier(Mbarrier& barrier, int threads) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&barrier)),
                 "r"(threads)
                 : "memory");
}

// Arrives once all asynchronous copies of this thread so far are complete.
__device__ __forceinline__ void arrive_after_copies(Mbarrier& barrier) {
    asm volatile(
        "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared_address(&barrier))
        : "memory");
}

// Arrives, and adds bytes to those that the current phase expects. Called by one thread per phase.
__device__ __forceinline__ void expect_bytes(Mbarrier& barrier, int bytes) {
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)),
        "r"(bytes)
        : "memory");
}

// Waits for the completion of a phase; the first has number 0.
#define TONELIFT_WAIT_FOR_PHASE(acquire, barrier, phase)                                        \
    asm volatile(                                                                               \
        "{\n\t.reg .pred p;\nagain:\n\tmbarrier.try_wait.parity" acquire                        \
        ".shared::cta.b64 p, [%0], %1;\n\t@!p bra again;\n\t}" ::"r"(shared_address(&barrier)), \
        "r"((phase)&1)                                                                          \
        : "memory")

// Waits for copies of this block.
__device__ __forceinline__ void wait_for_copies(Mbarrier& barrier, int phase) {
    TONELIFT_WAIT_FOR_PHASE("", barrier, phase);
}

// Waits for stores from other blocks of the cluster.
__device__ __forceinline__ void wait_for_stores(Mbarrier& barrier, int phase) {
    TONELIFT_WAIT_FOR_PHASE(".acquire.cluster", barrier, phase);
}

#undef TONELIFT_WAIT_FOR_PHASE

// Stores `numbers` asynchronously to the distributed shared memory of block `rank`, at the address
// that corresponds to `to`; completes bytes of its `barrier`.
__device__ __forceinline__ void store_async(int rank, const float4* to, Mbarrier& barrier,
                                            float4 numbers) {
    asm volatile(
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.f32 [%0], {%1, %2, %3, %4}, "
        "[%5];" ::"r"(shared_address_in(rank, to)),
        "f"(numbers.x), "f"(numbers.y), "f"(numbers.z), "f"(numbers.w),
        "r"(shared_address_in(rank, &barrier))
        : "memory");
}

// Copies 16 bytes of device memory to shared memory asynchronously, if `there`. Complete after
// arrive_after_copies() or wait_for_own_copies().
__device__ __forceinline__ void copy_16_bytes(void* to, const void* from, bool there) {
    asm volatile(
        "{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %2, 0;\n\t"
        "@p cp.async.cg.shared.global [%0], [%1], 16;\n\t}" ::"r"(shared_address(to)),
        "l"(from), "r"(static_cast<int>(there))
        : "memory");
}
__device__ __forceinline__ void wait_for_own_copies() {
    asm volatile("cp.async.wait_all;" ::: "memory");
}

}  // namespace tonelift::cuda
