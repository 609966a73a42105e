// SPDX-License-Identifier: BSD-2-Clause
// Tests that thread blocks which wait for each other run at the same time.
#include "kernels/cuda/driver/waiting_blocks.h"

#include <gtest/gtest.h>

#include <deque>
#include <set>
#include <string>

#include "kernels/executor.h"
#include "tests/cuda/load_double.h"
#include "tests/support/api_stream.h"
#include "tests/support/stream_plan.h"
#include "tests/support/test_plans.h"

namespace tonelift::waiting_blocks_test {
namespace {

std::set<std::string> kernels;

class WaitingBlocksOnDevice : public testing::Test {
  protected:
    WaitingBlocksOnDevice() {
        driver_double().prepare = [](const DoubleLaunch* launch) -> void* {
            kernels.insert(launch->kernel);
            return nullptr;
        };
        driver_double().run = [](void*) {};
        driver_double().forget = [](void*) {};
    }
    ~WaitingBlocksOnDevice() override {
        driver_double().prepare = nullptr;
        driver_double().compute_major = 9;
    }

    bool waits(Executor& executor) const {
        kernels.clear();
        Batch batch = batch_of(in_, out_);
        executor.run(batch);
        EXPECT_EQ(kernels.contains("scan_edge_y") + kernels.contains("scan_edge_y_one_block"), 1);
        return kernels.contains("scan_edge_y");
    }
    std::unique_ptr<Executor> executor() const { return make_cuda_executor(plan_, device_, 1); }

    const Plan plan_ = script_plan(
        "plane v = lightness(input);\noutput color(recursive_edge(v, v, 20, 0.1, 1));",
        default_options(), hdr10_video(TONELIFT_FORMAT_P010, 64, 8192), TONELIFT_FORMAT_NV12);
    const std::vector<TestPicture> in_ = pictures(plan_.input, 1, 1);
    const std::vector<TestPicture> out_ = pictures(plan_.output, 1, 0);
    const std::shared_ptr<CudaDevice> device_ = open_cuda_device({});
};

TEST_F(WaitingBlocksOnDevice, AreFewerThanMultiprocessors) {
    std::deque<std::unique_ptr<Executor>> all;
    for (all.push_back(executor()); waits(*all.back()); all.push_back(executor())) {
        ASSERT_LT(all.size(), static_cast<size_t>(device_->limits().multiprocessors));
    }
    EXPECT_GT(all.size(), 2u) << "several filters may wait";
    EXPECT_TRUE(waits(*all.front())) << "those that wait go on";
    all.pop_front();
    EXPECT_TRUE(waits(*executor())) << "there is room again";
}

TEST_F(WaitingBlocksOnDevice, AreReservedUntilTheReservationIsDestroyed) {
    const auto all = static_cast<unsigned>(device_->limits().multiprocessors);
    EXPECT_FALSE(cuda::WaitingBlocks(*device_, all).granted());
    {
        const cuda::WaitingBlocks most(*device_, all - 1);
        EXPECT_TRUE(most.granted());
        EXPECT_FALSE(cuda::WaitingBlocks(*device_, 1).granted());
        const auto other = open_cuda_device({});
        EXPECT_TRUE(cuda::WaitingBlocks(*other, 1).granted()) << "in another context";
    }
    EXPECT_TRUE(cuda::WaitingBlocks(*device_, all - 1).granted());
}

}  // namespace
}  // namespace tonelift::waiting_blocks_test
