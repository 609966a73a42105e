// SPDX-License-Identifier: BSD-2-Clause
// Computes dynamic metadata from the look-ahead, for streams without a statistics file.
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
        std::shared_ptr<const ShotMetadata> shot{};
        bool is_processed = false;  // whether the filter has processed the frame
        bool is_requested = false;  // whether find() has returned the metadata
    };
    tonelift_metadata find(const tonelift_frame& frame) override;
    template <typename Condition>
    Given* earliest(const Condition& condition);
    Given& use(const tonelift_frame& frame, bool Given::*is_used);
    Given& take_next(const tonelift_frame& frame);
    void take_light_level();
    LightNumbers light_of(const ShotFrame& frame) const;
    bool differs(std::span<const ShotFrame> coming) const;
    void state(std::span<const ShotFrame> coming);

    int kinds_;
    MeasuredFilm film_;
    Lookahead lookahead_;
    ShotColumns columns_;
    std::array<size_t, source_light_count> light_columns_{};
    std::vector<size_t> state_columns_;
    std::unique_ptr<Intents> intents_;
    std::vector<Given> given_;  // ring buffer of the latest frames
    size_t next_ = 0;
    ShotLight stated_{};
    int64_t stated_end_ = 0;
    std::shared_ptr<const ShotMetadata> shot_{};
    std::vector<FrameState> states_;  // memory that take_next() reuses
};

}  // namespace tonelift
