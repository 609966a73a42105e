// SPDX-License-Identifier: BSD-2-Clause
//
// Timed runs of `tonelift tune`: a preset at a size on one machine, with any tuning numbers. Frames
// lie in the memory of the machine, as those of a decoder on it do.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/runtime/build.h"
#include "core/runtime/tuning_text.h"
#include "kernels/executor.h"

namespace tonelift {

// The time that one set of numbers takes, in parts of that which another takes. Infinite where the
// machine has too little memory for it.
struct Comparison {
    double median;
    double certain;  // the third quartile: three of four runs took less
};

// The machine that is tuned.
struct TuneMachine {
    std::shared_ptr<CudaDevice> cuda;  // null: the CPU
    InstructionSet set;                // of the CPU
    TunedMachine named;
};

// device: as the option. Throws what open_device() throws.
TuneMachine tune_machine(const std::string& device);

// Frames of a picture in the machine's memory. Their samples are those of a smooth HDR10 picture.
class TuneFrames {
  public:
    TuneFrames(const Picture& picture, size_t count, const TuneMachine& machine);

    FramePlanes planes(size_t frame) const;
    size_t count() const { return starts_.size(); }

  private:
    FramePlanes layout_{};         // the pitches
    std::vector<size_t> offsets_;  // of the planes in a frame, bytes
    std::vector<std::vector<std::byte>> on_host_;
    std::vector<std::unique_ptr<DeviceCopy>> on_device_;
    std::vector<std::byte*> starts_;
};

// A preset, or script, at a size.
class TuneWork {
  public:
    TuneWork(Build build, const TuneMachine& machine);

    // Frames a second with these numbers.
    double rate(const Tuning& tuning);
    // Runs both in turn, several times; fewer if it is clear soon that the candidate is slower.
    Comparison compare(const Tuning& candidate, const Tuning& best, int turns);

  private:
    struct Run {
        Tuning tuning;
        std::unique_ptr<Executor> executor;
        size_t launch;  // frames
    };
    Run make_run(const Tuning& tuning) const;
    // Keeps the run of the best numbers so far from one comparison to the next.
    Run& run_of_best(const Tuning& tuning);
    void run_once(Run& run);
    double seconds(Run& run);  // for all frames

    Build build_;
    const TuneMachine& machine_;
    TuneFrames input_;
    TuneFrames output_;
    std::vector<Run> best_;  // one or none
    Batch batch_;
};

}  // namespace tonelift
