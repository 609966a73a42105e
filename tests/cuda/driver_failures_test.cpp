// SPDX-License-Identifier: BSD-2-Clause
// Tests that failures of a GPU are reported with a status and advice. After a failure, no memory or
// object leaks, and other filters continue.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>

#include "kernels/error.h"
#include "kernels/executor.h"
#include "tests/cuda/load_double.h"
#include "tests/support/api_stream.h"
#include "tests/support/stream_plan.h"
#include "tests/support/test_plans.h"

namespace tonelift::driver_failures_test {
namespace {

std::array<int, 8> live() {
    const DriverDouble& state = driver_double();
    return {state.live_allocations, state.live_contexts, state.live_modules, state.live_linkers,
            state.live_streams,     state.live_events,   state.live_graphs,  state.entered};
}
constexpr std::array<int, 8> nothing{};

void expect_failure(Failure failure, const char* part_of_message,
                    const std::function<void()>& body) {
    try {
        body();
        ADD_FAILURE() << "did not fail";
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), failure) << error.what();
        EXPECT_NE(std::string(error.what()).find(part_of_message), std::string::npos)
            << error.what();
    }
}

class DriverFailures : public testing::Test {
  protected:
    DriverFailures()
        : plan_(stream_plan(default_options(), hdr10_video(TONELIFT_FORMAT_P010, 67, 35),
                            TONELIFT_FORMAT_NV12)),
          in_(pictures(plan_.input, 3, 1)),
          out_(pictures(plan_.output, 3, 0)) {}
    ~DriverFailures() override {
        EXPECT_EQ(live(), nothing);
        EXPECT_EQ(driver_double().left_behind, 0);
    }

    std::unique_ptr<Executor> executor(const std::shared_ptr<CudaDevice>& device) const {
        return make_cuda_executor(plan_, device, 2);
    }
    std::unique_ptr<Executor> executor() const { return executor(open_cuda_device({})); }

    void run(Executor& executor) const {
        Batch batch = batch_of(in_, out_);
        executor.run(batch);
    }

    void run_frame(Executor& executor) const {
        const std::vector<TestPicture> in(in_.begin(), in_.begin() + 1);
        const std::vector<TestPicture> out(out_.begin(), out_.begin() + 1);
        Batch batch = batch_of(in, out);
        executor.run(batch);
    }

    const Plan plan_;
    const std::vector<TestPicture> in_, out_;
};

TEST_F(DriverFailures, NothingLeaksIfNothingFails) {
    {
        const auto device = open_cuda_device({});
        const auto first = executor(device);
        EXPECT_NE(live(), nothing);
        EXPECT_EQ(driver_double().entered, 0);
        run(*first);
        const auto second = executor(device);
        second->continue_from(*first);
        Batch batch = batch_of(in_, out_);
        batch.record.resize(in_.size());
        second->run(batch);
        EXPECT_EQ(driver_double().entered, 0);
    }
    EXPECT_EQ(live(), nothing);
}

TEST_F(DriverFailures, InstancesInThreadsAreIndependent) {
    const auto shared = open_cuda_device({});
    const auto work = [&] {
        for (int i = 0; i < 5; ++i) {
            const auto filter = executor(i % 2 == 0 ? shared : open_cuda_device({}));
            EXPECT_NO_THROW(run(*filter));
        }
    };
    std::thread other(work);
    work();
    other.join();
}

TEST_F(DriverFailures, FramesAllocateNoMemory) {
    const auto filter = executor();
    run(*filter);
    const int before = driver_double().allocations;
    run(*filter);
    EXPECT_EQ(driver_double().allocations, before);
}

TEST_F(DriverFailures, BatchesOfEqualSizeReuseOneGraph) {
    const auto filter = executor();
    const int before = driver_double().graph_launches;
    run_frame(*filter);
    EXPECT_EQ(driver_double().live_graphs, 0);
    const int launches = driver_double().launches;
    run_frame(*filter);
    const int of_a_frame = driver_double().launches - launches;
    EXPECT_EQ(driver_double().live_graphs, 2);
    const int allocations = driver_double().allocations;
    run_frame(*filter);
    EXPECT_EQ(driver_double().launches - launches, 2 * of_a_frame);
    EXPECT_EQ(driver_double().graph_launches - before, 2);
    EXPECT_EQ(driver_double().live_graphs, 2);
    EXPECT_EQ(driver_double().allocations, allocations);
    EXPECT_EQ(driver_double().entered, 0);
}

