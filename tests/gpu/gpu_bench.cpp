// SPDX-License-Identifier: BSD-2-Clause
//
// Measures the whole filter on a CUDA device, in frames per second. The frames are in device
// memory. The speed of the filter is compared with the speed of a copy within device memory in the
// same run.
//
//   gpu_bench [--frames FOLDER] [--only SIZE] [--from FORMAT] [--to FORMAT] [--with NAME=VALUE]
//   [--passes BATCH] [--tuning NAME=NUMBER] [LOOK [SIZE BATCH]]
//
//   LOOK            a preset, the file of a script (*.tl), or `all` for each preset at batches of 1
//                   and 64
//   SIZE BATCH      measures only this size and this number of frames per batch; under a profiler,
//                   add --runs 1
//   --frames FOLDER input pictures from files NAME_WIDTHxHEIGHT.p010: raw frames in PQ and limited
//                   range; default: synthetic pictures
//   --from FORMAT   format of the synthetic pictures; default: p010le, which is PQ. Pictures in
//                   other formats are SDR in sRGB.
//   --to FORMAT     format of the output; default: nv12
//   --with NAME=VALUE  option of the filter, such as deband=auto; may be repeated
//   --runs N        number of runs for each median; default: 9
//   --passes BATCH  prints for each step how much less time a frame takes without this step, in
//                   batches of BATCH frames. If no other step waits for the step, this is 0.
//   --tuning NAME=NUMBER  value of a number in kernels/tuning.def
#include <tonelift/list.h>
#include <tonelift/tonelift.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/common/options.h"
#include "core/graph/core_name.h"
#include "core/runtime/filter.h"
#include "kernels/cuda/driver/device.h"
#include "kernels/error.h"
#include "kernels/executor.h"
#include "kernels/tuning.h"
#include "tests/support/test_picture.h"

