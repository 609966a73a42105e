// SPDX-License-Identifier: BSD-2-Clause
// Tests that failures of Vulkan are errors that name their cause, and that nothing leaks.
#include <dlfcn.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "tests/support/environment.h"
#include "tests/support/scene.h"
#include "tests/support/script_file.h"
#include "tests/support/stream_plan.h"
#include "tests/vulkan/double/double.h"
#include "tests/vulkan/image_device.h"
#include "tests/vulkan/linear_plan.h"
#include "tests/vulkan/vulkan_support.h"

namespace tonelift::failures_test {
namespace {

using vulkan_double::Controls;

class VulkanFailures : public VulkanTest {
  protected:
    void SetUp() override {
        VulkanTest::SetUp();
        device_.reset();
        TearDownTestSuite();
        void* loaded = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_NOLOAD);
        ASSERT_NE(loaded, nullptr);
        auto* function = reinterpret_cast<vulkan_double::ControlsFunction*>(
            dlsym(loaded, vulkan_double::controls_symbol));
        dlclose(loaded);
        ASSERT_NE(function, nullptr) << "the double is not loaded";
        controls_ = function();
        *controls_ = {};
    }
    void TearDown() override {
        if (controls_ == nullptr) return;
        EXPECT_EQ(controls_->objects, 0) << "objects leak";
        *controls_ = {};
    }

    struct Failed {
        Failure failure{};
        std::string text;
    };
    template <typename Body>
    static Failed failure_of(const Body& body) {
        try {
            body();
        } catch (const Error& error) {
            return {error.failure(), error.what()};
        }
        ADD_FAILURE() << "nothing failed";
        return {};
    }
    static Failed failure_to_open(const VulkanTarget& target = {}) {
        return failure_of([&] { open_vulkan_device(target); });
    }
    static void expect(const Failed& failed, Failure failure, const std::string& text) {
        EXPECT_EQ(failed.failure, failure) << failed.text;
        EXPECT_NE(failed.text.find(text), std::string::npos) << failed.text;
    }

    static std::vector<TestPicture> run() {
        const Plan plan = linear_plan("output input * maximum(input.g);", {48, 30});
        const auto source = scene_frames(plan.input, 3);
        const std::vector<TestPicture> out(3, TestPicture(plan.output, Pitch::aligned));
        run_on_vulkan(plan, open_vulkan_device({}), source, out, {3, 2});
        return out;
    }
    void expect_lost_submissions(long least) {
        run();
        const long submissions = controls_->submitted;
        ASSERT_GT(submissions, least);
        for (long i = 0; i < submissions; ++i) {
            controls_->submissions = i;
            expect(failure_of(run), Failure::device, "the device is lost");
            EXPECT_EQ(controls_->objects, 0) << "after submission " << i;
        }
    }

