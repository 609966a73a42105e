// SPDX-License-Identifier: BSD-2-Clause
// Helpers for tests on a CUDA device: frames in device memory, and functions that run plans.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "kernels/cuda/driver/device.h"
#include "kernels/error.h"
#include "kernels/executor.h"
#include "tests/support/close_pictures.h"
#include "tests/support/scene.h"
#include "tests/support/test_picture.h"
#include "tests/support/test_plans.h"

namespace tonelift {

class GpuTest : public testing::Test {
  protected:
    void SetUp() override {
        try {
            device_ = open_cuda_device({});
        } catch (const Error& error) {
            GTEST_SKIP() << error.what();
        }
    }
    std::shared_ptr<CudaDevice> device_;
};

class DevicePicture {
  public:
    DevicePicture(const TestPicture& host, const std::shared_ptr<CudaDevice>& device)
        : host_(host), memory_(device, host.memory().size()) {
        memory_.upload(host.memory().data(), host.memory().size());
    }

    FramePlanes planes() const {
        FramePlanes planes = host_.planes();
        for (int i = 0; i < host_.format().planes(); ++i) {
            const auto p = static_cast<size_t>(i);
            planes.data[p] = reinterpret_cast<std::byte*>(memory_.address()) +
                             (planes.data[p] - host_.memory().data());
        }
        return planes;
    }

    void download(TestPicture& to) const {
        memory_.download(to.memory().data(), 0, to.memory().size());
    }

  private:
    const TestPicture& host_;
    cuda::DeviceMemory memory_;
};

inline std::vector<DevicePicture> on_device(const std::vector<TestPicture>& host,
                                            const std::shared_ptr<CudaDevice>& device) {
    std::vector<DevicePicture> pictures;
    for (const TestPicture& picture : host) pictures.emplace_back(picture, device);
    return pictures;
}

inline void run_executor(Executor& executor, const std::shared_ptr<CudaDevice>& device,
                         const std::vector<TestPicture>& in, std::vector<TestPicture>& out,
                         size_t frames_of_calls, Statistics statistics = {}, size_t first = 0) {
    const auto inputs = on_device(in, device), outputs = on_device(out, device);
    const Batch all = batch_of(in, out);
    for (; first < in.size(); first += frames_of_calls) {
        const size_t end = std::min(in.size(), first + frames_of_calls);
        Batch batch;
        batch.parameters = all.parameters;
        for (size_t i = first; i < end; ++i) {
            batch.input.push_back(inputs[i].planes());
            batch.output.push_back(outputs[i].planes());
            batch.times.push_back(all.times[i]);
            if (statistics.replay != nullptr) batch.replay.push_back((*statistics.replay)[i]);
        }
        std::vector<FrameState>* record = statistics.record;
        if (record != nullptr) batch.record.resize(end - first);
        executor.run(batch);
        if (record != nullptr)
            record->insert(record->end(), batch.record.begin(), batch.record.end());
    }
    for (size_t i = 0; i < out.size(); ++i) outputs[i].download(out[i]);
}

inline void run_on_device(const Plan& plan, const std::shared_ptr<CudaDevice>& device,
                          const std::vector<TestPicture>& in, std::vector<TestPicture>& out,
                          BatchSize size, Statistics statistics = {}) {
    const auto executor = make_cuda_executor(plan, device, size.of_launches);
    run_executor(*executor, device, in, out, size.of_calls, statistics);
}

inline void expect_like_cpu(const Plan& plan, const std::shared_ptr<CudaDevice>& device, int frames,
                            const std::string& what) {
    const std::vector<TestPicture> source = scene_frames(plan.input, frames);
    std::vector<TestPicture> expected(source.size(), TestPicture(plan.output, Pitch::aligned));
    auto actual = expected;
    run_on_cpu(plan, source, expected);
    run_on_device(plan, device, source, actual, {source.size(), frames});
    for (size_t i = 0; i < source.size(); ++i)
        expect_close(expected[i], actual[i], what + ", frame " + std::to_string(i));
}

// Runs body(device, i) for each i below `count`, in several threads. Each thread opens the device
// separately, because the driver compiles the kernels of one device object on one core.
template <typename Body>
void in_parallel(size_t count, const Body& body) {
    std::atomic<size_t> next{0};
    const auto work = [&] {
        const auto device = open_cuda_device({});
        for (size_t i; (i = next++) < count;) body(device, i);
    };
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < std::clamp(std::thread::hardware_concurrency(), 1u, 8u); ++i)
        threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
}

}  // namespace tonelift