TEST_F(DriverFailures, GraphWithoutMemoryIsReplacedByLaunches) {
    const auto filter = executor();
    const int before = driver_double().graph_launches;
    run_frame(*filter);
    driver_double().allocations_left = 0;
    for (int i = 0; i < 3; ++i) EXPECT_NO_THROW(run_frame(*filter));
    driver_double().allocations_left = -1;
    EXPECT_EQ(driver_double().live_graphs, 0);
    EXPECT_EQ(driver_double().graph_launches, before);
    EXPECT_NE(filter->note().find("because they cannot be a graph: CUDA, "), std::string::npos)
        << filter->note();
    EXPECT_EQ(executor()->note(), "");
}

TEST_F(DriverFailures, GraphWithoutMemoryIsLoggedOnce) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, 67, 35);
    tonelift_options options = default_options();
    options.device = "cuda";
    const tonelift_video out = output_of(options, in);
    Messages messages;
    const FilterHandle filter = make_filter(options, in, out, &messages);
    ASSERT_NE(filter, nullptr) << messages.errors;
    TestPicture from = picture_for(in), to = picture_for(out);
    from.fill_legal(1);
    for (int i = 0; i < 6; ++i) {
        const tonelift_frame in_frame = frame_of(from, i);
        tonelift_frame out_frame = frame_of(to, i);
        driver_double().allocations_left = i == 0 ? -1 : 0;
        EXPECT_EQ(tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1), TONELIFT_OK);
    }
    driver_double().allocations_left = -1;
    const std::string& warnings = messages.warnings;
    const size_t found = warnings.find("cannot be a graph");
    ASSERT_NE(found, std::string::npos) << warnings;
    EXPECT_EQ(warnings.find("cannot be a graph", found + 1), std::string::npos) << warnings;
}

TEST_F(DriverFailures, LossOfTheDeviceInAGraphIsReported) {
    const auto filter = executor();
    run_frame(*filter);
    const int before = driver_double().launches;
    run_frame(*filter);
    const int needed = driver_double().launches - before;
    for (const int left : {0, 1, needed / 2, needed - 1}) {
        const auto lost = executor();
        run_frame(*lost);
        run_frame(*lost);
        driver_double().launches_left = left;
        expect_failure(Failure::device, "the GPU may have been lost", [&] { run_frame(*lost); });
        driver_double().launches_left = -1;
        run_frame(*filter);
    }
}

TEST_F(DriverFailures, EveryFailedAllocationIsReported) {
    const auto other = executor();
    const auto device = open_cuda_device({});
    const int before = driver_double().allocations;
    executor(device);
    const int needed = driver_double().allocations - before;
    ASSERT_GT(needed, 5);
    const auto there = live();
    for (int left = 0; left < needed; ++left) {
        driver_double().allocations_left = left;
        expect_failure(Failure::out_of_memory, "use a smaller batch", [&] { executor(device); });
        driver_double().allocations_left = -1;
        EXPECT_EQ(live(), there) << "allocation " << left;
    }
    run(*executor(device));
    run(*other);
}

TEST_F(DriverFailures, EveryFailedWriteIsReported) {
    const auto device = open_cuda_device({});
    const auto there = live();
    int failures = 0;
    for (bool done = false; !done; ++failures) {
        driver_double().writes_left = failures;
        try {
            executor(device);
            done = true;
        } catch (const Error& error) {
            EXPECT_EQ(error.failure(), Failure::device) << error.what();
        }
        driver_double().writes_left = -1;
        EXPECT_EQ(live(), there) << "write " << failures;
    }
    EXPECT_GT(failures, 5);
}

TEST_F(DriverFailures, OutOfMemoryHasItsOwnStatus) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, 67, 35);
    tonelift_options options = default_options();
    options.device = "cuda";
    const tonelift_video out = output_of(options, in);
    driver_double().allocations_left = 3;
    tonelift_filter* filter = nullptr;
    EXPECT_EQ(tonelift_filter_create(&filter, &options, &in, &out, nullptr, nullptr),
              TONELIFT_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(filter, nullptr);
    driver_double().allocations_left = -1;
}

