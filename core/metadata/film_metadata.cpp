// SPDX-License-Identifier: BSD-2-Clause
#include "core/metadata/film_metadata.h"

#include <algorithm>
#include <array>

#include "core/color/describe.h"
#include "core/common/options.h"
#include "core/metadata/hdr10plus_codes.h"
#include "core/metadata/levels.h"
#include "core/metadata/shot_curves.h"
#include "core/runtime/stats_lines.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

bool has(int kinds, int kind) { return (kinds & kind) != 0; }

void put(const Hdr10PlusCodes& codes, tonelift_metadata* to) {
    std::ranges::copy(codes.max_scl, to->max_scl);
    to->average_max_rgb = codes.average;
    std::ranges::copy(codes.percentages, to->percentages);
    std::ranges::copy(codes.distribution, to->distribution);
    to->target = codes.target;
    to->knee_x = codes.knee_x;
    to->knee_y = codes.knee_y;
    std::ranges::copy(codes.anchors, to->anchors);
}

void put_levels(const MeasuredFilm& film, const Shot& shot, tonelift_metadata* to) {
    const Level1 light = level1_of(shot.light);
    const Level5 bars = level5_of(film);
    const Level6 whole = level6_of(film);
    std::ranges::copy(std::array{light.darkest, light.brightest, light.mean}, to->level1);
    std::ranges::copy(std::array{bars.across, bars.across, bars.down, bars.down}, to->level5);
    std::ranges::copy(std::array{whole.brightest, whole.darkest, whole.max_cll, whole.max_fall},
                      to->level6);
}

}  // namespace

void check_metadata_options(const tonelift_options& options) {
    if (!writes_metadata(options)) return;
    if (!is_given(options.stats_file))
        throw Error(Failure::argument,
                    "metadata needs the statistics of the whole film: measure it with "
                    "smoothing=shot:stats=measure, and name the file with stats_file");
    if (options.stats == TONELIFT_STATS_WRITE || options.stats == TONELIFT_STATS_MEASURE)
        throw Error(Failure::argument,
                    "metadata reads a complete stats_file, and stats=write and stats=measure make "
                    "one: leave stats out, and measure the film before");
}

tonelift_options picture_options(const tonelift_options& options) {
    if (!writes_metadata(options)) return options;
    constexpr double any_light = 10000;
    tonelift_options plain = default_options();
    plain.script_text = "output input;";
    plain.source_peak = plain.target_peak = any_light;
    plain.in_transfer = options.in_transfer;
    plain.in_primaries = options.in_primaries;
    plain.in_matrix = options.in_matrix;
    plain.in_range = options.in_range;
    plain.apply_dolbyvision = 0;
    plain.device = options.device;
    plain.threads = options.threads;
    plain.batch = options.batch;
    plain.metadata = options.metadata;
    return plain;
}

FilmMetadata::FilmMetadata(const tonelift_options& options, const tonelift_video& in,
                           const Log& log)
    : log_(log), path_(options.stats_file) {
    if (in.transfer != h273::transfer_pq)
        throw Error(Failure::argument,
                    "metadata is for HDR10, and the input is not PQ; set in_transfer=pq if its tag "
                    "is wrong, or put tonelift=transfer=pq before");
    const MeasuredFilm film = measured_film(path_, options.preset);
    const int kinds = options.metadata;
    const FittedCurves curves = fitted_curves(
        film, {has(kinds, TONELIFT_METADATA_HDR10_PLUS), has(kinds, TONELIFT_METADATA_ST2094_50)},
        [](size_t) {});
    keys_ = film.keys;
    for (size_t i = 0; i < film.shots.size(); ++i) {
        const Shot& shot = film.shots[i];
        ShotMetadata& made = shots_.emplace_back(ShotMetadata{shot.first});
        made.metadata.kinds = kinds;
        if (!curves.beziers.empty())
            put(hdr10plus_codes(shot.light, &curves.beziers[i]), &made.metadata);
        if (has(kinds, TONELIFT_METADATA_DOLBY_VISION)) put_levels(film, shot, &made.metadata);
        if (!curves.gains.empty()) made.st2094_50 = st2094_50_bits(curves.gains[i]);
    }
}

void FilmMetadata::warn_if_unused() const {
    if (!is_used_)
        log_.warning(
            "no frame got the metadata: the FFmpeg filter hands it on as side data; for other "
            "programs, tonelift metadata writes files");
}

size_t FilmMetadata::number_of(const StatsFrame& key) const {
    const auto found = std::ranges::lower_bound(keys_, key.timestamp, {}, &StatsFrame::timestamp);
    if (found == keys_.end() || *found != key)
        fail_for_stats(path_, "has no line for the frame with timestamp " +
                                  std::to_string(key.timestamp) + "; its timestamps go from " +
                                  std::to_string(keys_.front().timestamp) + " to " +
                                  std::to_string(keys_.back().timestamp));
    return static_cast<size_t>(found - keys_.begin());
}

tonelift_metadata FilmMetadata::of(const tonelift_frame& frame) {
    is_used_ = true;
    const size_t number = number_of(key_of(frame));
    const auto next = std::ranges::upper_bound(shots_, number, {}, &ShotMetadata::first);
    const ShotMetadata& shot = *(next - 1);
    tonelift_metadata metadata = shot.metadata;
    metadata.begins_shot = number == shot.first;
    metadata.st2094_50 = shot.st2094_50.empty() ? nullptr : shot.st2094_50.data();
    metadata.st2094_50_size = shot.st2094_50.size();
    return metadata;
}

}  // namespace tonelift
