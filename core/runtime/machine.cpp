// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/machine.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <string_view>

#include "core/common/text.h"
#include "core/graph/cost.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

// Sizes for frames in host memory. A call is divided into at least fewest_pieces pieces, and each
// piece is one launch of a few frames. The upload of the first piece and the download of the last
// piece overlap no other work. Smaller pieces shorten both.
constexpr double pixels_per_call = 133e6;
constexpr double pixels_per_piece = 8e6;
constexpr int fewest_pieces = 4;

constexpr std::string_view any_device = "auto";

std::string device_for(const Settings& settings, const tonelift_video& out,
                       const tonelift_device& given) {
    const bool open = same_name(settings.device, any_device) && !given.input_on_device &&
                      !given.output_on_device && given.cuda_context == nullptr &&
                      given.vulkan == nullptr;
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

// Returns more frames per launch for smaller frames, because the start of each launch takes several
// microseconds.
int launch_frames(const Tuning& tuning, int width, int height) {
    return frames_of(1e6 * tuning.launch_megapixels, width, height);
}

Machine::Machine(const Settings& settings, const tonelift_video& in, const tonelift_video& out,
                 const tonelift_device& given, const Log& log)
    : device_(open_device(device_for(settings, out, given), given, log)),
      log_(log),
      host_{given.input_on_device == 0, given.output_on_device == 0},
      threads_(settings.threads) {
    if (!device_.cuda) set_ = set_for(settings);
    tuned_ = find_tuning(settings.tuning, tuned_machine(), log);
    choose_batch(settings.batch, in);
}

TunedMachine Machine::tuned_machine() const {
    if (device_.cuda) return tonelift::tuned_machine(*device_.cuda);
    return device_.vulkan ? tonelift::tuned_machine(*device_.vulkan)
                          : tonelift::tuned_machine(*set_);
}

std::string Machine::place() const {
    if (device_.cuda) return name_of(*device_.cuda);
    return device_.vulkan ? name_of(*device_.vulkan) + " by Vulkan"
                          : "the CPU, " + details_of(*set_);
}

std::string Machine::computes_with() const {
    if (device_.cuda) return "cuda";
    return device_.vulkan ? "vulkan" : set_->name();
}

void Machine::choose_batch(int asked, const tonelift_video& video) {
    if (!device_.cuda && !device_.vulkan) {
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
    if (device_.vulkan) return vulkan_executor(plan, tuning, host);
    if (!device_.cuda) return make_cpu_executor(plan, threads_, *set_, tuning, batch_);
    if (host.input || host.output)
        return make_staged_cuda_executor(plan, device_.cuda, host, launch_, threads_, tuning);
    return make_cuda_executor(plan, device_.cuda, launch_, tuning);
}

// Returns a Vulkan executor. If Vulkan does not support the plan, returns a CPU executor, or throws
// if device_.by_name forbids the CPU.
std::unique_ptr<Executor> Machine::vulkan_executor(const Plan& plan, const Tuning& tuning,
                                                   HostMemory host) const {
    try {
        return make_vulkan_executor(plan, device_.vulkan, launch_, threads_, tuning, host);
    } catch (const Error& error) {
        if (device_.by_name || error.failure() != Failure::unsupported) throw;
        log_.info(std::string("the CPU is used: ") + error.what());
        return make_cpu_executor(plan, threads_, *set_, tuning, batch_);
    }
}

std::unique_ptr<Executor> Machine::copier(const Picture& picture) const {
    if (all_on_host()) return make_cpu_copier(picture);
    if (device_.vulkan) return make_vulkan_copier(picture, device_.vulkan, host_);
    return make_cuda_copier(picture, device_.cuda, host_);
}

}  // namespace tonelift
