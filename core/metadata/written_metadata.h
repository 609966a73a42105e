// SPDX-License-Identifier: BSD-2-Clause
// The option `metadata`: writes dynamic metadata without a change of the picture.
#pragma once

#include <tonelift/tonelift.h>

#include <memory>
#include <span>
#include <vector>

#include "core/metadata/bezier_fit.h"
#include "core/metadata/film.h"
#include "core/metadata/gain_curves.h"
#include "core/runtime/log.h"
#include "core/runtime/lookahead.h"

namespace tonelift {

inline bool writes_metadata(const tonelift_options& options) {
    return options.metadata != TONELIFT_METADATA_OFF;
}
inline bool has_kind(int kinds, int kind) { return (kinds & kind) != 0; }

// Throws Error (argument) if the options would also write statistics.
void check_metadata_options(const tonelift_options& options);

// Throws Error (argument) if the input is not PQ.
void check_metadata_input(const tonelift_video& in);

tonelift_options picture_options(const tonelift_options& options);

// The metadata of a shot, as codes of the bit stream.
class ShotMetadata {
  public:
    // `bezier` and `gains` are null if the kinds of metadata do not include them.
    ShotMetadata(const MeasuredFilm& film, const Shot& shot, int kinds, const FittedBezier* bezier,
                 const GainCurves* gains);

    // The returned metadata is valid as long as this object.
    tonelift_metadata of_frame(bool begins_shot) const;

  private:
    tonelift_metadata metadata_{};
    std::vector<uint8_t> st2094_50_{};
};

class WrittenMetadata {
  public:
    explicit WrittenMetadata(Log log) : log_(std::move(log)) {}
    virtual ~WrittenMetadata() = default;

    // Throws Error (io) for a frame without statistics, and Error (argument) for a frame out of
    // order.
    tonelift_metadata of(const tonelift_frame& frame);
    // Tells the look-ahead that frames were processed, so that it can release them.
    virtual void take(std::span<const tonelift_frame> frames);
    // Measures frames before they are passed to take() and of().
    void look(std::span<const tonelift_frame> frames);
    // Returns null if the metadata comes from a file.
    virtual Lookahead* lookahead() { return nullptr; }
    virtual void follow(const tonelift_video&) {}
    virtual void reset() {}

    // Logs a warning if of() was never called.
    void warn_if_unused() const;

  protected:
    virtual tonelift_metadata find(const tonelift_frame& frame) = 0;
    const Log& log() const { return log_; }

  private:
    Log log_;
    bool is_used_ = false;
};

// Makes metadata from the stats_file, or from the look-ahead if there is none.
std::unique_ptr<WrittenMetadata> written_metadata(const tonelift_options& options,
                                                  const tonelift_video& in,
                                                  const tonelift_device& device, const Log& log);

}  // namespace tonelift
