// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/machine.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <new>
#include <optional>
#include <string_view>

#include "core/common/text.h"
#include "core/graph/cost.h"
#include "core/runtime/tuning_file.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

// Pixels per call, and per piece of a call, for frames in host memory. While one piece is computed,
// others are transferred. The first upload and the last download of a call overlap with nothing, so
// a bus is idle for a tenth of a call of 16 pieces, and for a fifth of a call of 8.
constexpr double pixels_per_call = 133e6;
constexpr double pixels_per_piece = 8e6;
constexpr int fewest_pieces = 4;

constexpr std::string_view automatic = "auto";

// The value of the option device.
struct Choice {
    bool cpu = false;
    bool cuda = false;  // neither flag: any available device
    std::optional<int> gpu;
};

Choice parse_device(const std::string& name) {
    constexpr std::string_view gpu = "cuda";
    Choice choice;
    choice.cpu = same_name(name, "cpu");
    choice.cuda = same_name(name.substr(0, gpu.size()), gpu);
    if (same_name(name, automatic) || choice.cpu || same_name(name, gpu)) return choice;
    int number = -1;
    if (choice.cuda) {
        const char* begin = name.data() + gpu.size();
        const char* end = name.data() + name.size();
        if (*begin == ':') ++begin;
        const auto [stop, error] = std::from_chars(begin, end, number);
        if (error != std::errc() || stop != end) number = -1;
    }
    if (number < 0)
        throw Error(Failure::argument,
                    "device=" + name + ": known are auto, cpu, cuda and cudaN, such as cuda0");
    choice.gpu = number;
    return choice;
}

void check_place_of_frames(const Choice& choice, const tonelift_device& given) {
    if (!given.input_on_device && !given.output_on_device) return;
    if (choice.cpu) {
        throw Error(Failure::argument,
                    "device=cpu, but frames are in the memory of a CUDA device: set device=auto, "
                    "or download them before and upload them after");
    }
    if (given.cuda_context == nullptr)
        throw Error(Failure::argument, "frames on a CUDA device need its cuda_context");
}

// The option device; but the CPU if the option is auto and no GPU can make the output.
std::string device_for(const Settings& settings, const tonelift_video& out,
                       const tonelift_device& given) {
    const bool open = same_name(settings.device, automatic) && !given.input_on_device &&
                      !given.output_on_device && given.cuda_context == nullptr;
    const bool cpu_only = find_format(out.format)->is_texture() &&
                          !fits_gpu(static_cast<BlockQuality>(settings.texture_quality));
    return open && cpu_only ? "cpu" : settings.device;
}

int frames_of(double pixels, int width, int height) {
    const double frames = pixels / (static_cast<double>(width) * height);
    return static_cast<int>(std::lround(std::clamp<double>(frames, 1, largest_batch)));
}

InstructionSet set_for(const Settings& settings) {
    const InstructionSet set(settings.cpu);
    return settings.machine_code == TONELIFT_MACHINE_CODE_OFF ? set.without_machine_code() : set;
}

std::string needs_of(const Plan& plan) {
    return "the script takes " + memory_text(cost_of(plan).memory) + " for each frame of " +
           std::to_string(plan.input.width) + "x" + std::to_string(plan.input.height) +
           " in a batch";
}

}  // namespace

std::shared_ptr<CudaDevice> open_device(const std::string& option, const tonelift_device& given,
                                        const Log& log) {
    const Choice choice = parse_device(option);
    check_place_of_frames(choice, given);
    if (choice.cpu) return nullptr;
    DeviceTarget target{given.cuda_context, given.cuda_stream, choice.gpu.value_or(0)};
    const bool required = choice.cuda || given.input_on_device || given.output_on_device;
    try {
        return open_cuda_device(target);
    } catch (const Error& error) {
        if (required) throw;
        log.debug(std::string("no GPU is used: ") + error.what());
        return nullptr;
    }
}

// Launching a kernel takes some microseconds, while the memory of a plan grows with the number of
// frames per launch.
int launch_frames(const Tuning& tuning, int width, int height) {
    return frames_of(1e6 * tuning.launch_megapixels, width, height);
}

Machine::Machine(const Settings& settings, const tonelift_video& in, const tonelift_video& out,
                 const tonelift_device& given, const Log& log)
    : cuda_(open_device(device_for(settings, out, given), given, log)),
      host_{given.input_on_device == 0, given.output_on_device == 0},
      threads_(settings.threads) {
    if (!cuda_) set_ = set_for(settings);
    tuned_ =
        find_tuning(settings.tuning, cuda_ ? tuned_machine(*cuda_) : tuned_machine(*set_), log);
    choose_batch(settings.batch, in);
}

std::string Machine::place() const {
    return cuda_ ? name_of(*cuda_) : "the CPU, " + details_of(*set_);
}

void Machine::choose_batch(int asked, const tonelift_video& video) {
    if (!cuda_) {
        batch_ = std::max(asked, 1);
    } else if (host_.input || host_.output) {
        batch_ = asked > 0 ? asked : frames_of(pixels_per_call, video.width, video.height);
        launch_ = std::clamp(batch_ / fewest_pieces, 1,
                             frames_of(pixels_per_piece, video.width, video.height));
    } else {
        batch_ = launch_ = asked > 0 ? asked
                                     : launch_frames(tuned_.of(video.width, video.height),
                                                     video.width, video.height);
    }
}

std::unique_ptr<Executor> Machine::executor(const Plan& plan) const {
    return executor(plan, host_);
}

std::unique_ptr<Executor> Machine::measurer(const Plan& plan) const {
    return executor(plan, {host_.input, false});
}

// Adds the purpose of the memory to out-of-memory errors.
std::unique_ptr<Executor> Machine::executor(const Plan& plan, HostMemory host) const {
    try {
        return any_executor(plan, host);
    } catch (const std::bad_alloc&) {
        throw Error(Failure::out_of_memory, "out of memory: " + needs_of(plan));
    } catch (const Error& error) {
        if (error.failure() != Failure::out_of_memory) throw;
        throw Error(error.failure(), std::string(error.what()) + "; " + needs_of(plan));
    }
}

std::unique_ptr<Executor> Machine::any_executor(const Plan& plan, HostMemory host) const {
    const Tuning tuning = tuned_.of(plan.input.width, plan.input.height);
    if (!cuda_) return make_cpu_executor(plan, threads_, *set_, tuning);
    if (host.input || host.output)
        return make_staged_cuda_executor(plan, cuda_, host, launch_, threads_, tuning);
    return make_cuda_executor(plan, cuda_, launch_, tuning);
}

std::unique_ptr<Executor> Machine::copier(const Picture& picture) const {
    if (all_on_host()) return make_cpu_copier(picture);
    return make_cuda_copier(picture, cuda_, host_);
}

}  // namespace tonelift