    Controls* controls_ = nullptr;
};

// The instance is kept, because NVIDIA's driver cannot be loaded more than about 29 times in a
// process.
TEST_F(VulkanFailures, InstanceIsKeptAfterTheLastDevice) {
    for (int i = 0; i < 3; ++i) {
        open_vulkan_device({});
        EXPECT_EQ(controls_->instances, 1) << "after device " << i;
    }
}

TEST_F(VulkanFailures, NoDriverIsAnErrorWithAdvice) {
    controls_->instance = VK_ERROR_INCOMPATIBLE_DRIVER;
    expect(failure_to_open(), Failure::unsupported, "no driver for Vulkan is installed");
    expect(failure_to_open(), Failure::unsupported, "set device=cpu");
}

// With VK_DRIVER_FILES=broken.json, the Khronos loader returns VK_ERROR_OUT_OF_HOST_MEMORY.
TEST_F(VulkanFailures, BrokenDriverManifestIsAnErrorWithAdvice) {
    controls_->instance = VK_ERROR_OUT_OF_HOST_MEMORY;
    expect(failure_to_open(), Failure::unsupported, "cannot read the file of a driver");
    expect(failure_to_open(), Failure::unsupported, "set device=cpu");
}

TEST_F(VulkanFailures, NoGpuIsAnErrorWithAdvice) {
    controls_->gpus = 0;
    expect(failure_to_open(), Failure::unsupported, "Vulkan finds no GPU; install the driver");
}

TEST_F(VulkanFailures, OldDriversAreRefusedWithTheirVersion) {
    controls_->version = VK_API_VERSION_1_2;
    expect(failure_to_open(), Failure::unsupported,
           "is for Vulkan 1.2, and 1.3 or newer is needed");
}

TEST_F(VulkanFailures, MissingFeaturesAreReported) {
    for (const char* feature :
         {"bufferDeviceAddress", "timelineSemaphore", "maintenance4", "synchronization2"}) {
        controls_->missing = feature;
        expect(failure_to_open(), Failure::unsupported,
               std::string("lacks the feature ") + feature + " of Vulkan");
    }
}

TEST_F(VulkanFailures, DevicesThatLackAFunctionAreReportedAndDestroyed) {
    for (const char* function : {"vkCmdPipelineBarrier2", "vkDestroyPipeline"}) {
        controls_->missing_function = function;
        expect(failure_to_open(), Failure::unsupported,
               std::string("the Vulkan device has no ") + function);
        EXPECT_EQ(controls_->objects, 0) << function;
    }
}

TEST_F(VulkanFailures, SmallDevicesAreRefusedWithTheirLimit) {
    controls_->invocations = 128;
    expect(failure_to_open(), Failure::unsupported,
           "has 128 invocations per workgroup, and 256 are needed; set device=cpu");
    controls_->invocations = 256;
    controls_->shared_bytes = 16384;
    expect(failure_to_open(), Failure::unsupported,
           "has 16384 bytes of shared memory per workgroup, and 32768 are needed; set device=cpu");
}

TEST_F(VulkanFailures, DevicesAreSelectedByNumber) {
    controls_->gpus = 2;
    EXPECT_NE(open_vulkan_device({1}), nullptr);
    const Failed failed = failure_to_open({2});
    expect(failed, Failure::argument, "device=vulkan2 does not exist; allowed are vulkan0 ");
    expect(failed, Failure::argument, ", vulkan1 ");
}

TEST_F(VulkanFailures, GpusThatVanishDuringListingAreSkipped) {
    controls_->gpus = 2;
    controls_->listed_gpus = 1;
    EXPECT_NE(open_vulkan_device({0}), nullptr);
    expect(failure_to_open({1}), Failure::argument, "device=vulkan1 does not exist");
    controls_->listed_gpus = 0;
    expect(failure_to_open(), Failure::unsupported, "Vulkan finds no GPU");
}

TEST_F(VulkanFailures, SoftwareGpuIsSelectedByNameOnly) {
    EXPECT_NE(open_vulkan_device({}), nullptr);
    failure_to_open({.only_hardware = true});
}

TEST_F(VulkanFailures, HardwareIsAcceptedWithOnlyHardware) {
    controls_->type = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
    EXPECT_NE(open_vulkan_device({.only_hardware = true}), nullptr);
}

TEST_F(VulkanFailures, DevicesWithDedicatedMemoryShowTheSamePictures) {
    const auto shared = run();
    controls_->type = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
    const auto copied = run();
    for (size_t i = 0; i < shared.size(); ++i) EXPECT_TRUE(equal(shared[i], copied[i])) << i;
}

class VulkanCopyQueues : public VulkanFailures, public testing::WithParamInterface<uint32_t> {
  protected:
    static constexpr size_t frames = 9;

