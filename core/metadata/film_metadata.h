// SPDX-License-Identifier: BSD-2-Clause
//
// Makes the dynamic metadata of frames from the statistics file of their film.
#pragma once

#include <string>
#include <vector>

#include "core/metadata/written_metadata.h"

namespace tonelift {

class FilmMetadata : public WrittenMetadata {
  public:
    // Logs the progress of long films. Throws the errors of measured_film().
    FilmMetadata(const tonelift_options& options, const tonelift_video& in, const Log& log);

  private:
    // Throws Error (io) for a frame without statistics.
    tonelift_metadata find(const tonelift_frame& frame) override;
    size_t number_of(const StatsFrame& key) const;

    std::string path_;
    std::vector<StatsFrame> keys_;
    std::vector<size_t> first_;  // first frame of each shot
    std::vector<ShotMetadata> shots_;
};

}  // namespace tonelift
