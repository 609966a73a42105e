// SPDX-License-Identifier: BSD-2-Clause
// A Vulkan device for tests, and functions that run plans on it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "kernels/error.h"
#include "kernels/executor.h"
#include "tests/support/close_pictures.h"
#include "tests/support/test_picture.h"

namespace tonelift {

// A test on a Vulkan device. All tests of a suite share one device, because compiling kernels takes
// long.
class VulkanTest : public testing::Test {
  protected:
    void SetUp() override {
        try {
            if (shared_ == nullptr) shared_ = open_vulkan_device({});
        } catch (const Error& error) {
            GTEST_SKIP() << error.what();
        }
        device_ = shared_;
    }
    static void TearDownTestSuite() {
        executors_.clear();
        shared_.reset();
    }

    static void keep(std::unique_ptr<Executor> executor) {
        executors_.push_back(std::move(executor));
    }
    std::shared_ptr<VulkanDevice> device_;

  private:
    static inline std::shared_ptr<VulkanDevice> shared_;
    static inline std::vector<std::unique_ptr<Executor>> executors_;
};

inline void run_in_calls(Executor& executor, const std::vector<TestPicture>& in,
                         const std::vector<TestPicture>& out, size_t frames_of_calls,
                         Statistics statistics = {}) {
    const Batch all = batch_of(in, out);
    for (size_t first = 0; first < in.size(); first += frames_of_calls) {
        const size_t end = std::min(in.size(), first + frames_of_calls);
        Batch batch;
        batch.parameters = all.parameters;
        for (size_t i = first; i < end; ++i) {
            batch.input.push_back(all.input[i]);
            batch.output.push_back(all.output[i]);
            batch.times.push_back(all.times[i]);
            if (statistics.replay != nullptr) batch.replay.push_back((*statistics.replay)[i]);
        }
        if (statistics.record != nullptr) batch.record.resize(end - first);
        executor.run(batch);
        if (statistics.record != nullptr)
            statistics.record->insert(statistics.record->end(), batch.record.begin(),
                                      batch.record.end());
    }
}

inline std::unique_ptr<Executor> run_on_vulkan(const Plan& plan,
                                               const std::shared_ptr<VulkanDevice>& device,
                                               const std::vector<TestPicture>& in,
                                               const std::vector<TestPicture>& out, BatchSize size,
                                               Statistics statistics = {}) {
    auto executor = make_vulkan_executor(plan, device, size.of_launches, 0);
    run_in_calls(*executor, in, out, size.of_calls, statistics);
    return executor;
}

}  // namespace tonelift
