// SPDX-License-Identifier: BSD-2-Clause
// Tests how frames in host memory are copied to a CUDA device and back.
#include "kernels/cuda/copy/staging.h"

#include <gtest/gtest.h>

#include "kernels/cuda/copy/copy.h"
#include "kernels/cuda/driver/driver.h"
#include "kernels/executor.h"
#include "tests/cuda/load_double.h"
#include "tests/support/test_picture.h"

namespace tonelift::cuda::staging_test {
namespace {

constexpr HostMemory both{true, true};
constexpr HostMemory only_input{true, false};
constexpr HostMemory only_output{false, true};

class Inner : public Executor {
  public:
    Inner(const Picture& picture, const std::shared_ptr<CudaDevice>& device)
        : copier_(make_cuda_copier(picture, device, {})) {}

    void continue_from(const Executor& previous) override { continued_from = &previous; }

    std::vector<float> states() const override { return {1, 2}; }

    void run(Batch& batch) override {
        waits.push_back(driver_double().waits);
        for (size_t i = 0; i < batch.record.size(); ++i)
            batch.record[i].states = {batch.times[i].time};
        for (size_t i = 0; i < batch.replay.size(); ++i)
            EXPECT_EQ(batch.replay[i].states.at(0), batch.times[i].time);
        copier_->run(batch);
    }

    std::vector<int> waits;
    const Executor* continued_from = nullptr;

  private:
    std::unique_ptr<Executor> copier_;
};

class DoublePicture {
  public:
    DoublePicture(const DevicePointer& device, const Picture& picture)
        : packed_(picture), memory_(device, packed_.bytes) {}
    FramePlanes planes() const { return packed_.at(memory_.data()); }
    const PackedPicture& packed() const { return packed_; }

  private:
    PackedPicture packed_;
    PinnedMemory memory_;
};

void copy_rows(const FramePlanes& from, const FramePlanes& to, const PackedPicture& picture) {
    for (size_t plane = 0; plane < picture.count; ++plane) {
        for (size_t row = 0; row < picture.planes[plane].rows; ++row) {
            const auto y = static_cast<ptrdiff_t>(row);
            std::memcpy(to.data[plane] + y * to.pitch[plane],
                        from.data[plane] + y * from.pitch[plane], picture.planes[plane].row_bytes);
        }
    }
}

class Staging : public testing::TestWithParam<bool> {
  protected:
    void SetUp() override {
        driver_double().eager = GetParam();
        driver_double().fail_after = -1;
        device_ = open_cuda_device({});
    }

    std::unique_ptr<Executor> staged(const Picture& picture, HostMemory host, int frames) {
        auto inner = std::make_unique<Inner>(picture, device_);
        inner_ = inner.get();
        return stage(std::move(inner), picture, picture, device_, host, frames, 2);
    }

    std::shared_ptr<CudaDevice> device_;
    Inner* inner_ = nullptr;
};

struct Pictures {
    Pictures(size_t count, const Picture& picture, Pitch pitch, HostMemory host,
             const DevicePointer& device, uint32_t seed) {
        for (size_t i = 0; i < count; ++i) {
            input.emplace_back(picture, pitch);
            input.back().fill_hostile(seed + static_cast<uint32_t>(i));
            output.emplace_back(picture, pitch);
            device_input.emplace_back(device, picture);
            device_output.emplace_back(device, picture);
            const PackedPicture& packed = device_input.back().packed();
            copy_rows(input.back().planes(), device_input.back().planes(), packed);
            batch.input.push_back(host.input ? input.back().planes()
                                             : device_input.back().planes());
            batch.output.push_back(host.output ? output.back().planes()
                                               : device_output.back().planes());
            FrameTime time;
            time.time = static_cast<float>(i);
            batch.times.push_back(time);
        }
    }

    void fetch_outputs() {
        for (size_t i = 0; i < output.size(); ++i)
            copy_rows(device_output[i].planes(), output[i].planes(), device_output[i].packed());
    }

