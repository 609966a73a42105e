// SPDX-License-Identifier: BSD-2-Clause
// Measures eight live streams in one process in two ways: eight filters that launch one frame each,
// and one filter that launches eight frames at once.
#include <sys/resource.h>
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

using cuda::check;
using cuda::driver;

constexpr int streams = 8;
constexpr int live_fps = 60;

struct Case {
    const char* name;
    int width;
    int height;
    int frames;
};
constexpr Case cases[] = {
    {"480p", 854, 480, 600}, {"1080p", 1920, 1080, 300}, {"4K", 3840, 2160, 100}};

Plan natural(const Case& size) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, size.width, size.height);
    tonelift_options options = default_options();
    options.device = "cpu";
    return Filter(options, in, output_of(options, in), tonelift_device{}, Log(nullptr)).plan();
}

constexpr int held = 16;

const std::vector<TestPicture>& drawn(const Picture& picture) {
    static Picture of;
    static std::vector<TestPicture> last;
    if (last.empty() || !(of == picture)) {
        last = pictures(picture, held, 1);
        of = picture;
    }
    return last;
}

class Stream {
  public:
    Stream(const Plan& plan, const DeviceTarget& target, int batch)
        : device_(open_cuda_device(target)),
          out_(static_cast<size_t>(held), TestPicture(plan.output, Pitch::aligned)),
          inputs_(on_device(drawn(plan.input), device_)),
          outputs_(on_device(out_, device_)),
          executor_(make_cuda_executor(plan, device_, batch)),
          batch_(static_cast<size_t>(batch)) {}

    void run(int frames) {
        for (size_t done = 0; done < static_cast<size_t>(frames); done += batch_) launch(done);
        const CurrentContext current(*device_);
        check(driver().stream_synchronize(device_->stream()), "waiting");
    }

  private:
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
    std::vector<TestPicture> out_;
    std::vector<DevicePicture> inputs_, outputs_;
    std::unique_ptr<Executor> executor_;
    size_t batch_;
};

using Streams = std::vector<std::unique_ptr<Stream>>;

struct Rate {
    double fps;
    double cpu_us;
};

double cpu_seconds() {
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return seconds(use.ru_utime) + seconds(use.ru_stime);
}

Rate rate_of_run(const Streams& all, int frames) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const double cpu = cpu_seconds();
    std::vector<std::thread> threads;
    for (const auto& stream : all) threads.emplace_back([&] { stream->run(frames); });
    for (std::thread& thread : threads) thread.join();
    const std::chrono::duration<double> seconds = Clock::now() - start;
    const double total = static_cast<double>(all.size()) * frames;
    return {total / seconds.count(), 1e6 * (cpu_seconds() - cpu) / total};
}

Rate rate(const Streams& all, int frames) {
    std::vector<Rate> rates;
    for (int turn = 0; turn < 6; ++turn) {
        const Rate found = rate_of_run(all, frames);
        if (turn > 0) rates.push_back(found);
    }
    std::sort(rates.begin(), rates.end(), [](Rate a, Rate b) { return a.fps < b.fps; });
    return rates[rates.size() / 2];
}

Streams streams_on(const Plan& plan, int devices, int each, int batch) {
    Streams all;
    for (int i = 0; i < devices * each; ++i)
        all.push_back(
            std::make_unique<Stream>(plan, DeviceTarget{nullptr, nullptr, i % devices}, batch));
    return all;
}

class OneContext {
  public:
    explicit OneContext(const Plan& plan) {
        check(driver().context_create(&context_, 0, 0), "making a context");
        for (CUstream& stream : streams_) {
            check(driver().stream_create(&stream, 1), "making a stream");
            all_.push_back(std::make_unique<Stream>(plan, DeviceTarget{context_, stream, 0}, 1));
        }
    }
    OneContext(const OneContext&) = delete;
    ~OneContext() {
        all_.clear();
        driver().context_destroy(context_);
    }
    const Streams& all() const { return all_; }

  private:
    CUcontext context_ = nullptr;
    CUstream streams_[streams] = {};
    Streams all_;
};

void print(const Case& size, const char* what, const Rate& rate) {
    std::printf("%-6s %-34s %7.0f fps  %5.1f us of CPU a frame  %d x %d fps are %4.1f %%\n",
                size.name, what, rate.fps, rate.cpu_us, streams, live_fps,
                100 * streams * live_fps / rate.fps);
    std::fflush(stdout);
}

void measure_sharing(const Case& size) {
    const Plan plan = natural(size);
    print(size, "1 stream", rate(streams_on(plan, 1, 1, 1), size.frames));
    print(size, "8 streams, a context each", rate(streams_on(plan, 1, streams, 1), size.frames));
    print(size, "8 streams of one context", rate(OneContext(plan).all(), size.frames));
    print(size, "8 frames a launch", rate(streams_on(plan, 1, 1, streams), size.frames));
}

void measure_devices(const Case& size, int devices) {
    const Plan plan = natural(size);
    const double one = rate(streams_on(plan, 1, 1, 16), size.frames).fps;
    const double all = rate(streams_on(plan, devices, 1, 16), size.frames).fps;
    std::printf("%-6s 1 GPU %6.0f fps   %d GPUs %6.0f   %.3f times\n", size.name, one, devices, all,
                all / one);
    std::fflush(stdout);
}

int devices_there() {
    int count = 0;
    check(driver().device_count(&count), "counting the GPUs");
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
