// SPDX-License-Identifier: BSD-2-Clause
// Tests CUDA contexts and streams of the caller, several filters at a time, and devices that fail
// or run out of memory.
#include <dlfcn.h>

#include "tests/gpu/gpu_support.h"
#include "tests/support/api_stream.h"
#include "tests/support/scene.h"
#include "tests/support/stream_plan.h"

namespace tonelift::gpu_context_test {
namespace {

using cuda::check;
using cuda::driver;

template <typename Function>
Function* driver_function(const char* name) {
    void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    void* symbol = library != nullptr ? dlsym(library, name) : nullptr;
    if (symbol == nullptr) throw Error(Failure::unsupported, std::string("no ") + name);
    return reinterpret_cast<Function*>(symbol);
}

CUcontext current_context() {
    CUcontext context = nullptr;
    check(driver_function<CUresult(CUcontext*)>("cuCtxGetCurrent")(&context), "asking");
    return context;
}

class Context {
  public:
    enum class Kind { created, primary };
    explicit Context(Kind kind) : kind_(kind) {
        if (kind == Kind::primary) {
            check(driver_function<tcuDevicePrimaryCtxRetain>("cuDevicePrimaryCtxRetain")(&context_,
                                                                                         0),
                  "retaining");
            return;
        }
        check(driver().context_create(&context_, 0, 0), "making a context");
        CUcontext popped = nullptr;
        check(driver().context_pop(&popped), "leaving it");
    }
    ~Context() { destroy(); }
    Context(const Context&) = delete;

    void destroy() {
        if (context_ == nullptr) return;
        if (kind_ == Kind::primary)
            driver_function<tcuDevicePrimaryCtxRelease>("cuDevicePrimaryCtxRelease_v2")(0);
        else
            driver().context_destroy(context_);
        context_ = nullptr;
    }

    CUcontext get() const { return context_; }

  private:
    Kind kind_;
    CUcontext context_ = nullptr;
};

class Current {
  public:
    explicit Current(const Context& context) {
        check(driver().context_push(context.get()), "entering");
    }
    ~Current() {
        CUcontext popped = nullptr;
        driver().context_pop(&popped);
    }
    Current(const Current&) = delete;
};

class Stream {
  public:
    explicit Stream(const Context& context) : context_(context) {
        const Current current(context);
        check(driver().stream_create(&stream_, 1), "making a stream");
    }
    ~Stream() {
        const Current current(context_);
        driver().stream_destroy(stream_);
    }
    Stream(const Stream&) = delete;
    CUstream get() const { return stream_; }

  private:
    const Context& context_;
    CUstream stream_ = nullptr;
};

std::shared_ptr<CudaDevice> open_in(const Context& context, CUstream stream) {
    return open_cuda_device({context.get(), stream, 0});
}

struct Work {
    Work(const char* preset, const tonelift_video& in, int frames,
         const std::shared_ptr<CudaDevice>& device)
        : plan(plan_of(preset, in)), source(scene_frames(plan.input, frames)) {
        expected = run(device);
        EXPECT_FALSE(equal(TestPicture(plan.output, Pitch::aligned), expected[0]));
    }

    static Plan plan_of(const char* preset, const tonelift_video& in) {
        tonelift_options options = default_options();
        options.preset = preset;
        return stream_plan(options, in, TONELIFT_FORMAT_NV12);
    }

    std::vector<TestPicture> run(const std::shared_ptr<CudaDevice>& device) const {
        std::vector<TestPicture> result(source.size(), TestPicture(plan.output, Pitch::aligned));
        run_on_device(plan, device, source, result, {2, 2});
        return result;
    }

    void expect_same(const std::vector<TestPicture>& actual) const {
        ASSERT_EQ(actual.size(), expected.size());
        for (size_t i = 0; i < expected.size(); ++i)
            EXPECT_TRUE(equal(expected[i], actual[i])) << "frame " << i;
    }

