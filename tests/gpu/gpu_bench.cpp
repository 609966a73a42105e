// SPDX-License-Identifier: BSD-2-Clause
//
// Frames per second of a CUDA device: the whole filter over frames that are on the device already,
// beside a copy from device to device in the same run.
//
//   gpu_bench [LOOK [SIZE BATCH]]        LOOK: a preset or a script's file, *.tl; medians of nine
//                                        runs each; with SIZE and BATCH one batch, for a profiler
#include <tonelift/tonelift.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "core/runtime/filter.h"
#include "kernels/cuda/driver/device.h"
#include "kernels/error.h"
#include "kernels/executor.h"
#include "tests/support/test_picture.h"

namespace tonelift {
namespace {

int runs = 9;

double seconds() {
    using Clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

// Median of the seconds that body takes on the device.
template <typename Body>
double median_seconds(const CudaDevice& device, Body body) {
    std::vector<double> times = {0};
    body();
    if (runs > 0) times.clear();
    for (int i = 0; i < runs; ++i) {
        cuda::check(cuda::driver().stream_synchronize(device.stream()), "waiting");
        const double start = seconds();
        body();
        cuda::check(cuda::driver().stream_synchronize(device.stream()), "waiting");
        times.push_back(seconds() - start);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

struct Case {
    const char* name;
    int width;
    int height;
};

// A smooth picture: light that changes slowly, little noise and colors that screens have, as in
// most films.
void fill_smooth(TestPicture& picture) {
    for (int c = 0; c < 3; ++c) {
        const double middle = c == 0 ? 420 : 512, swing = c == 0 ? 260 : 30;
        for (int y = 0; y < picture.height(c); ++y) {
            for (int x = 0; x < picture.width(c); ++x) {
                const double wave = std::sin(x * 0.004 + c) * std::cos(y * 0.006);
                picture.set_code(c, x, y, std::floor(middle + swing * wave + (x * 7 + y * 3) % 5));
            }
        }
    }
}

// A plane of device memory for each frame, so many of them that they exceed the cache.
class Frames {
  public:
    Frames(const Picture& picture, int count, const std::shared_ptr<CudaDevice>& device)
        : host_(picture, Pitch::aligned) {
        fill_smooth(host_);
        for (int i = 0; i < count; ++i) {
            memory_.emplace_back(device, host_.memory().size());
            memory_.back().upload(host_.memory().data(), host_.memory().size());
        }
    }
    FramePlanes planes(int i) const {
        FramePlanes planes = host_.planes();
        for (auto& data : planes.data) {
            if (data == nullptr) continue;
            data = reinterpret_cast<std::byte*>(memory_[static_cast<size_t>(i)].address()) +
                   (data - host_.memory().data());
        }
        return planes;
    }

  private:
    TestPicture host_;
    std::vector<cuda::DeviceMemory> memory_;
};

Plan plan_of(const char* look, const Case& size) {
    tonelift_options options;
    tonelift_options_default(&options);
    const size_t length = std::strlen(look);
    const bool script = length > 3 && std::strcmp(look + length - 3, ".tl") == 0;
    (script ? options.script : options.preset) = look;
    options.device = "cpu";
    tonelift_video in, out;
    tonelift_video_default(&in);
    tonelift_video_default(&out);
    in.format = TONELIFT_FORMAT_P010;
    in.width = size.width;
    in.height = size.height;
    in.primaries = in.matrix = 9;
    in.transfer = 16;
    in.range = 1;
    tonelift_output(&options, &in, &out, nullptr);
    out.format = TONELIFT_FORMAT_NV12;
    return Filter(options, in, out, tonelift_device{}, Log(nullptr)).plan();
}

double copy_rate(const std::shared_ptr<CudaDevice>& device, size_t bytes) {
    const cuda::DeviceMemory from(device, bytes), to(device, bytes);
    const CurrentContext current(*device);
    const double time = median_seconds(*device, [&] {
        for (int i = 0; i < 8; ++i) {
            cuda::check(cuda::driver().copy(to.address(), from.address(), bytes, device->stream()),
                        "copying");
        }
    });
    return 8 * 2 * static_cast<double>(bytes) / time;
}

void measure(const char* preset, const Case& size, int batch_size,
             const std::shared_ptr<CudaDevice>& device) {
    const Plan plan = plan_of(preset, size);
    const double start = seconds();
    const auto executor = make_cuda_executor(plan, device, batch_size);
    const double started = seconds() - start;
    const int frames = runs == 0 ? batch_size : std::max(batch_size, 8);
    const Frames in(plan.input, frames, device), out(plan.output, frames, device);
    Batch batch;
    const int rounds = runs == 0 ? 1 : std::max(1, (size.width > 3000 ? 128 : 512) / frames);
    const double time = median_seconds(*device, [&] {
        for (int round = 0; round < rounds; ++round) {
            for (int first = 0; first < frames; first += batch_size) {
                batch.input.clear();
                batch.output.clear();
                batch.times.clear();
                for (int i = first; i < std::min(frames, first + batch_size); ++i) {
                    batch.input.push_back(in.planes(i));
                    batch.output.push_back(out.planes(i));
                    batch.times.push_back({0, 0.04f, false});
                }
                batch.parameters = {10000, 203};
                executor->run(batch);
            }
        }
    });
    const double fps = rounds * frames / time;
    std::printf("%-6s batch %2d  %9.0f fps  %8.1f us a frame   start %.0f ms\n", size.name,
                batch_size, fps, 1e6 / fps, 1e3 * started);
    std::fflush(stdout);
}

constexpr Case sizes[] = {{"480p", 854, 480}, {"1080p", 1920, 1080}, {"4K", 3840, 2160}};

int run_once(const char* preset, const char* size, int batch) {
    runs = 0;
    const auto device = open_cuda_device({});
    for (const Case& known : sizes) {
        if (std::strcmp(known.name, size) == 0) measure(preset, known, batch, device);
    }
    return 0;
}

int run(const char* preset) {
    const auto device = open_cuda_device({});
    std::printf("%s: %s, P010 to NV12 on the device\n", device->name().c_str(), preset);
    std::printf("copy    %.2f TB/s (read and written, 1 GiB)\n",
                copy_rate(device, 1u << 30) / 1e12);
    for (const Case& size : sizes) {
        for (int batch : {1, 4, 8, 16, 64}) measure(preset, size, batch, device);
    }
    return 0;
}

}  // namespace
}  // namespace tonelift

int main(int argc, char** argv) {
    try {
        const char* preset = argc > 1 ? argv[1] : "natural";
        if (argc > 3) return tonelift::run_once(preset, argv[2], std::atoi(argv[3]));
        return tonelift::run(preset);
    } catch (const tonelift::Error& error) {
        std::fprintf(stderr, "gpu_bench: %s\n", error.what());
        return 1;
    }
}