namespace tonelift {
namespace {

int runs = 9;

struct Ends {
    std::string from = "p010le";
    std::string to = "nv12";
    std::vector<std::pair<std::string, std::string>> options{};
    std::string size{};
    int passes = 0;
    Tuning tuning{};
} ends;

double seconds() {
    using Clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

template <typename Body>
double median_seconds(const CudaDevice& device, Body body) {
    std::vector<double> times;
    body();
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
    std::string name;
    int width;
    int height;
    std::vector<std::filesystem::path> files;
};

void read_frame(std::istream& file, TestPicture& picture) {
    const FramePlanes planes = picture.planes();
    const Format& format = picture.format();
    for (int i = 0; i < format.planes(); ++i) {
        const auto plane = static_cast<size_t>(i);
        const int bytes = format.row_bytes(i, picture.picture().width);
        for (int y = 0; y < format.plane_height(i, picture.picture().height); ++y) {
            std::byte* row = planes.data[plane] + y * planes.pitch[plane];
            file.read(reinterpret_cast<char*>(row), bytes);
        }
    }
}

std::vector<TestPicture> pictures_of(const Case& size, const Picture& picture) {
    std::vector<TestPicture> pictures;
    for (const auto& path : size.files) {
        std::ifstream file(path, std::ios::binary);
        for (;;) {
            TestPicture next(picture, Pitch::aligned);
            read_frame(file, next);
            if (!file) break;
            pictures.push_back(std::move(next));
        }
    }
    if (!pictures.empty()) return pictures;
    if (!size.files.empty()) throw Error(Failure::argument, size.name + ": a file has no frame");
    pictures.emplace_back(picture, Pitch::aligned);
    pictures.back().fill_smooth();
    return pictures;
}

class Frames {
  public:
    Frames(const std::vector<TestPicture>& content, int count,
           const std::shared_ptr<CudaDevice>& device)
        : host_(content.front()) {
        for (int i = 0; i < count; ++i) {
            const auto from = content[static_cast<size_t>(i) % content.size()].memory();
            memory_.emplace_back(device, from.size());
            memory_.back().upload(from.data(), from.size());
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
    options.format = ends.to.c_str();
    for (const auto& [name, value] : ends.options)
        set_option(&options, name.c_str(), value.c_str());
    tonelift_video in, out;
    tonelift_video_default(&in);
    tonelift_video_default(&out);
    in.format = tonelift_format_from_name(ends.from.c_str());
    in.width = size.width;
    in.height = size.height;
    if (in.format == TONELIFT_FORMAT_P010) {
        in.primaries = in.matrix = 9;
        in.transfer = 16;
        in.range = 1;
    } else {
        in.primaries = 1;
        in.transfer = 13;
    }
    tonelift_output(&options, &in, &out, nullptr);
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

struct Speed {
    double frame;
    double start;
    KernelOrigins kernels;
};

struct SizeFrames {
    Frames in;
    Frames out;

    SizeFrames(const Case& size, const Plan& plan, int count,
               const std::shared_ptr<CudaDevice>& device)
        : in(pictures_of(size, plan.input), count, device),
          out({TestPicture(plan.output, Pitch::aligned)}, count, device) {}
};

Speed speed_of(const Plan& plan, const Case& size, int batch_size, const SizeFrames& all,
               const std::shared_ptr<CudaDevice>& device) {
    const double start = seconds();
    const auto executor = make_cuda_executor(plan, device, batch_size, ends.tuning);
    const double started = seconds() - start;
    const int frames = std::max(batch_size, 8);
    Batch batch;
    const int rounds = runs == 1 ? 1 : std::max(1, (size.width > 3000 ? 128 : 512) / frames);
    const double time = median_seconds(*device, [&] {
        for (int round = 0; round < rounds; ++round) {
            for (int first = 0; first < frames; first += batch_size) {
                batch.input.clear();
                batch.output.clear();
                batch.times.clear();
                for (int i = first; i < std::min(frames, first + batch_size); ++i) {
                    batch.input.push_back(all.in.planes(i));
                    batch.output.push_back(all.out.planes(i));
                    batch.times.push_back({0, 0.04f, false});
                }
                batch.parameters = {10000, 203};
                executor->run(batch);
            }
        }
    });
    return {time / (rounds * frames), started, executor->kernel_origins()};
}

void measure(const char* preset, const Case& size, int batch_size, const SizeFrames& frames,
             const std::shared_ptr<CudaDevice>& device) {
    const Speed speed = speed_of(plan_of(preset, size), size, batch_size, frames, device);
    std::printf(
        "%-6s batch %2d  %9.0f fps  %8.1f us a frame   start %.0f ms, kernels: %d installed, %d "
        "stored, %d compiled\n",
        size.name.c_str(), batch_size, 1 / speed.frame, 1e6 * speed.frame, 1e3 * speed.start,
        speed.kernels.installed, speed.kernels.stored, speed.kernels.compiled);
    std::fflush(stdout);
}

std::string name_of(const std::variant<Pass, FrameStep>& step) {
    const auto* pass = std::get_if<Pass>(&step);
    if (pass == nullptr) return "frame step";
    return std::holds_alternative<Point>(pass->core) ? "point" : core_name(pass->core);
}

void measure_passes(const char* preset, const Case& size, int batch_size, const SizeFrames& frames,
                    const std::shared_ptr<CudaDevice>& device) {
    const Plan plan = plan_of(preset, size);
    const double all = speed_of(plan, size, batch_size, frames, device).frame;
    std::printf("%-6s batch %2d  %8.1f us a frame; less without\n", size.name.c_str(), batch_size,
                1e6 * all);
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        Plan without = plan;
        without.steps.erase(without.steps.begin() + static_cast<ptrdiff_t>(i));
        const double gained = all - speed_of(without, size, batch_size, frames, device).frame;
        std::printf("  %2zu %-20s %8.1f us\n", i, name_of(plan.steps[i]).c_str(), 1e6 * gained);
        std::fflush(stdout);
    }
}

Case case_of(const std::filesystem::path& file) {
    const std::string name = file.stem().string();
    const size_t width = name.rfind('_') + 1, height = name.rfind('x') + 1;
    Case found{name.substr(width), 0, 0, {file}};
    std::from_chars(name.data() + width, name.data() + height - 1, found.width);
    std::from_chars(name.data() + height, name.data() + name.size(), found.height);
    if (found.width < 2 || found.height < 2)
        throw Error(Failure::argument, file.string() + " does not end in _WIDTHxHEIGHT.p010");
    return found;
}

std::vector<Case> cases_of(const char* folder) {
    if (folder == nullptr)
        return {{"480p", 854, 480, {}},
                {"1080p", 1920, 1080, {}},
                {"4K", 3840, 2160, {}},
                {"8K", 7680, 4320, {}}};
    std::vector<Case> cases;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".p010") cases.push_back(case_of(entry.path()));
    }
    if (cases.empty()) throw Error(Failure::argument, std::string(folder) + " has no *.p010");
    std::sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) {
        return std::pair(a.width, a.files[0]) < std::pair(b.width, b.files[0]);
    });
    for (size_t i = 1; i < cases.size();) {
        Case& before = cases[i - 1];
        if (before.name != cases[i].name) {
            ++i;
            continue;
        }
        before.files.push_back(cases[i].files[0]);
        cases.erase(cases.begin() + static_cast<ptrdiff_t>(i));
    }
    return cases;
}

void print_head(const std::string& look, const Case& size, const CudaDevice& device) {
    std::string with;
    for (const auto& [name, value] : ends.options) with.append(", ").append(name + "=" + value);
    std::printf("%s: %s%s, %s to %s on the device, %s\n", device.name().c_str(), look.c_str(),
                with.c_str(), ends.from.c_str(), ends.to.c_str(),
                size.files.empty() ? "a drawn picture" : "frames of files");
}

void run(const std::vector<std::string>& looks, const Case& size, const std::vector<int>& batches,
         const std::shared_ptr<CudaDevice>& device) {
    const int count = std::max({8, batches.back(), ends.passes});
    const SizeFrames frames(size, plan_of(looks[0].c_str(), size), count, device);
    for (const std::string& look : looks) {
        print_head(look, size, *device);
        if (ends.passes > 0) measure_passes(look.c_str(), size, ends.passes, frames, device);
        if (ends.passes > 0) continue;
        for (int batch : batches) measure(look.c_str(), size, batch, frames, device);
    }
}

std::vector<std::string> looks_of(const std::string& look) {
    if (look != "all") return {look};
    std::vector<std::string> looks;
    tonelift_preset_info preset;
    for (int i = 0; tonelift_preset_at(i, &preset, sizeof preset) == TONELIFT_OK; ++i)
        looks.emplace_back(preset.name);
    return looks;
}

std::pair<std::string, std::string> setting_of(const std::string& text) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos) throw Error(Failure::argument, text + " has no =");
    return {text.substr(0, equals), text.substr(equals + 1)};
}