    std::vector<TestPicture> input, output;
    std::vector<DoublePicture> device_input, device_output;
    Batch batch;
};

void run(Executor& executor, Pictures& pictures, HostMemory host, const CudaDevice& device) {
    executor.run(pictures.batch);
    if (host.output) return;
    const CurrentContext current(device);
    check(driver().stream_synchronize(device.stream()), "waiting");
    pictures.fetch_outputs();
}

void expect_same(const Pictures& pictures) {
    for (size_t i = 0; i < pictures.input.size(); ++i) {
        EXPECT_TRUE(equal(pictures.input[i], pictures.output[i])) << "frame " << i;
        EXPECT_TRUE(pictures.output[i].padding_untouched()) << "frame " << i;
    }
}

TEST_P(Staging, FramesAreCopiedCompletely) {
    for (const char* format : {"p010", "yuv420p", "yuva444p16", "gbrpf32"}) {
        for (const HostMemory host : {both, only_input, only_output}) {
            for (const auto& [count, frames] : {std::pair{1, 1}, {2, 3}, {7, 1}, {9, 2}, {13, 3}}) {
                for (const Pitch pitch : {Pitch::padded, Pitch::negative}) {
                    SCOPED_TRACE(std::string(format) + " " + std::to_string(count) + "/" +
                                 std::to_string(frames) + " ends " + std::to_string(host.input) +
                                 std::to_string(host.output));
                    const Picture picture = make_picture(format, 67, 35);
                    const auto executor = staged(picture, host, frames);
                    Pictures pictures(static_cast<size_t>(count), picture, pitch, host, device_, 1);
                    run(*executor, pictures, host, *device_);
                    expect_same(pictures);
                }
            }
        }
    }
    EXPECT_EQ(driver_double().pageable_copies, 0);
}

TEST_P(Staging, CallsOfDifferentLengthsMayFollowEachOther) {
    const Picture picture = make_picture("p010", 64, 36);
    for (const HostMemory host : {both, only_input, only_output}) {
        const auto executor = staged(picture, host, 2);
        std::vector<Pictures> calls;
        for (const size_t count : {9u, 1u, 4u, 8u}) {
            calls.emplace_back(count, picture, Pitch::padded, host, device_,
                               static_cast<uint32_t>(100 * calls.size()));
        }
        for (Pictures& pictures : calls) executor->run(pictures.batch);
        const CurrentContext current(*device_);
        check(driver().stream_synchronize(device_->stream()), "waiting");
        for (Pictures& pictures : calls) {
            if (!host.output) pictures.fetch_outputs();
            expect_same(pictures);
        }
    }
}

TEST_P(Staging, PageLockedMemoryIsUsedDirectly) {
    const Picture picture = make_picture("nv12", 128, 64);
    const auto executor = staged(picture, both, 1);
    Pictures pictures(6, picture, Pitch::padded, {false, false}, device_, 3);
    run(*executor, pictures, {false, false}, *device_);
    expect_same(pictures);
    EXPECT_EQ(driver_double().pageable_copies, 0);
}

TEST_P(Staging, TheInputIsReadWhenTheCallReturns) {
    const Picture picture = make_picture("nv12", 128, 64);
    const auto executor = staged(picture, only_input, 1);
    Pictures pictures(3, picture, Pitch::padded, {false, false}, device_, 8);
    executor->run(pictures.batch);
    for (const DoublePicture& frame : pictures.device_input)
        std::memset(frame.planes().data[0], 0, frame.packed().bytes);
    const CurrentContext current(*device_);
    check(driver().stream_synchronize(device_->stream()), "waiting");
    pictures.fetch_outputs();
    expect_same(pictures);
}

TEST_P(Staging, ThreeFramesAreInFlightBeforeTheFirstWait) {
    const Picture picture = make_picture("nv12", 64, 64);
    const auto executor = staged(picture, both, 1);
    const int before = driver_double().waits;
    Pictures pictures(8, picture, Pitch::tight, both, device_, 4);
    run(*executor, pictures, both, *device_);
    ASSERT_EQ(inner_->waits.size(), 8u);
    EXPECT_EQ(inner_->waits[2], before);
    if (GetParam()) return;
    EXPECT_GT(inner_->waits[7], before);
}

TEST_P(Staging, NothingIsAllocatedPerFrame) {
    const Picture picture = make_picture("nv12", 64, 64);
    const auto executor = staged(picture, both, 2);
    Pictures pictures(8, picture, Pitch::tight, both, device_, 5);
    const int before = driver_double().allocations;
    executor->run(pictures.batch);
    EXPECT_EQ(driver_double().allocations, before);
}

TEST_P(Staging, MemoryIsFreedWithTheExecutor) {
    const int before = driver_double().live_allocations;
    const Picture picture = make_picture("nv12", 64, 64);
    auto executor = staged(picture, both, 2);
    EXPECT_GT(driver_double().live_allocations, before);
    executor.reset();
    EXPECT_EQ(driver_double().live_allocations, before);
}

TEST_P(Staging, StatisticsAreRecordedAndReplayed) {
    const Picture picture = make_picture("nv12", 64, 64);
    const auto executor = staged(picture, both, 2);
    Pictures pictures(5, picture, Pitch::tight, both, device_, 6);
    pictures.batch.record.resize(5);
    executor->run(pictures.batch);
    for (size_t i = 0; i < 5; ++i)
        EXPECT_EQ(pictures.batch.record[i].states, std::vector<float>{static_cast<float>(i)});
    pictures.batch.replay.swap(pictures.batch.record);
    pictures.batch.record.clear();
    executor->run(pictures.batch);
    EXPECT_EQ(pictures.batch.replay[4].states, std::vector<float>{4.0f});
}

TEST_P(Staging, InnerExecutorContinuesThePreviousState) {
    const Picture picture = make_picture("nv12", 64, 64);
    const auto first = staged(picture, both, 1);
    const Executor* inner = inner_;
    const auto second = staged(picture, both, 1);
    second->continue_from(*first);
    EXPECT_EQ(inner_->continued_from, inner);
}

TEST_P(Staging, NothingIsInFlightAfterAFailure) {
    const Picture picture = make_picture("nv12", 64, 64);
    for (const int after : {0, 1, 3, 10, 21}) {
        auto executor = staged(picture, both, 1);
        Pictures pictures(8, picture, Pitch::tight, both, device_, 7);
        driver_double().fail_after = after;
        EXPECT_THROW(executor->run(pictures.batch), Error) << after;
        driver_double().fail_after = -1;
        executor.reset();
    }
}

INSTANTIATE_TEST_SUITE_P(Streams, Staging, testing::Bool(),
                         [](const auto& test) { return test.param ? "early" : "late"; });

}  // namespace
}  // namespace tonelift::cuda::staging_test
