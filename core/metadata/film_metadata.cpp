// SPDX-License-Identifier: BSD-2-Clause
#include "core/metadata/film_metadata.h"

#include <algorithm>

#include "core/metadata/shot_curves.h"
#include "core/runtime/stats_subject.h"
#include "core/runtime/stats_text.h"

namespace tonelift {
namespace {

FittedCurves curves_of(const MeasuredFilm& film, const tonelift_options& options, const Log& log) {
    const int kinds = options.metadata;
    constexpr size_t often = 256;
    size_t next = often;
    return fitted_curves(film,
                         {has_kind(kinds, TONELIFT_METADATA_HDR10_PLUS),
                          has_kind(kinds, TONELIFT_METADATA_ST2094_50), options.target_peak},
                         [&](size_t done) {
                             if (done < next) return;
                             next = done + often;
                             log.info("metadata has curves for " + std::to_string(done) + " of " +
                                      std::to_string(film.shots.size()) + " shots");
                         });
}

}  // namespace

FilmMetadata::FilmMetadata(const tonelift_options& options, const tonelift_video& in,
                           const Log& log)
    : WrittenMetadata(options, log), path_(options.stats_file) {
    MeasuredFilm film = measured_film(path_, options.preset);
    const auto differs =
        differences({input_fields(film.video, options), {}}, {input_fields(in, options), {}});
    if (!differs.empty()) refuse_stats(path_, differs);
    film.video.mastering_min = in.mastering_min;
    film.video.mastering_max = in.mastering_max;
    const FittedCurves curves = curves_of(film, options, log);
    for (size_t i = 0; i < film.shots.size(); ++i) {
        const Shot& shot = film.shots[i];
        first_.push_back(shot.first);
        shots_.emplace_back(film, shot, options.metadata,
                            curves.beziers.empty() ? nullptr : &curves.beziers[i],
                            curves.gains.empty() ? nullptr : &curves.gains[i]);
    }
    keys_ = std::move(film.keys);
}

size_t FilmMetadata::index_of(const StatsFrame& key) const {
    const auto found = std::ranges::lower_bound(keys_, key.timestamp, {}, &StatsFrame::timestamp);
    if (found == keys_.end() || found->timestamp != key.timestamp)
        fail_for_stats(path_,
                       lacks_line(key.timestamp, std::to_string(keys_.front().timestamp) + " to " +
                                                     std::to_string(keys_.back().timestamp)));
    check_time(path_, *found, key);
    return static_cast<size_t>(found - keys_.begin());
}

tonelift_metadata FilmMetadata::find(const tonelift_frame& frame) {
    const size_t index = index_of(key_of(frame));
    const auto next = std::ranges::upper_bound(first_, index);
    const auto shot = static_cast<size_t>(next - first_.begin()) - 1;
    return shots_[shot].of_frame(index == first_[shot]);
}

}  // namespace tonelift
