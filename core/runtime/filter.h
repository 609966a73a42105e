// SPDX-License-Identifier: BSD-2-Clause
//
// One stream: makes a plan from the options and the descriptions of input and output, and maps
// frames.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "core/color/describe.h"
#include "core/runtime/build.h"
#include "core/runtime/clock.h"
#include "core/runtime/dolby_vision.h"
#include "core/runtime/frame_check.h"
#include "core/runtime/machine.h"
#include "core/runtime/stream_stats.h"
#include "kernels/executor.h"

namespace tonelift {

class Filter {
  public:
    Filter(const tonelift_options& options, const tonelift_video& in, const tonelift_video& out,
           const tonelift_device& device, Log log);
    ~Filter();

    // Throws Error (argument) for descriptions that no filter takes.
    static void check(const tonelift_video& in, const tonelift_video& out);

    // The output for an input as described by describe_input(): describe_output(), with the light
    // level of the film if stats_file has it.
    static tonelift_video output(const tonelift_options& options, const tonelift_video& in);

    void process(std::span<const tonelift_frame> in, std::span<const tonelift_frame> out);
    void set_options(const tonelift_options& options);
    void set_input(const tonelift_video& in);
    void reset() { clock_.restart(); }
    // Ends the stream; later frames are mapped and not recorded.
    void finish();

    int batch() const { return machine_.batch(); }
    bool passthrough() const { return passthrough_; }
    // Light level of the frames so far, or of the whole film if stats_file has it. Waits for the
    // device.
    LightLevel light() const;
    Log log() const { return log_; }
    const Plan& plan() const { return plan_; }

  private:
    Build build(const Settings& settings, const tonelift_video& in) const;
    void hand_through();
    template <typename Work>
    void guarded(const Work& work);
    void rebuild(const Settings& settings, const tonelift_video& in);
    void take(Build build);
    void replace_executor(const Build& build);
    void use_stats(const Build& build);
    void read_dolby_vision(std::span<const tonelift_frame> in);
    void fill_batch(std::span<const tonelift_frame> in, std::span<const tonelift_frame> out);
    void run_batch(std::span<const tonelift_frame> in, std::span<const tonelift_frame> out);
    void record_stats(std::span<const tonelift_frame> in);
    void check_film(const tonelift_frame& last);
    LightLevel light_in(std::span<const float> states) const;
    void tell_light() const;

    Log log_;
    Settings settings_;
    Machine machine_;
    std::string lost_;      // the failure of the device, if any
    tonelift_video given_;  // the input as the caller described it
    tonelift_video in_;     // and as it is processed
    tonelift_video out_;
    tonelift_video mapped_;  // the picture that the statistics are of: out_, unless it is the input
    bool passthrough_ = false;
    Clock clock_;
    DolbyVision dolby_vision_;
    FrameCheck frame_check_;
    std::string warned_;  // the last assumption that was reported
    LightLevel earlier_;  // that of frames before the plan changed
    bool has_run_ = false;
    Params params_;
    Plan plan_;
    std::unique_ptr<Executor> executor_;
    std::unique_ptr<Executor> copier_;  // hands the picture through where it is only measured
    std::optional<StreamStats> stats_;
    unsigned replayed_ = 0;  // batches whose statistics were read
    Batch batch_;
};

}  // namespace tonelift
