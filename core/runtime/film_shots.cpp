// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/film_shots.h"

namespace tonelift {

FilmShots::FilmShots(ShotColumns columns, std::vector<ShotFrame> frames)
    : columns_(std::move(columns)), frames_(std::move(frames)) {
    find_shots(frames_, columns_);
}

std::span<const float> FilmShots::states(size_t number) {
    if (number < first_ || number >= first_ + exposed_.size()) {
        const std::span<ShotFrame> shot = shot_of(frames_, number);
        expose(shot, static_cast<size_t>(shot.data() - frames_.data()));
    }
    return exposed_[number - first_];
}

void FilmShots::expose(std::span<const ShotFrame> shot, size_t first) {
    ShotStatistics statistics(columns_);
    first_ = first;
    exposed_.resize(shot.size());
    for (size_t i = 0; i < shot.size(); ++i)
        statistics.next(shot, static_cast<int64_t>(first), i, &exposed_[i]);
}

}  // namespace tonelift
