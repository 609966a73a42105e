// SPDX-License-Identifier: BSD-2-Clause
// Tests the element with libgstcuda on a GPU. Frames in device memory give the same pictures as
// frames in host memory.
#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

#include "tests/gstreamer/cuda_library.h"

namespace tonelift::gpu_test {
namespace {

const std::string host_caps = host_input_caps();
const std::string device_caps = on_device(host_caps);

class Gpu : public DeviceTest {
  protected:
    void SetUp() override {
        context_ = new_cuda_context();
        if (!context_) GTEST_SKIP() << "no libgstcuda-1.0.so.0, or no CUDA device";
    }

    static std::vector<std::string> expected(int count, Frames frames = {}) {
        std::vector<int> indices;
        for (int i = 0; i < count; ++i) indices.push_back(i);
        return made_on_host("tonelift device=cuda batch=1", indices, frames);
    }
    void start_in(const Context& context, const std::string& launch, const std::string& in,
                  const std::string& out) {
        element_ = std::make_unique<Element>(launch);
        give_context(element_->tonelift(), context.get());
        element_->set_output(out);
        element_->set_input(in);
        ASSERT_TRUE(element_->output()) << element_->said(GST_MESSAGE_ERROR);
    }
    void end_stream() { gst_harness_push_event(element_->harness(), gst_event_new_eos()); }

