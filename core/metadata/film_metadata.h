// SPDX-License-Identifier: BSD-2-Clause
//
// Computes the dynamic metadata of frames from the statistics file of their film.
#pragma once

#include <string>
#include <vector>

#include "core/metadata/written_metadata.h"

namespace tonelift {

class FilmMetadata : public WrittenMetadata {
  public:
    FilmMetadata(const tonelift_options& options, const tonelift_video& in, const Log& log);

  private:
    // Throws Error (io) for a frame that the statistics file lacks.
    tonelift_metadata find(const tonelift_frame& frame) override;
    size_t index_of(const StatsFrame& key) const;

    std::string path_;
    std::vector<StatsFrame> keys_;
    std::vector<size_t> first_;
    std::vector<ShotMetadata> shots_;
};

}  // namespace tonelift
