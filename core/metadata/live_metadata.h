// SPDX-License-Identifier: BSD-2-Clause
//
// Makes the dynamic metadata of frames from the look-ahead, for streams without a statistics file.
// The metadata of a shot describes the frames of the shot that the look-ahead has reached. If later
// frames have very different light, the rest of the shot counts as another shot.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/metadata/shot_curves.h"
#include "core/metadata/written_metadata.h"

namespace tonelift {

class LiveMetadata : public WrittenMetadata {
  public:
    LiveMetadata(const tonelift_options& options, const tonelift_video& in,
                 const tonelift_device& device, const Log& log);

    void take(std::span<const tonelift_frame> frames) override;
    Lookahead* lookahead() override { return &lookahead_; }
    void follow(const tonelift_video& in) override;
    void reset() override;

  private:
    struct Given {
        StatsFrame frame;
        bool begins_shot = false;
        std::shared_ptr<const ShotMetadata> shot{};  // null in unused elements
    };
    tonelift_metadata find(const tonelift_frame& frame) override;
    const Given* given(const tonelift_frame& frame) const;
    const Given& take_next(const tonelift_frame& frame);
    void take_light_level();
    LightNumbers light_of(const ShotFrame& frame) const;
    bool differs(std::span<const ShotFrame> coming) const;
    void state(std::span<const ShotFrame> coming);

    int kinds_;
    MeasuredFilm film_;  // without shots; its light covers the shots so far
    Lookahead lookahead_;
    ShotColumns columns_;
    std::array<size_t, source_light_count> light_columns_{};
    std::vector<size_t> state_columns_;           // columns of the preset's states
    std::unique_ptr<Intents> intents_;            // null if the kinds have no curves
    std::vector<Given> given_;                    // ring of the last frames
    size_t next_ = 0;                             // number of frames so far
    ShotLight stated_{};                          // light of the current shot
    int64_t stated_end_ = 0;                      // first frame that stated_ does not cover
    std::shared_ptr<const ShotMetadata> shot_{};  // null: none yet
    std::vector<FrameState> states_;              // scratch memory of take_next()
};

}  // namespace tonelift
