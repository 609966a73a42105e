// SPDX-License-Identifier: BSD-2-Clause
//
// Frames on a device for tests, and plans run on them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/cuda/device.h"
#include "kernels/error.h"
#include "kernels/executor.h"
#include "tests/support/test_picture.h"
#include "tests/support/test_plans.h"

namespace tonelift {

// Tests of a GPU are skipped where there is none.
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

// A copy of a picture in device memory: the same bytes at the same places.
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

struct BatchSize {
    size_t of_calls;   // frames that a call of run() gets
    int of_launches;   // frames that a launch handles
};

// Frames through the device; what comes back is in `out`.
inline void run_on_device(const Plan& plan, const std::shared_ptr<CudaDevice>& device,
                          const std::vector<TestPicture>& in, std::vector<TestPicture>& out,
                          BatchSize size, std::vector<FrameState>* record = nullptr,
                          const std::vector<FrameState>* replay = nullptr) {
    const auto executor = make_cuda_executor(plan, device, size.of_launches);
    std::vector<DevicePicture> inputs, outputs;
    for (const TestPicture& picture : in) inputs.emplace_back(picture, device);
    for (const TestPicture& picture : out) outputs.emplace_back(picture, device);
    const Batch all = batch_of(in, out);
    for (size_t first = 0; first < in.size(); first += size.of_calls) {
        const size_t end = std::min(in.size(), first + size.of_calls);
        Batch batch;
        batch.parameters = all.parameters;
        for (size_t i = first; i < end; ++i) {
            batch.input.push_back(inputs[i].planes());
            batch.output.push_back(outputs[i].planes());
            batch.times.push_back(all.times[i]);
            if (replay != nullptr) batch.replay.push_back((*replay)[i]);
        }
        if (record != nullptr) batch.record.resize(end - first);
        executor->run(batch);
        if (record != nullptr)
            record->insert(record->end(), batch.record.begin(), batch.record.end());
    }
    for (size_t i = 0; i < out.size(); ++i) outputs[i].download(out[i]);
}

inline void run_on_cpu(const Plan& plan, const std::vector<TestPicture>& in,
                       const std::vector<TestPicture>& out,
                       std::vector<FrameState>* record = nullptr) {
    Batch batch = batch_of(in, out);
    if (record != nullptr) batch.record.resize(in.size());
    make_cpu_executor(plan, 0)->run(batch);
    if (record != nullptr) *record = batch.record;
}

// Samples of two pictures that differ, in codes.
struct Difference {
    double worst = 0;
    int64_t samples = 0;
    int64_t beyond_one = 0;

    double share_beyond_one() const {
        return samples > 0 ? static_cast<double>(beyond_one) / static_cast<double>(samples) : 0;
    }
};

inline Difference difference(const TestPicture& a, const TestPicture& b) {
    Difference result;
    for (int c = 0; c < 4; ++c) {
        for (int y = 0; y < a.height(c); ++y) {
            for (int x = 0; x < a.width(c); ++x) {
                const double d = std::abs(a.code(c, x, y) - b.code(c, x, y));
                ++result.samples;
                result.beyond_one += d > 1;
                result.worst = std::max(result.worst, d);
            }
        }
    }
    return result;
}

}  // namespace tonelift
