// SPDX-License-Identifier: BSD-2-Clause
//
// No memory is allocated once a stream runs: every malloc of the process is counted, those of the
// library's threads too.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>

#include "tests/support/api_stream.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define TONELIFT_COUNTS_ALLOCATIONS 0
#else
#define TONELIFT_COUNTS_ALLOCATIONS 1

namespace {
std::atomic<int> allocations{0};
}

extern "C" {
void* __libc_malloc(size_t size);
void* __libc_memalign(size_t alignment, size_t size);

void* malloc(size_t size) {
    ++allocations;
    return __libc_malloc(size);
}
void* aligned_alloc(size_t alignment, size_t size) {
    ++allocations;
    return __libc_memalign(alignment, size);
}
}
#endif

namespace tonelift {
namespace {

TEST(Allocation, NoneOnceAStreamRuns) {
#if TONELIFT_COUNTS_ALLOCATIONS
    constexpr int warm_up = 8, measured = 24;
    for (const char* preset : {"natural", "faithful"}) {
        for (int threads : {1, 2, 4}) {
            tonelift_options options = default_options();
            options.preset = preset;
            options.threads = threads;
            const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, 641, 479);
            const tonelift_video out = output_of(options, in);
            Messages messages;
            const FilterHandle filter = make_filter(options, in, out, &messages);
            ASSERT_NE(filter, nullptr) << preset << ": " << messages.errors;
            TestPicture from = picture_for(in), to = picture_for(out);
            from.fill_legal(1);
            int before = 0;
            for (int i = 0; i < warm_up + measured; ++i) {
                if (i == warm_up) before = allocations;
                const tonelift_frame input = frame_of(from, i / 25.0);
                tonelift_frame output = frame_of(to, i / 25.0);
                ASSERT_EQ(tonelift_filter_process(filter.get(), &input, &output, 1), TONELIFT_OK);
            }
            EXPECT_EQ(allocations - before, 0) << preset << ", " << threads << " threads";
        }
    }
#else
    GTEST_SKIP() << "allocations cannot be counted here";
#endif
}

}  // namespace
}  // namespace tonelift
