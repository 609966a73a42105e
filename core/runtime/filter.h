// SPDX-License-Identifier: BSD-2-Clause
// Maps the frames of one stream.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "core/color/describe.h"
#include "core/runtime/clock.h"
#include "core/runtime/frame_check.h"
#include "core/runtime/frame_metadata.h"
#include "core/runtime/image_frames.h"
#include "core/runtime/lookahead.h"
#include "core/runtime/machine.h"
#include "core/runtime/stream.h"
#include "core/runtime/stream_stats.h"
#include "kernels/executor.h"

namespace tonelift {

class Filter {
  public:
    Filter(const tonelift_options& options, const tonelift_video& in, const tonelift_video& out,
           const tonelift_device& device, const Log& log);
    // The arguments of a filter that only measures statistics. `in` is a result of
    // describe_input().
    struct Measured {
        const Settings& settings;
        const tonelift_video& in;
    };
    Filter(const Measured& of, const tonelift_device& device, const Log& log);
    ~Filter();

    static void check(const tonelift_video& in, const tonelift_video& out);

    // Returns the result of describe_output(), with the light level of the film if stats_file
    // contains it. With stats=measure, returns `in`.
    static tonelift_video output(const tonelift_options& options, const tonelift_video& in);

    void process(std::span<const tonelift_frame> in, std::span<const tonelift_frame> out);
    // Measures frames before they are passed to process(). Does nothing if lookahead() is null.
    void look(std::span<const tonelift_frame> in);
    // Returns null if the filter has no look-ahead or passes the picture through.
    const Lookahead* lookahead() const { return passthrough() ? nullptr : lookahead_.get(); }

    // A prepared change of the stream, which cannot fail when it is applied.
    struct Change {
        Stream stream;
        StatsChange stats;
        LightLevel light;
        std::unique_ptr<Change> ahead{};
        std::optional<ShotColumns> shots{};
    };
    // Prepares a change of the options. The current stream stays usable until take() applies the
    // change.
    Change changed(const tonelift_options& options) const;
    void take(Change change) noexcept;

    void set_options(const tonelift_options& options) { take(changed(options)); }
    void read_script();
    void set_input(const tonelift_video& in);
    void reset();
    // Completes the statistics file. Later frames are mapped, but not recorded.
    void finish();

    const Settings& settings() const { return stream_.settings; }
    int batch() const { return machine_.batch(); }
    bool passthrough() const { return stream_.build.passthrough; }
    // Returns the light level of all frames so far, or of the whole film if stats_file contains it.
    // Waits until the device has finished its work.
    LightLevel light() const;
    const Log& log() const { return log_; }
    const Plan& plan() const { return stream_.build.plan; }

    // Measures frames for a look-ahead, and records their statistics if stats_file is written.
    const Batch& measure(std::span<const tonelift_frame> in);

  private:
    // Makes the filter that measures frames for the look-ahead of *mapping.
    explicit Filter(Filter* mapping);
    void begin();
    void hand_through();
    void look_ahead(bool on_device);
    void refuse_if_lost() const;
    template <typename Work>
    void guarded(const Work& work);
    template <typename Work>
    void recorded(const Work& work);
    Change prepared(Stream next) const;
    void prepare_lookahead(Change& change) const;
    StatsChange stats_of(const Build& build) const;
    void read_metadata(std::span<const tonelift_frame> in);
    void check_frames(std::span<const tonelift_frame> in, std::span<const tonelift_frame> out);
    void fill_batch(std::span<const tonelift_frame> in, std::span<const tonelift_frame> out);
    void run_batch(std::span<const tonelift_frame> in, std::span<const tonelift_frame> out);
    void record_stats(std::span<const tonelift_frame> in);
    void mark_cuts(std::span<const tonelift_frame> in);
    void check_film(const tonelift_frame& last);
    LightLevel light_in(std::span<const float> states) const;
    void log_light() const;

    Log log_;
    tonelift_video out_;
    Machine machine_;
    Stream stream_;
    std::string lost_;
    // description of the mapped picture, which differs from out_ only with stats=measure
    tonelift_video mapped_;
    Clock clock_;
    FrameMetadata metadata_;
    FrameCheck frame_check_;
    ImageFrames images_;
    LightLevel earlier_;
    bool has_run_ = false;
    bool was_cut_ = false;
    std::unique_ptr<Executor> copier_;
    std::unique_ptr<StreamStats> stats_;
    std::unique_ptr<Lookahead> lookahead_;
    unsigned replayed_ = 0;
    Batch batch_;
};

}  // namespace tonelift