    static std::vector<TestPicture> run_adaptive() {
        tonelift_options options = default_options();
        options.preset = "faithful";
        options.tonemap = 3;
        const Plan plan =
            stream_plan(options, hdr10_video(TONELIFT_FORMAT_P010, 64, 32), TONELIFT_FORMAT_NV12);
        const std::vector<TestPicture> out(frames, TestPicture(plan.output, Pitch::aligned));
        run_on_vulkan(plan, open_vulkan_device({}), scene_frames(plan.input, frames), out,
                      {frames, 1});
        return out;
    }
};
INSTANTIATE_TEST_SUITE_P(Vulkan, VulkanCopyQueues, testing::Values(1, 2));

TEST_P(VulkanCopyQueues, CopyEveryFrameWithoutChangingThePictures) {
    const auto expected = run_adaptive();
    controls_->type = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
    controls_->copy_queues = GetParam();
    controls_->awaited = 0;
    const auto actual = run_adaptive();
    for (size_t i = 0; i < frames; ++i) EXPECT_TRUE(equal(expected[i], actual[i])) << i;
    EXPECT_EQ(controls_->copied, static_cast<long>(GetParam() * frames));
    EXPECT_EQ(controls_->awaited, static_cast<long>(2 * frames));
}

TEST_F(VulkanFailures, KernelsAreKeptInFiles) {
    const std::string folder = testing::TempDir() + "vulkan_kernels_" + std::to_string(getpid());
    EnvironmentVariable cache("TONELIFT_KERNEL_CACHE");
    cache.set(folder);
    run();
    const long kernels = controls_->compiled;
    EXPECT_GT(kernels, 0);
    EXPECT_EQ(controls_->reused, 0);
    run();
    EXPECT_EQ(controls_->compiled, kernels);
    EXPECT_EQ(controls_->reused, kernels);
    for (const auto& file : std::filesystem::directory_iterator(folder))
        std::filesystem::resize_file(file, file.file_size() - 1);
    run();
    EXPECT_EQ(controls_->compiled, 2 * kernels);
    std::filesystem::remove_all(folder);
}

TEST_F(VulkanFailures, EveryFailedAllocationIsReportedAsOutOfMemory) {
    run();
    const long allocations = controls_->allocated;
    ASSERT_GT(allocations, 5);
    for (long i = 0; i < allocations; ++i) {
        controls_->allocations = i;
        const Failed failed = failure_of(run);
        expect(failed, Failure::out_of_memory, "of device memory");
        expect(failed, Failure::out_of_memory, "use a smaller batch");
        EXPECT_EQ(controls_->objects, 0) << "after allocation " << i;
    }
}

TEST_F(VulkanFailures, EveryLostSubmissionIsAnError) { expect_lost_submissions(2); }

TEST_F(VulkanFailures, EveryLostSubmissionToCopyQueuesIsAnError) {
    controls_->type = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
    controls_->copy_queues = 2;
    expect_lost_submissions(6);
}

class VulkanImageFailures : public VulkanFailures {
  protected:
    struct Outcome {
        tonelift_status made = TONELIFT_OK;
        tonelift_status mapped = TONELIFT_OK;
        tonelift_status afterwards = TONELIFT_OK;
        std::string errors;
        std::optional<TestPicture> shown;
    };
    static Outcome map_images() {
        const ScriptFile script("output input * maximum(input.g);");
        tonelift_options options = default_options();
        options.script = script.path();
        options.transfer = TONELIFT_TRANSFER_LINEAR;
        options.primaries = TONELIFT_PRIMARIES_BT2020;
        options.format = "same";
        tonelift_video in = hdr10_video(TONELIFT_FORMAT_GRAY16, 48, 30);
        in.transfer = TONELIFT_TRANSFER_LINEAR;
        in.range = TONELIFT_RANGE_FULL;
        const tonelift_video out = output_of(options, in);
        test::ImageDevice device;
        tonelift_device target;
        tonelift_device_default(&target);
        target.input_on_device = target.output_on_device = 1;
        target.vulkan = &device.described();
        Messages messages;
        const tonelift_log log = messages.log();
        TestPicture picture = picture_for(in);
        picture.fill_legal(1);
        test::ImageFrame given(device, picture.picture(), {VK_FORMAT_R16_UNORM});
        test::ImageFrame result(device, picture_for(out).picture(), {VK_FORMAT_R16_UNORM});
        given.write(picture);
        Outcome outcome;
        tonelift_filter* made = nullptr;
        outcome.made = tonelift_filter_create(&made, &options, &in, &out, &target, &log);
        const FilterHandle filter(made);
        tonelift_frame from = frame_of(picture, 0), to = from;
        from.vulkan = &given.state;
        to.vulkan = &result.state;
        for (int i = 0; i < 4 && filter && outcome.mapped == TONELIFT_OK; ++i)
            outcome.mapped = tonelift_filter_process(made, &from, &to, 1);
        if (filter) outcome.afterwards = tonelift_filter_process(made, &from, &to, 1);
        if (filter && outcome.afterwards == TONELIFT_OK)
            result.read(outcome.shown.emplace(picture_for(out)));
        outcome.errors = messages.errors;
        return outcome;
    }
};

// On software GPUs, the host waits for each semaphore value before the next submission. Without
// this wait, the caller could destroy a semaphore too early. After a semaphore has signaled the end
// of its last submission, lavapipe of Mesa 22.3 still accesses the semaphore.
TEST_F(VulkanImageFailures, SoftwareGpusGetOnlyValuesThatTheHostHasWaitedFor) {
    EXPECT_EQ(map_images().mapped, TONELIFT_OK);
    EXPECT_GT(controls_->awaited, 0);
    EXPECT_EQ(controls_->unseen, 0);
}

TEST_F(VulkanImageFailures, GpusWaitForFramesWithoutTheHost) {
    const TestPicture expected = *map_images().shown;
    controls_->type = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
    const TestPicture actual = *map_images().shown;
    EXPECT_GT(controls_->unseen, 0);
    EXPECT_TRUE(equal(expected, actual));
}

TEST_F(VulkanImageFailures, EveryLostSubmissionIsAPermanentError) {
    EXPECT_EQ(map_images().mapped, TONELIFT_OK);
    const long submissions = controls_->submitted;
    ASSERT_GT(submissions, 8);
    for (long i = 0; i + 2 < submissions; ++i) {
        controls_->submissions = i;
        const Outcome outcome = map_images();
        if (outcome.made == TONELIFT_OK) {
            EXPECT_EQ(outcome.mapped, TONELIFT_ERROR_DEVICE) << i;
            EXPECT_EQ(outcome.afterwards, TONELIFT_ERROR_DEVICE) << i;
        } else {
            EXPECT_EQ(outcome.made, TONELIFT_ERROR_DEVICE) << i;
        }
        EXPECT_NE(outcome.errors.find("the device is lost"), std::string::npos) << outcome.errors;
        EXPECT_EQ(controls_->objects, 0) << "after submission " << i;
    }
}

TEST_F(VulkanImageFailures, EveryFailedAllocationIsReportedAsOutOfMemory) {
    constexpr long before = 3, after = 1;
    EXPECT_EQ(map_images().mapped, TONELIFT_OK);
    const long allocations = controls_->allocated;
    ASSERT_GT(allocations, before + after);
    for (long i = before; i < allocations - after; ++i) {
        controls_->allocations = i;
        const Outcome outcome = map_images();
        EXPECT_EQ(outcome.made, TONELIFT_ERROR_OUT_OF_MEMORY) << i;
        EXPECT_NE(outcome.errors.find("of device memory"), std::string::npos) << outcome.errors;
        EXPECT_EQ(controls_->objects, 0) << "after allocation " << i;
    }
}

TEST_F(VulkanImageFailures, MissingFunctionsAreReported) {
    controls_->missing_function = "vkCmdPipelineBarrier2";
    const Outcome outcome = map_images();
    EXPECT_EQ(outcome.made, TONELIFT_ERROR_UNSUPPORTED);
    EXPECT_NE(outcome.errors.find("the Vulkan device has no vkCmdPipelineBarrier2"),
              std::string::npos)
        << outcome.errors;
}

TEST_F(VulkanFailures, EveryLostWaitIsAnError) {
    for (long i = 0; i < 3; ++i) {
        controls_->waits = i;
        expect(failure_of(run), Failure::device, "the device is lost");
        EXPECT_EQ(controls_->objects, 0) << "after wait " << i;
    }
}

}  // namespace
}  // namespace tonelift::failures_test
