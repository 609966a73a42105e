// SPDX-License-Identifier: BSD-2-Clause
//
// Several streams at once in one process: frames per second of 8 filters that launch on their own,
// one frame a launch, in a context each as filters without a device of the host have it, beside one
// filter with 8 frames a launch, which is what streams that shared their launches could have. With
// several GPUs each has filters of its own: the last table tells how the rate grows with them.
#include <tonelift/tonelift.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

#include "core/runtime/filter.h"
#include "kernels/error.h"
#include "tests/gpu/gpu_support.h"
#include "tests/support/api_stream.h"

namespace tonelift {
namespace {

constexpr int streams = 8;

struct Case {
    const char* name;
    int width;
    int height;
    int frames;  // of each stream in a run
};
constexpr Case cases[] = {
    {"480p", 854, 480, 2000}, {"1080p", 1920, 1080, 1000}, {"4K", 3840, 2160, 400}};

Plan natural(const Case& size) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, size.width, size.height);
    tonelift_options options = default_options();
    options.device = "cpu";
    return Filter(options, in, output_of(options, in), tonelift_device{}, Log(nullptr)).plan();
}

// A stream with a GPU's executor and frames of its own, so many that they exceed the cache.
class Stream {
  public:
    Stream(const Plan& plan, int device, int batch)
        : device_(open_cuda_device({nullptr, nullptr, device})),
          in_(pictures(plan.input, held, 1)),
          out_(static_cast<size_t>(held), TestPicture(plan.output, Pitch::aligned)),
          inputs_(on_device(in_, device_)),
          outputs_(on_device(out_, device_)),
          executor_(make_cuda_executor(plan, device_, batch)),
          batch_(static_cast<size_t>(batch)) {}

    void run(int frames) {
        for (size_t done = 0; done < static_cast<size_t>(frames); done += batch_) launch(done);
        const CurrentContext current(*device_);
        cuda::check(cuda::driver().stream_synchronize(device_->stream()), "waiting");
    }

  private:
    static constexpr int held = 16;

    void launch(size_t first) {
        Batch batch;
        batch.parameters = {10000, 203};
        for (size_t i = first; i < first + batch_; ++i) {
            batch.input.push_back(inputs_[i % held].planes());
            batch.output.push_back(outputs_[i % held].planes());
            batch.times.push_back({0, 0.04f, false});
        }
        executor_->run(batch);
    }

    std::shared_ptr<CudaDevice> device_;
    std::vector<TestPicture> in_, out_;
    std::vector<DevicePicture> inputs_, outputs_;
    std::unique_ptr<Executor> executor_;
    size_t batch_;
};

// Frames per second of all streams together, each in a thread: the median of five runs.
double rate(const std::vector<std::unique_ptr<Stream>>& all, int frames) {
    using Clock = std::chrono::steady_clock;
    std::vector<double> rates;
    for (int turn = 0; turn < 6; ++turn) {
        const auto start = Clock::now();
        std::vector<std::thread> threads;
        for (const auto& stream : all) threads.emplace_back([&] { stream->run(frames); });
        for (std::thread& thread : threads) thread.join();
        const std::chrono::duration<double> seconds = Clock::now() - start;
        if (turn > 0) rates.push_back(static_cast<double>(all.size()) * frames / seconds.count());
    }
    std::sort(rates.begin(), rates.end());
    return rates[rates.size() / 2];
}

// So many streams on each of the first GPUs.
std::vector<std::unique_ptr<Stream>> streams_on(const Plan& plan, int devices, int each,
                                                int batch) {
    std::vector<std::unique_ptr<Stream>> all;
    for (int i = 0; i < devices * each; ++i)
        all.push_back(std::make_unique<Stream>(plan, i % devices, batch));
    return all;
}

void measure_sharing(const Case& size) {
    const Plan plan = natural(size);
    const double one = rate(streams_on(plan, 1, 1, 1), size.frames);
    const double own = rate(streams_on(plan, 1, streams, 1), size.frames);
    const double shared = rate(streams_on(plan, 1, 1, streams), size.frames);
    std::printf(
        "%-6s 1 stream %6.0f fps   %d streams on their own %6.0f   %d frames a launch %6.0f"
        "   shared : own %.2f\n",
        size.name, one, streams, own, streams, shared, shared / own);
    std::fflush(stdout);
}

void measure_devices(const Case& size, int devices) {
    const Plan plan = natural(size);
    const double one = rate(streams_on(plan, 1, 1, 16), size.frames);
    const double all = rate(streams_on(plan, devices, 1, 16), size.frames);
    std::printf("%-6s 1 GPU %6.0f fps   %d GPUs %6.0f   %.3f times\n", size.name, one, devices, all,
                all / one);
    std::fflush(stdout);
}

int devices_there() {
    int count = 0;
    cuda::check(cuda::driver().device_count(&count), "counting the GPUs");
    return count;
}

}  // namespace
}  // namespace tonelift

int main() {
    try {
        for (const auto& size : tonelift::cases) tonelift::measure_sharing(size);
        const int devices = tonelift::devices_there();
        for (const auto& size : tonelift::cases) {
            if (devices > 1) tonelift::measure_devices(size, devices);
        }
        return 0;
    } catch (const tonelift::Error& error) {
        std::fprintf(stderr, "streams_bench: %s\n", error.what());
        return 1;
    }
}
