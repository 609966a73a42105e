// SPDX-License-Identifier: BSD-2-Clause
// Implements the option `metadata`: computes the dynamic metadata of frames, and leaves their
// pictures unchanged.
#pragma once

#include <tonelift/tonelift.h>

#include <memory>
#include <span>
#include <vector>

#include "core/common/log.h"
#include "core/metadata/bezier_fit.h"
#include "core/metadata/film.h"
#include "core/metadata/gain_curves.h"
#include "core/runtime/lookahead.h"
#include "core/runtime/settings.h"

namespace tonelift {

inline bool writes_metadata(const tonelift_options& options) {
    return options.metadata != TONELIFT_METADATA_OFF;
}
inline bool has_kind(int kinds, int kind) { return (kinds & kind) != 0; }
inline bool has_curves(int kinds) {
    return has_kind(kinds, TONELIFT_METADATA_HDR10_PLUS | TONELIFT_METADATA_ST2094_50);
}

// Throws Error (argument) if an option is out of range, `metadata` is combined with options that
// write statistics, or metadata with curves is combined with a `tonemap` that applies metadata.
void check_metadata_options(const tonelift_options& options);

// Throws Error (argument) if the input is not PQ, or is Dolby Vision that must be reshaped.
void check_metadata_input(const tonelift_video& in);

tonelift_options picture_options(const tonelift_options& options);

// The metadata of a shot, as codes of the bit streams.
class ShotMetadata {
  public:
    // `bezier` is null if `kinds` does not include HDR10+. `gains` is null if `kinds` does not
    // include SMPTE ST 2094-50.
    ShotMetadata(const MeasuredFilm& film, const Shot& shot, int kinds, const FittedBezier* bezier,
                 const GainCurves* gains);

    // The returned metadata is valid as long as this object exists.
    tonelift_metadata of_frame(bool begins_shot) const;

  private:
    tonelift_metadata metadata_{};
    std::vector<uint8_t> st2094_50_{};
};

class WrittenMetadata {
  public:
    WrittenMetadata(const tonelift_options& options, Log log)
        : options_(options), log_(std::move(log)) {}
    virtual ~WrittenMetadata() = default;

    const Settings& options() const { return options_; }
    // Throws Error (argument) if an option differs from the options of the filter.
    void refuse_change(const tonelift_options& options) const;

    // Returns the metadata of a frame. Throws Error (io) for a frame that the stats_file lacks, and
    // Error (argument) for a frame out of order.
    tonelift_metadata of(const tonelift_frame& frame);
    // Must be called for processed frames, so that the look-ahead can release their statistics.
    virtual void take(std::span<const tonelift_frame> frames);
    // Measures frames for the look-ahead. Must be called before the frames are passed to take() and
    // of().
    void look(std::span<const tonelift_frame> frames);
    // Returns null if the metadata comes from a stats_file.
    virtual Lookahead* lookahead() { return nullptr; }
    virtual void follow(const tonelift_video&) {}
    virtual void reset() {}

    // Logs a warning if of() was never called.
    void warn_if_unused() const;

  protected:
    virtual tonelift_metadata find(const tonelift_frame& frame) = 0;
    const Log& log() const { return log_; }

  private:
    Settings options_;
    Log log_;
    bool is_used_ = false;
};

// Returns metadata that comes from the stats_file, or from the look-ahead if there is no
// stats_file.
std::unique_ptr<WrittenMetadata> written_metadata(const tonelift_options& options,
                                                  const tonelift_video& in,
                                                  const tonelift_device& device, const Log& log);

}  // namespace tonelift