    Plan plan;
    std::vector<TestPicture> source, expected;
};

class GpuContext : public GpuTest {
  protected:
    Work some_work() {
        return {"natural", hdr10_video(TONELIFT_FORMAT_P010, 200, 113), 3, device_};
    }
};

TEST_F(GpuContext, ContextOfTheCallerIsUsedAndRestored) {
    const Work work = some_work();
    const Context outer(Context::Kind::created);
    for (const auto kind : {Context::Kind::created, Context::Kind::primary}) {
        const Context context(kind);
        const Stream stream(context);
        for (CUstream on : {CUstream{nullptr}, stream.get()}) {
            ASSERT_EQ(current_context(), nullptr);
            work.expect_same(work.run(open_in(context, on)));
            EXPECT_EQ(current_context(), nullptr);
            for (const Context* current : {&outer, &context}) {
                const Current around(*current);
                work.expect_same(work.run(open_in(context, on)));
                EXPECT_EQ(current_context(), current->get());
            }
        }
    }
}

TEST_F(GpuContext, ContextOfTheLibraryIsNeverLeftCurrent) {
    const Work work = some_work();
    ASSERT_EQ(current_context(), nullptr);
    work.expect_same(work.run(open_cuda_device({})));
    EXPECT_EQ(current_context(), nullptr);
    const Context outer(Context::Kind::created);
    const Current around(outer);
    work.expect_same(work.run(open_cuda_device({})));
    EXPECT_EQ(current_context(), outer.get());
}

void run_often(const Work& work, const std::shared_ptr<CudaDevice>& device) {
    for (int i = 0; i < 5; ++i) work.expect_same(work.run(device));
}

TEST_F(GpuContext, ServesInstancesInTwoThreads) {
    const Work one("natural", hdr10_video(TONELIFT_FORMAT_P010, 640, 360), 4, device_);
    const Work two("landscape", sdr_video(TONELIFT_FORMAT_NV12, 321, 181), 4, device_);
    const Context context(Context::Kind::created);
    const Stream a(context), b(context);
    for (const bool shared : {false, true}) {
        const auto open = [&](const Stream& stream) {
            return shared ? open_in(context, stream.get()) : open_cuda_device({});
        };
        std::thread other([&] { run_often(two, open(b)); });
        run_often(one, open(a));
        other.join();
    }
}

Plan smoothed_plan(const char* set) {
    tonelift_options options = default_options();
    options.scene_threshold_low = options.scene_threshold_high = 2;
    options.set = set;
    return script_plan(
        "param float factor = 0.5 in [0, 1]; float m = smooth(mean(lightness(input)), 60);\n"
        "output input * factor * (0.05 + 4 * m * m);",
        options, hdr10_video(TONELIFT_FORMAT_P010, 160, 90), TONELIFT_FORMAT_NV12);
}

constexpr size_t change = 1;

void run_on_cpu_from(size_t first, Executor& executor, const std::vector<TestPicture>& in,
                     const std::vector<TestPicture>& out) {
    Batch batch = batch_of(in, out);
    const auto skipped = static_cast<ptrdiff_t>(first);
    batch.input.erase(batch.input.begin(), batch.input.begin() + skipped);
    batch.output.erase(batch.output.begin(), batch.output.begin() + skipped);
    batch.times.erase(batch.times.begin(), batch.times.begin() + skipped);
    executor.run(batch);
}

TEST_F(GpuContext, AllowsPlansToChangeWhileTheStreamRuns) {
    const Plan before = smoothed_plan(""), after = smoothed_plan("factor=0.45");
    std::vector<TestPicture> source;
    for (int i : {0, 9, 9}) {
        source.emplace_back(before.input, Pitch::aligned);
        draw_scene(source.back(), i);
    }
    const std::vector<TestPicture> head(source.begin(), source.begin() + change);
    const std::vector<TestPicture> empty(source.size(), TestPicture(before.output, Pitch::aligned));

    auto expected = empty, forgotten = empty;
    std::vector<TestPicture> ignored(head.size(), empty[0]);
    const auto cpu_before = make_cpu_executor(before, 0), cpu_after = make_cpu_executor(after, 0);
    run_on_cpu_from(0, *cpu_before, head, ignored);
    cpu_after->continue_from(*cpu_before);
    run_on_cpu_from(change, *cpu_after, source, expected);
    run_on_cpu_from(change, *make_cpu_executor(after, 0), source, forgotten);
    ASSERT_GT(difference(expected.back(), forgotten.back(), 2).share_beyond_one(), 0.1);

    auto actual = empty;
    const auto gpu_before = make_cuda_executor(before, device_, 2);
    const auto gpu_after = make_cuda_executor(after, device_, 2);
    run_executor(*gpu_before, device_, head, ignored, 2);
    gpu_after->continue_from(*gpu_before);
    run_executor(*gpu_after, device_, source, actual, 2, {}, change);
    for (size_t i = change; i < source.size(); ++i)
        expect_close(expected[i], actual[i], "frame " + std::to_string(i));
}

TEST_F(GpuContext, MayBeDestroyedBeforeItsInstances) {
    const Work work = some_work();
    Context context(Context::Kind::created);
    auto device = open_in(context, nullptr);
    auto executor = make_cuda_executor(work.plan, device, 2);
    auto result = work.expected;
    run_executor(*executor, device, work.source, result, 2);
    context.destroy();
    Batch batch = batch_of(work.source, result);
    try {
        executor->run(batch);
        ADD_FAILURE() << "ran in a context that is gone";
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), Failure::device) << error.what();
        EXPECT_NE(std::string(error.what()).find("create a new filter"), std::string::npos)
            << error.what();
    }
    executor.reset();
    device.reset();
    work.expect_same(work.run(device_));
}

class Hog {
  public:
    explicit Hog(size_t left) : context_(Context::Kind::created), current_(context_) {
        size_t free = 0, all = 0;
        check(driver_function<CUresult(size_t*, size_t*)>("cuMemGetInfo_v2")(&free, &all),
              "asking for free memory");
        constexpr size_t step = size_t{64} << 20;
        while (free > left + step && memory_ == 0) {
            if (driver().memory_allocate(&memory_, free - left) != CUDA_SUCCESS) free -= step;
        }
    }
    ~Hog() {
        if (memory_ != 0) driver().memory_free(memory_);
    }
    Hog(const Hog&) = delete;

  private:
    Context context_;
    Current current_;
    CUdeviceptr memory_ = 0;
};

// These tests run alone, because they fill or measure the memory of the whole device.
class GpuMemory : public GpuContext {};

TEST_F(GpuMemory, FullMemoryIsReportedAndSmallerPlansRun) {
    const Work work = some_work();
    const Plan large = Work::plan_of("natural", hdr10_video(TONELIFT_FORMAT_P010, 7680, 4320));
    const Hog hog(size_t{200} << 20);
    try {
        make_cuda_executor(large, device_, 64);
        ADD_FAILURE() << "200 MB were enough";
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), Failure::out_of_memory) << error.what();
        EXPECT_NE(std::string(error.what()).find("use a smaller batch"), std::string::npos)
            << error.what();
    }
    work.expect_same(work.run(device_));
}

}  // namespace
}  // namespace tonelift::gpu_context_test
