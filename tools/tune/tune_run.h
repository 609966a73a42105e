// SPDX-License-Identifier: BSD-2-Clause
//
// Measures the speed of candidate tuning numbers for `tonelift tune`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/runtime/build.h"
#include "core/tuning/tuning_file.h"
#include "kernels/executor.h"

namespace tonelift {

// Time with candidate tuning numbers / time with the best numbers so far. Infinite if there is not
// enough memory.
struct Comparison {
    double median;
    double certain;  // third quartile of the runs' ratios
};

struct TuneMachine {
    std::shared_ptr<CudaDevice> cuda;
    InstructionSet set;
    TunedMachine named;
};

// `device` is a value of the filter's option `device`. Throws the errors of open_device().
TuneMachine tune_machine(const std::string& device);

class TuneFrames {
  public:
    TuneFrames(const Picture& picture, size_t count, const TuneMachine& machine);

    FramePlanes planes(size_t frame) const;
    size_t count() const { return starts_.size(); }

  private:
    FramePlanes layout_{};
    std::vector<size_t> offsets_;
    std::vector<std::vector<std::byte>> on_host_;
    std::vector<std::unique_ptr<DeviceCopy>> on_device_;
    std::vector<std::byte*> starts_;
};

class TuneWork {
  public:
    TuneWork(Build build, const TuneMachine& machine);

    double rate(const Tuning& tuning);
    // Runs the candidate and the best tuning numbers alternately, `iterations` times each. Stops
    // earlier if the candidate is clearly slower.
    Comparison compare(const Tuning& candidate, const Tuning& best, int iterations);

  private:
    struct Run {
        Tuning tuning;
        std::unique_ptr<Executor> executor;
        size_t launch;
    };
    Run make_run(const Tuning& tuning) const;
    Run& run_of_best(const Tuning& tuning);
    void run_once(Run& run);
    double seconds(Run& run);

    Build build_;
    const TuneMachine& machine_;
    TuneFrames input_;
    TuneFrames output_;
    std::vector<Run> best_;
    Batch batch_;
};

}  // namespace tonelift