void set_tuning(const std::string& text) {
    const auto [name, value] = setting_of(text);
    for (const TuningNumber& number : tuning_numbers()) {
        if (name != number.name) continue;
        ends.tuning.*number.place = std::atoi(value.c_str());
        return;
    }
    throw Error(Failure::argument, "there is no tuning number " + name);
}

void take_option(const std::string& name, const char* value) {
    if (name == "--from")
        ends.from = value;
    else if (name == "--to")
        ends.to = value;
    else if (name == "--with")
        ends.options.push_back(setting_of(value));
    else if (name == "--only")
        ends.size = value;
    else if (name == "--passes")
        ends.passes = std::atoi(value);
    else if (name == "--runs")
        runs = std::max(1, std::atoi(value));
    else if (name == "--tuning")
        set_tuning(value);
    else
        throw Error(Failure::argument, "there is no option " + name);
}

const char* take_options(std::vector<const char*>& arguments) {
    const char* folder = nullptr;
    while (arguments.size() > 1 && std::strncmp(arguments[0], "--", 2) == 0) {
        if (std::strcmp(arguments[0], "--frames") == 0)
            folder = arguments[1];
        else
            take_option(arguments[0], arguments[1]);
        arguments.erase(arguments.begin(), arguments.begin() + 2);
    }
    return folder;
}

int run_all(std::vector<const char*> arguments) {
    const char* folder = take_options(arguments);
    const char* look = arguments.empty() ? "natural" : arguments[0];
    const std::vector<Case> cases = cases_of(folder);
    const auto device = open_cuda_device({});
    if (arguments.size() > 2) {
        for (const Case& known : cases) {
            if (known.name == arguments[1])
                run({look}, known, {std::max(1, std::atoi(arguments[2]))}, device);
        }
        return 0;
    }
    std::printf("copy    %.2f TB/s (read and written, 1 GiB)\n",
                copy_rate(device, 1u << 30) / 1e12);
    const std::vector<std::string> looks = looks_of(look);
    const auto batches =
        looks.size() > 1 ? std::vector<int>{1, 64} : std::vector<int>{1, 4, 8, 16, 64};
    for (const Case& size : cases) {
        if (ends.size.empty() || ends.size == size.name) run(looks, size, batches, device);
    }
    return 0;
}

}  // namespace
}  // namespace tonelift

int main(int argc, char** argv) {
    try {
        return tonelift::run_all({argv + 1, argv + argc});
    } catch (const tonelift::Error& error) {
        std::fprintf(stderr, "gpu_bench: %s\n", error.what());
        return 1;
    }
}