    Context context_;
};

TEST_F(Gpu, FramesStayOnTheDevice) {
    for (const Frames& frames : {Frames{62, 34},
                                 {1366, 768},
                                 {1920, 1080},
                                 {.in = "NV12"},
                                 {.in = "P016_LE"},
                                 {.in = "I420_10LE", .out = "I420"},
                                 {.in = "Y444_16LE", .out = "Y444"},
                                 {.in = "P010_10LE", .out = "I420"}}) {
        const std::vector<std::string> wanted = expected(6, frames);
        for (const char* launch : {"tonelift", "tonelift batch=1", "tonelift batch=4"}) {
            SCOPED_TRACE(std::string(launch) + " " + host_input_caps(frames));
            start_in(context_, launch, on_device(host_input_caps(frames)),
                     on_device(host_output_caps(frames)));
            const Pool pool = new_cuda_pool(context_, frames);
            push(pool.get(), 6, frames);
            end_stream();
            expect_outputs(wanted, true, frames);
        }
    }
}

TEST_F(Gpu, OutputIsInTheContextOfTheInput) {
    start_in(context_, "tonelift batch=1", device_caps, device_output);
    const Pool pool = proposed_pool(device_caps);
    BufferHandle frame = frame_from(pool.get(), 0);
    EXPECT_EQ(context_of(frame.get()), context_.get());
    ASSERT_EQ(element_->push(std::move(frame), 0), GST_FLOW_OK);
    const BufferHandle out = element_->pull();
    ASSERT_TRUE(out);
    EXPECT_EQ(context_of(out.get()), context_.get());
}

TEST_F(Gpu, AcceptsHostMemoryOnEitherSide) {
    const std::vector<std::string> wanted = expected(5);
    for (const char* launch : {"tonelift device=cuda", "tonelift device=cuda batch=2"}) {
        start_in(context_, launch, device_caps, host_output);
        const Pool pool = new_cuda_pool(context_);
        push(pool.get(), 5);
        end_stream();
        expect_outputs(wanted, false);

        for (const bool to_device : {true, false}) {
            start_in(context_, launch, host_caps, to_device ? device_output : host_output);
            for (int i = 0; i < 5; ++i) ASSERT_EQ(element_->push(host_frame(i), i), GST_FLOW_OK);
            end_stream();
            expect_outputs(wanted, to_device);
        }
    }
}

TEST_F(Gpu, OutputsOutliveTheElement) {
    start_in(context_, "tonelift batch=1", device_caps, device_output);
    const Pool pool = new_cuda_pool(context_);
    push(pool.get(), 2);
    const BufferHandle first = element_->pull(), second = element_->pull();
    element_.reset();
    const std::vector<std::string> wanted = expected(2);
    EXPECT_TRUE(samples_of(first.get()) == wanted[0]);
    EXPECT_TRUE(samples_of(second.get()) == wanted[1]);
}

std::vector<std::string> through_a_change(Element& element, const std::string& before,
                                          const std::string& after, GstBufferPool* pool) {
    std::vector<std::string> results;
    for (int i = 0; i < 6; ++i) {
        if (i == 0 || i == 3) element.set_input(i == 0 ? before : after);
        BufferHandle frame = pool != nullptr ? frame_from(pool, i) : host_frame(i);
        EXPECT_EQ(element.push(std::move(frame), i), GST_FLOW_OK);
        results.push_back(samples_of(element.pull().get()));
    }
    return results;
}

TEST_F(Gpu, CapsChangeFromHdrToSdrAndBack) {
    const std::string sdr = video_caps("P010_10LE", 62, 34, "bt709");
    const std::string out = host_output_caps();
    for (const auto& [before, after] : {std::pair(host_caps, sdr), {sdr, host_caps}}) {
        Element on_host("tonelift device=cuda batch=1");
        on_host.set_output(out);
        element_ = std::make_unique<Element>("tonelift batch=1");
        give_context(element_->tonelift(), context_.get());
        element_->set_output(on_device(out));
        const Pool pool = new_cuda_pool(context_);
        const std::vector<std::string> made =
            through_a_change(*element_, on_device(before), on_device(after), pool.get());
        EXPECT_TRUE(made == through_a_change(on_host, before, after, nullptr));
        EXPECT_NE(made[0], "");
        EXPECT_NE(made[5], "");
    }
}

TEST_F(Gpu, FollowsTheFramesToAnotherContext) {
    start_in(context_, "tonelift batch=3", device_caps, device_output);
    const Context other = new_cuda_context();
    ASSERT_NE(other.get(), context_.get());
    const Pool pools[] = {new_cuda_pool(context_), new_cuda_pool(other)};
    for (int i = 0; i < 12; ++i) {
        ASSERT_EQ(element_->push(frame_from(pools[i / 4 % 2].get(), i), i), GST_FLOW_OK);
    }
    end_stream();
    for (int i = 0; i < 12; ++i) {
        const BufferHandle out = element_->pull();
        ASSERT_TRUE(out) << "frame " << i;
        EXPECT_EQ(GST_BUFFER_PTS(out.get()) / frame_duration, static_cast<GstClockTime>(i));
        EXPECT_EQ(context_of(out.get()), i / 4 % 2 ? other.get() : context_.get());
        EXPECT_NE(samples_of(out.get()), std::string(62 * 34 * 3 / 2, '\0'));
    }
}

TEST_F(Gpu, StartsAgainAfterTheContextIsDestroyed) {
    const std::vector<std::string> wanted = expected(3);
    start_in(context_, "tonelift batch=1", device_caps, device_output);
    for (int round = 0; round < 5; ++round) {
        {
            const Pool pool = new_cuda_pool(context_);
            push(pool.get(), 3);
            expect_outputs(wanted, true);
        }
        gst_element_set_state(element_->tonelift(), GST_STATE_NULL);
        context_ = new_cuda_context();
        give_context(element_->tonelift(), context_.get());
        restart(device_caps);
    }
}

TEST_F(Gpu, ManyInstancesShareAContext) {
    constexpr int count = 12;
    const Frames frames{640, 360};
    const std::vector<std::string> wanted = expected(count, frames);
    const auto work = [&] {
        Element element("tonelift batch=3");
        give_context(element.tonelift(), context_.get());
        element.set_output(device_output);
        element.set_input(on_device(host_input_caps(frames)));
        const Pool pool = new_cuda_pool(context_, frames);
        for (int i = 0; i < count; ++i) {
            EXPECT_EQ(element.push(frame_from(pool.get(), i, frames), i), GST_FLOW_OK);
        }
        for (int i = 0; i < count; ++i) {
            const bool same =
                samples_of(element.pull().get(), frames) == wanted[static_cast<size_t>(i)];
            EXPECT_TRUE(same) << "frame " << i;
        }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 6; ++i) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
}

class GpuMemory : public Gpu {};

TEST_F(GpuMemory, IsFreed) {
    const Frames frames{1920, 1080};
    size_t before = 0;
    for (int round = 0; round < 12; ++round) {
        if (round == 2) before = free_memory(context_);
        start_in(context_, "tonelift", on_device(host_input_caps(frames)), device_output);
        const Pool pool = new_cuda_pool(context_, frames);
        push(pool.get(), 4, frames);
        element_.reset();
    }
    EXPECT_GT(free_memory(context_) + (size_t{16} << 20), before);
}

TEST_F(Gpu, MissingDeviceIsAnError) {
    element_ = std::make_unique<Element>("tonelift cuda-device-id=77");
    element_->set_output(device_output);
    element_->set_input(device_caps);
    EXPECT_NE(element_->said(GST_MESSAGE_ERROR).find("CUDA device"), std::string::npos);
}

TEST_F(GpuMemory, FullMemoryIsAnErrorAndTheElementRestarts) {
    const Frames frames{7680, 4320};
    const std::string caps = on_device(host_input_caps(frames));
    start_in(context_, "tonelift batch=1", device_caps, device_output);
    const Pool pool = new_cuda_pool(context_, frames);
    BufferHandle first = frame_from(pool.get(), 0, frames),
                 second = frame_from(pool.get(), 0, frames);
    {
        const MemoryHog hog(context_, size_t{48} << 20);
        element_->set_input(caps);
        EXPECT_NE(element_->push(std::move(first), 0), GST_FLOW_OK);
        const std::string said = element_->said(GST_MESSAGE_ERROR);
        EXPECT_NE(said.find("memory"), std::string::npos) << said;
    }
    gst_element_set_state(element_->tonelift(), GST_STATE_NULL);
    give_context(element_->tonelift(), context_.get());
    restart(caps);
    ASSERT_EQ(element_->push(std::move(second), 0), GST_FLOW_OK);
    expect_outputs(expected(1, frames), true, frames);
}

class GpuDeathTest : public Gpu {
  protected:
    void work_in_a_broken_context() {
        start_in(context_, "tonelift batch=1", device_caps, device_output);
        const Pool pool = new_cuda_pool(context_);
        push(pool.get(), 2);
        expect_outputs(expected(2), true);
        BufferHandle frame = frame_from(pool.get(), 2);
        break_context(context_);
        EXPECT_EQ(element_->push(std::move(frame), 2), GST_FLOW_ERROR);
        EXPECT_NE(element_->said(GST_MESSAGE_ERROR), "");
        restart(device_caps);
        EXPECT_NE(element_->said(GST_MESSAGE_ERROR), "");
    }
};

// This test has its own process, because a broken context makes the driver unusable in the process.
TEST_F(GpuDeathTest, BrokenContextIsAnError) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    const auto work = [this] {
        work_in_a_broken_context();
        std::_Exit(HasFailure() ? 1 : 0);
    };
    EXPECT_EXIT(work(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace tonelift::gpu_test
