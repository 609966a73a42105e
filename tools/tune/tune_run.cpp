// SPDX-License-Identifier: BSD-2-Clause
#include "tools/tune/tune_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/runtime/device_choice.h"
#include "core/runtime/machine.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

constexpr int least_iterations = 3;
constexpr double hopeless = 1.03;        // upper limit of a candidate's time / the best time
constexpr double shortest_run = 0.01;    // minimum duration of a measurement in seconds
constexpr size_t plane_alignment = 256;  // in bytes

// Minimum number of frames per measurement on a GPU. This many frames do not fit into the GPU's
// cache.
constexpr size_t least_frames = 8;

double now() {
    using Clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

double quartile(std::vector<double> values, size_t quarters) {
    std::sort(values.begin(), values.end());
    return values[(values.size() - 1) * quarters / 4];
}

double median(const std::vector<double>& values) { return quartile(values, 2); }

size_t padded(size_t bytes) {
    return (bytes + plane_alignment - 1) / plane_alignment * plane_alignment;
}

// Returns the number of frames per measurement. On the CPU, the number is 1. On a GPU, it is at
// least the number of frames in the largest launch.
size_t frames_for(const Picture& picture, const TuneMachine& machine) {
    if (!machine.cuda) return 1;
    int most = 1;
    for (const TuningNumber& number : tuning_numbers()) {
        for (const int value : number.values) {
            Tuning tuning;
            tuning.*number.place = value;
            most = std::max(most, launch_frames(tuning, picture.width, picture.height));
        }
    }
    return std::max(static_cast<size_t>(most), least_frames);
}

// Fills a row with samples like those of most films: smooth gradients, little noise, and colors
// within the gamut of screens.
void fill_row(const Picture& picture, int plane, int y, std::byte* row, size_t bytes) {
    const int shift = picture.format->shift;
    const double middle = plane == 0 ? 420 : 512, swing = plane == 0 ? 260 : 30;
    for (size_t i = 0; i < bytes / 2; ++i) {
        const double x = static_cast<double>(i);
        const double wave = std::sin(x * 0.004 + plane) * std::cos(y * 0.006);
        const auto noise = (i * 7 + static_cast<size_t>(y) * 3) % 5;
        const auto code = static_cast<unsigned>(middle + swing * wave) + noise;
        const auto sample = static_cast<uint16_t>(code << shift);
        std::memcpy(row + 2 * i, &sample, 2);
    }
}

std::shared_ptr<CudaDevice> cuda_device(const std::string& device) {
    const OpenDevice open = open_device(device, tonelift_device{}, Log());
    if (open.vulkan != nullptr && open.by_name)
        throw Error(Failure::unsupported,
                    "device=" + device +
                        ": there are no tuning numbers for Vulkan; allowed are "
                        "auto, cpu, cuda and cudaN");
    return open.cuda;
}

}  // namespace

TuneMachine tune_machine(const std::string& device) {
    TuneMachine machine{cuda_device(device), {}, {}};
    machine.named = machine.cuda ? tuned_machine(*machine.cuda) : tuned_machine(machine.set);
    return machine;
}

TuneFrames::TuneFrames(const Picture& picture, size_t count, const TuneMachine& machine) {
    const Format& format = *picture.format;
    std::vector<std::byte> bytes;
    std::vector<size_t> first;
    for (int plane = 0; plane < format.planes(); ++plane) {
        const auto row = static_cast<size_t>(format.row_bytes(plane, picture.width));
        const size_t pitch = padded(row);
        const int rows = format.plane_height(plane, picture.height);
        first.push_back(bytes.size());
        layout_.pitch[first.size() - 1] = static_cast<ptrdiff_t>(pitch);
        bytes.resize(bytes.size() + pitch * static_cast<size_t>(rows));
        for (int y = 0; y < rows; ++y) {
            std::byte* to = bytes.data() + first.back() + static_cast<size_t>(y) * pitch;
            fill_row(picture, plane, y, to, row);
        }
    }
    offsets_ = first;
    for (size_t i = 0; i < count; ++i) {
        if (machine.cuda) {
            on_device_.push_back(copy_to_device(machine.cuda, bytes));
            starts_.push_back(on_device_.back()->address());
        } else {
            on_host_.push_back(bytes);
            starts_.push_back(on_host_.back().data());
        }
    }
}

FramePlanes TuneFrames::planes(size_t frame) const {
    FramePlanes planes = layout_;
    for (size_t plane = 0; plane < offsets_.size(); ++plane)
        planes.data[plane] = starts_[frame] + offsets_[plane];
    return planes;
}

TuneWork::TuneWork(Build build, const TuneMachine& machine)
    : build_(std::move(build)),
      machine_(machine),
      input_(build_.plan.input, frames_for(build_.plan.input, machine), machine),
      output_(build_.plan.output, input_.count(), machine) {
    batch_.parameters = build_.parameters;
}

TuneWork::Run TuneWork::make_run(const Tuning& tuning) const {
    if (!machine_.cuda) return {tuning, make_cpu_executor(build_.plan, 0, machine_.set, tuning), 1};
    const Picture& picture = build_.plan.input;
    const int launch = launch_frames(tuning, picture.width, picture.height);
    return {tuning, make_cuda_executor(build_.plan, machine_.cuda, launch, tuning),
            static_cast<size_t>(launch)};
}

TuneWork::Run& TuneWork::run_of_best(const Tuning& tuning) {
    if (best_.empty() || best_[0].tuning != tuning) {
        best_.clear();
        best_.push_back(make_run(tuning));
        seconds(best_[0]);
    }
    return best_[0];
}

void TuneWork::run_once(Run& run) {
    for (size_t first = 0; first < input_.count(); first += run.launch) {
        batch_.input.clear();
        batch_.output.clear();
        batch_.times.clear();
        for (size_t i = first; i < std::min(input_.count(), first + run.launch); ++i) {
            batch_.input.push_back(input_.planes(i));
            batch_.output.push_back(output_.planes(i));
            batch_.times.push_back({0, 0.04f, false});
        }
        run.executor->run(batch_);
    }
}

double TuneWork::seconds(Run& run) {
    const double start = now();
    double taken = 0;
    int rounds = 0;
    while (taken < shortest_run) {
        for (int i = std::max(rounds, 1); i > 0; --i, ++rounds) run_once(run);
        if (machine_.cuda) wait_for(*machine_.cuda);
        taken = now() - start;
    }
    return taken / rounds;
}

double TuneWork::rate(const Tuning& tuning) {
    Run& run = run_of_best(tuning);
    std::vector<double> times;
    for (int i = 0; i < least_iterations; ++i) times.push_back(seconds(run));
    return static_cast<double>(input_.count()) / median(times);
}

Comparison TuneWork::compare(const Tuning& candidate, const Tuning& best, int iterations) {
    Run& base = run_of_best(best);
    std::vector<double> ratios;
    try {
        Run other = make_run(candidate);
        seconds(other);
        for (int i = 0; i < iterations; ++i) {
            const double slower = seconds(base);
            ratios.push_back(seconds(other) / slower);
            if (i + 1 >= least_iterations && median(ratios) > hopeless) break;
        }
    } catch (const Error& error) {
        if (error.failure() != Failure::out_of_memory) throw;
        constexpr double infinite = std::numeric_limits<double>::infinity();
        return {infinite, infinite};
    }
    return {median(ratios), quartile(ratios, 3)};
}

}  // namespace tonelift
