// SPDX-License-Identifier: BSD-2-Clause
//
// The option `metadata`: makes dynamic metadata of frames from the statistics of their film. The
// picture is passed through.
#pragma once

#include <tonelift/tonelift.h>

#include <span>
#include <vector>

#include "core/metadata/film.h"
#include "core/runtime/log.h"

namespace tonelift {

inline bool writes_metadata(const tonelift_options& options) {
    return options.metadata != TONELIFT_METADATA_OFF;
}

// Throws Error (argument) if these options ask for metadata without statistics to read.
void check_metadata_options(const tonelift_options& options);

// The options for the picture. With metadata, they pass the picture through.
tonelift_options picture_options(const tonelift_options& options);

class FilmMetadata {
  public:
    // Throws the errors of measured_film(), and Error (argument) if the input of the stream is not
    // PQ.
    FilmMetadata(const tonelift_options& options, const tonelift_video& in, const Log& log);

    // Returns the metadata of a frame, valid as long as this object. Throws Error (io) for a frame
    // without statistics.
    tonelift_metadata of(const tonelift_frame& frame);

    // Logs a warning if of() was never called: a program that does not support the metadata would
    // lose it silently.
    void warn_if_unused() const;

  private:
    struct ShotMetadata {
        size_t first;
        tonelift_metadata metadata{};
        std::vector<uint8_t> st2094_50{};
    };
    size_t number_of(const StatsFrame& key) const;

    Log log_;
    std::string path_;
    std::vector<StatsFrame> keys_;
    std::vector<ShotMetadata> shots_;
    bool is_used_ = false;
};

}  // namespace tonelift
