// SPDX-License-Identifier: BSD-2-Clause
//
// Timed runs of `tonelift tune`: a preset at one size on one machine, with any tuning numbers.
// Frames are in the memory of the CPU or GPU that runs.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/runtime/build.h"
#include "core/runtime/tuning_text.h"
#include "kernels/executor.h"

namespace tonelift {

// The time with one set of numbers, relative to the time with another set. Infinite if memory does
// not suffice.
struct Comparison {
    double median;
    double certain;  // third quartile: three of four runs took less
};

// The machine to tune.
struct TuneMachine {
    std::shared_ptr<CudaDevice> cuda;  // null: the CPU
    InstructionSet set;                // instruction set of the CPU
    TunedMachine named;
};

// Opens the machine to tune. device: as the option. Throws the errors of open_device().
TuneMachine tune_machine(const std::string& device);

// Frames in the machine's memory, with the samples of a smooth HDR10 picture.
class TuneFrames {
  public:
    TuneFrames(const Picture& picture, size_t count, const TuneMachine& machine);

    FramePlanes planes(size_t frame) const;
    size_t count() const { return starts_.size(); }

  private:
    FramePlanes layout_{};         // pitches of the planes
    std::vector<size_t> offsets_;  // offsets of the planes in a frame, bytes
    std::vector<std::vector<std::byte>> on_host_;
    std::vector<std::unique_ptr<DeviceCopy>> on_device_;
    std::vector<std::byte*> starts_;
};

// A preset, or script, at a size.
class TuneWork {
  public:
    TuneWork(Build build, const TuneMachine& machine);

    // Returns the frames per second with these numbers.
    double rate(const Tuning& tuning);
    // Runs both alternately, `turns` times, or fewer times if the candidate is clearly slower.
    Comparison compare(const Tuning& candidate, const Tuning& best, int turns);

  private:
    struct Run {
        Tuning tuning;
        std::unique_ptr<Executor> executor;
        size_t launch;  // frames per launch
    };
    Run make_run(const Tuning& tuning) const;
    // Keeps the run with the best numbers so far between comparisons.
    Run& run_of_best(const Tuning& tuning);
    void run_once(Run& run);
    double seconds(Run& run);  // time for all frames

    Build build_;
    const TuneMachine& machine_;
    TuneFrames input_;
    TuneFrames output_;
    std::vector<Run> best_;  // one element, or empty
    Batch batch_;
};

}  // namespace tonelift
