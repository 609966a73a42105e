// SPDX-License-Identifier: BSD-2-Clause
// Tests a filter on a CUDA device with a test double of the driver, which runs no kernels.
#include <gtest/gtest.h>

#include "kernels/executor.h"
#include "tests/cuda/load_double.h"
#include "tests/support/api_stream.h"

namespace tonelift::device_test {
namespace {

constexpr int on_host = 0, on_device = 1;

tonelift_device caller_device(int input, int output) {
    static int context;
    return {sizeof(tonelift_device), &context, nullptr, input, output, nullptr};
}

struct Log {
    std::string errors, all;
    tonelift_log log() {
        return {sizeof(tonelift_log), this,
                [](void* user, tonelift_log_level level, const char* message) {
                    auto* self = static_cast<Log*>(user);
                    self->all += std::string(message) + "\n";
                    if (level == TONELIFT_LOG_ERROR) self->errors = message;
                }};
    }
};

tonelift_options handing_through() {
    tonelift_options options = default_options();
    options.preset = "faithful";
    return options;
}

class Device : public testing::Test {
  protected:
    void SetUp() override {
        driver_double().eager = false;
        driver_double().fail_after = -1;
        log_ = messages_.log();
    }

    tonelift_status create(const tonelift_options& options, const tonelift_device* device = nullptr,
                           int width = 67, int height = 35) {
        filter_.reset();
        in_ = sdr_video(TONELIFT_FORMAT_NV12, width, height);
        const tonelift_video out = output_of(options, in_);
        tonelift_filter* filter = nullptr;
        const tonelift_status status =
            tonelift_filter_create(&filter, &options, &in_, &out, device, &log_);
        filter_.reset(filter);
        return status;
    }

    int batch(const tonelift_device* device, int width, int height, int asked = 0) {
        tonelift_options options = handing_through();
        options.batch = asked;
        EXPECT_EQ(create(options, device, width, height), TONELIFT_OK) << messages_.errors;
        return tonelift_filter_batch(filter_.get());
    }

    tonelift_status process(const TestPicture& from, const TestPicture& to) {
        const tonelift_frame in = frame_of(from, 0);
        tonelift_frame out = frame_of(to, 0);
        return tonelift_filter_process(filter_.get(), &in, &out, 1);
    }

