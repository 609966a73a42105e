// SPDX-License-Identifier: BSD-2-Clause
//
// Blocks of a cluster, what they send to each other's shared memory, and copies from device memory
// to shared memory that nobody waits for yet. PTX 8.1, compute capability 9.0.
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

// All threads of a cluster have come here, and see what the others had written.
__device__ __forceinline__ void sync_cluster() {
    asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::
                     : "memory");
}

__device__ __forceinline__ uint32_t shared_address(const void* place) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(place));
}

// The same place in another block.
__device__ __forceinline__ uint32_t shared_address_in(int rank, const void* place) {
    uint32_t address;
    asm("mapa.shared::cluster.u32 %0, %1, %2;"
        : "=r"(address)
        : "r"(shared_address(place)), "r"(rank));
    return address;
}

// Where what others send, or copies bring, is waited for: a round ends once all who take part have
// said so, and as many bytes came as are expected.
using Mailbox = unsigned long long;

// By one thread, before sync_cluster(). So many threads say in each round that they are there, or
// what they expect.
__device__ __forceinline__ void make_mailbox(Mailbox& mailbox, int threads) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&mailbox)),
                 "r"(threads)
                 : "memory");
}

// Says so once all copies are there that this thread has asked for.
__device__ __forceinline__ void arrive_after_copies(Mailbox& mailbox) {
    asm volatile(
        "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared_address(&mailbox))
        : "memory");
}

// By one thread in each round.
__device__ __forceinline__ void expect_bytes(Mailbox& mailbox, int bytes) {
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&mailbox)),
        "r"(bytes)
        : "memory");
}

// Waits for the end of a round, the first of which is number 0.
#define TONELIFT_WAIT_FOR_ROUND(acquire, mailbox, round)                                        \
    asm volatile(                                                                               \
        "{\n\t.reg .pred p;\nagain:\n\tmbarrier.try_wait.parity" acquire                        \
        ".shared::cta.b64 p, [%0], %1;\n\t@!p bra again;\n\t}" ::"r"(shared_address(&mailbox)), \
        "r"((round)&1)                                                                          \
        : "memory")

// For what this block has copied.
__device__ __forceinline__ void wait_for_copies(Mailbox& mailbox, int round) {
    TONELIFT_WAIT_FOR_ROUND("", mailbox, round);
}

// For what others have sent.
__device__ __forceinline__ void wait_for_news(Mailbox& mailbox, int round) {
    TONELIFT_WAIT_FOR_ROUND(".acquire.cluster", mailbox, round);
}

#undef TONELIFT_WAIT_FOR_ROUND

// To a place that another block has where `to` is in this one.
__device__ __forceinline__ void send(int rank, const float4* to, Mailbox& mailbox, float4 numbers) {
    asm volatile(
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.f32 [%0], {%1, %2, %3, %4}, "
        "[%5];" ::"r"(shared_address_in(rank, to)),
        "f"(numbers.x), "f"(numbers.y), "f"(numbers.z), "f"(numbers.w),
        "r"(shared_address_in(rank, &mailbox))
        : "memory");
}

// Copies 16 bytes of device memory to shared memory, if `there`. Nobody waits before
// arrive_after_copies(), or wait_for_own_copies().
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