TEST_F(DriverFailures, ALostDeviceStopsOnlyItsOwnInstance) {
    const auto other = executor();
    const int before = driver_double().launches;
    run(*executor());
    const int needed = driver_double().launches - before;
    ASSERT_GT(needed, 5);
    for (int left = 0; left < needed; ++left) {
        const auto filter = executor();
        driver_double().launches_left = left;
        expect_failure(Failure::device, "the GPU may have been lost; create a new filter",
                       [&] { run(*filter); });
        driver_double().launches_left = -1;
        expect_failure(Failure::device, "create a new filter", [&] { run(*filter); });
        run(*other);
    }
}

TEST_F(DriverFailures, RefusedKernelsAdviseADriverUpdate) {
    const auto device = open_cuda_device({});
    const auto there = live();
    constexpr int unsupported_ptx_version = 222, no_binary_for_gpu = 209;
    for (const int result : {unsupported_ptx_version, no_binary_for_gpu}) {
        driver_double().module_result = result;
        expect_failure(Failure::device, "update the NVIDIA driver", [&] { executor(device); });
        expect_failure(Failure::device, "(ptxas application ptx input, line 7; error: Unknown",
                       [&] { executor(device); });
        driver_double().module_result = 0;
        EXPECT_EQ(live(), there);
    }
    run(*executor(device));
}

void* make_context() {
    void* context = nullptr;
    void* popped = nullptr;
    double_function<int(void**, unsigned, int)>("cuCtxCreate_v2")(&context, 0, 0);
    double_function<int(void**)>("cuCtxPopCurrent_v2")(&popped);
    return context;
}

TEST_F(DriverFailures, ADestroyedContextIsReported) {
    void* context = make_context();
    auto device = open_cuda_device({context, nullptr, 0});
    auto filter = executor(device);
    run(*filter);
    double_function<int(void*)>("cuCtxDestroy_v2")(context);
    EXPECT_GT(driver_double().left_behind, 0);
    expect_failure(Failure::device, "create a new filter with the new context",
                   [&] { run(*filter); });
    expect_failure(Failure::device, "create a new filter with the new context",
                   [&] { executor(device); });
    filter.reset();
    device.reset();
    run(*executor());
    driver_double().left_behind = 0;
}

TEST_F(DriverFailures, AnOldGpuIsRefused) {
    driver_double().compute_major = 6;
    expect_failure(Failure::unsupported, "set device=cpu", [] { open_cuda_device({}); });
    driver_double().compute_major = 9;
}

// Runs `body` in a new process, because a process loads the driver only once.
template <typename Body>
void in_own_process(const char* expected_text, const Body& body) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(std::_Exit(body()), testing::ExitedWithCode(0), expected_text);
}

int refused() {
    try {
        open_cuda_device({});
    } catch (const Error& error) {
        std::fputs(error.what(), stderr);
        return error.failure() == Failure::unsupported ? 0 : 2;
    }
    return 1;
}

TEST(MissingDriver, ErrorNamesTheReason) {
    in_own_process("finds no GPU; set device=cpu", [] {
        driver_double().devices = 0;
        return refused();
    });
    in_own_process("too old: it is for CUDA 11\\.6, and 11\\.7 or newer is needed; update it", [] {
        driver_double().version = 11060;
        return refused();
    });
    in_own_process("does not start .*; set device=cpu", [] {
        driver_double().start_result = 999;
        return refused();
    });
}

TEST(MissingDriver, MakesAutoUseTheCpu) {
    in_own_process("finds no GPU.*\n.*running on the CPU", [] {
        driver_double().devices = 0;
        const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, 67, 35);
        const tonelift_options options = default_options();
        const tonelift_video out = output_of(options, in);
        const tonelift_log log{sizeof log, nullptr,
                               [](void*, tonelift_log_level, const char* message) {
                                   std::fprintf(stderr, "%s\n", message);
                               }};
        tonelift_filter* filter = nullptr;
        return tonelift_filter_create(&filter, &options, &in, &out, nullptr, &log) == TONELIFT_OK
                   ? 0
                   : 1;
    });
}

}  // namespace
}  // namespace tonelift::driver_failures_test