    Log messages_;
    tonelift_log log_;
    tonelift_video in_;
    FilterHandle filter_;
};

TEST_F(Device, IsChosenByTheOption) {
    tonelift_options options = handing_through();
    for (const auto& [name, place] : {std::pair{"auto", "a double"},
                                      {"cuda", "a double"},
                                      {"cuda0", "a double"},
                                      {"cuda:0", "a double"},
                                      {"cpu", "the CPU"}}) {
        options.device = name;
        messages_.all.clear();
        EXPECT_EQ(create(options), TONELIFT_OK);
        EXPECT_NE(messages_.all.find(std::string("running on ") + place), std::string::npos)
            << messages_.all;
    }
    for (const char* name : {"cuda:", "cuda:x", "cuda-1", "cuda0x", "gpu", "cuda1"}) {
        options.device = name;
        EXPECT_EQ(create(options), TONELIFT_ERROR_ARGUMENT) << name;
        EXPECT_NE(messages_.errors.find(std::string("device=") + name), std::string::npos)
            << messages_.errors;
    }
}

TEST_F(Device, TexturesWithoutAKernelUseTheCpu) {
    tonelift_options options = handing_through();
    options.format = "bc1";
    options.texture_quality = TONELIFT_TEXTURE_QUALITY_BEST;
    EXPECT_EQ(create(options), TONELIFT_OK) << messages_.errors;
    EXPECT_NE(messages_.all.find("running on the CPU"), std::string::npos) << messages_.all;
    options.device = "cuda";
    EXPECT_EQ(create(options), TONELIFT_ERROR_UNSUPPORTED);
    EXPECT_NE(messages_.errors.find("texture_quality=best"), std::string::npos) << messages_.errors;
}

TEST_F(Device, MissingDeviceErrorListsTheAvailableOnes) {
    tonelift_options options = handing_through();
    options.device = "cuda:7";
    driver_double().devices = 2;
    EXPECT_EQ(create(options), TONELIFT_ERROR_ARGUMENT);
    driver_double().devices = 1;
    EXPECT_NE(messages_.errors.find("device=cuda7 does not exist; allowed are cuda0 a double, "
                                    "cuda1 a double"),
              std::string::npos)
        << messages_.errors;
}

TEST_F(Device, FramesMustBeInAccessibleMemory) {
    tonelift_options options = handing_through();
    options.device = "cpu";
    tonelift_device device = caller_device(on_device, on_host);
    EXPECT_EQ(create(options, &device), TONELIFT_ERROR_ARGUMENT);
    EXPECT_NE(messages_.errors.find("device=auto"), std::string::npos) << messages_.errors;
    device = caller_device(on_host, on_device);
    device.cuda_context = nullptr;
    EXPECT_EQ(create(handing_through(), &device), TONELIFT_ERROR_ARGUMENT);
    EXPECT_NE(messages_.errors.find("cuda_context"), std::string::npos) << messages_.errors;
    device.struct_size = 0;
    EXPECT_EQ(create(handing_through(), &device), TONELIFT_ERROR_ARGUMENT);
}

TEST_F(Device, BatchDependsOnTheSizeOfFrames) {
    const tonelift_device device = caller_device(on_device, on_device);
    EXPECT_EQ(batch(&device, 3840, 2160), 4);
    EXPECT_EQ(batch(&device, 64, 36), 64);
    EXPECT_EQ(batch(&device, 16384, 16384), 1);
    EXPECT_EQ(batch(&device, 3840, 2160, 7), 7);
    EXPECT_EQ(batch(nullptr, 3840, 2160), 16);
    EXPECT_EQ(batch(nullptr, 1920, 1080), 64);
    EXPECT_EQ(batch(nullptr, 1920, 1080, 2), 2);
}

TEST_F(Device, PassesUnchangedPicturesThrough) {
    for (const auto& [input, output] :
         {std::pair{on_device, on_device}, {on_host, on_device}, {on_device, on_host}}) {
        const tonelift_device device = caller_device(input, output);
        for (const Pitch pitch : {Pitch::padded, Pitch::negative}) {
            ASSERT_EQ(create(handing_through(), &device), TONELIFT_OK) << messages_.errors;
            ASSERT_TRUE(tonelift_filter_passthrough(filter_.get()));
            TestPicture from = picture_for(in_, pitch);
            from.fill_legal(1);
            const TestPicture to = picture_for(in_);
            ASSERT_EQ(process(from, to), TONELIFT_OK) << messages_.errors;
            driver_double_synchronize();
            EXPECT_TRUE(equal(from, to));
            EXPECT_TRUE(to.padding_untouched());
        }
    }
}

TEST_F(Device, KeepsItsKernelsWhileAParamChanges) {
    const tonelift_device device = caller_device(on_device, on_device);
    tonelift_options options = default_options();
    ASSERT_EQ(create(options, &device), TONELIFT_OK) << messages_.errors;
    const auto allocations_of = [&](const char* set) {
        const int before = driver_double().allocations;
        options.set = set;
        EXPECT_EQ(tonelift_filter_set_options(filter_.get(), &options), TONELIFT_OK)
            << messages_.errors;
        return driver_double().allocations - before;
    };
    EXPECT_GT(allocations_of("detail=1.5"), 0);
    EXPECT_EQ(allocations_of("detail=1.6"), 0);
    EXPECT_EQ(allocations_of("detail=3"), 0);
    EXPECT_GT(allocations_of("detail=3|strength=0.5"), 0);
    EXPECT_EQ(allocations_of("detail=0.3|strength=0.7"), 0);
}

TEST_F(Device, StaysFailedAfterAFailure) {
    const tonelift_device device = caller_device(on_device, on_device);
    const tonelift_options options = handing_through();
    ASSERT_EQ(create(options, &device), TONELIFT_OK);
    const TestPicture from = picture_for(in_);
    const TestPicture to = picture_for(in_);
    driver_double().fail_after = 0;
    EXPECT_EQ(process(from, to), TONELIFT_ERROR_DEVICE);
    const std::string first = messages_.errors;
    EXPECT_NE(first.find("create a new filter, or set device=cpu"), std::string::npos) << first;
    driver_double().fail_after = -1;
    messages_.errors.clear();
    EXPECT_EQ(process(from, to), TONELIFT_ERROR_DEVICE);
    EXPECT_EQ(messages_.errors, first);
    EXPECT_EQ(tonelift_filter_set_options(filter_.get(), &options), TONELIFT_ERROR_DEVICE);
    EXPECT_EQ(tonelift_filter_set_input(filter_.get(), &in_), TONELIFT_ERROR_DEVICE);
    filter_.reset();
    EXPECT_EQ(create(options, &device), TONELIFT_OK);
    EXPECT_EQ(process(from, to), TONELIFT_OK);
}

}  // namespace
}  // namespace tonelift::device_test
