// SPDX-License-Identifier: BSD-2-Clause
#include "core/metadata/written_metadata.h"

#include <algorithm>
#include <array>

#include "core/color/describe.h"
#include "core/color/names.h"
#include "core/common/options.h"
#include "core/common/text.h"
#include "core/metadata/film_metadata.h"
#include "core/metadata/hdr10plus_codes.h"
#include "core/metadata/levels.h"
#include "core/metadata/live_metadata.h"
#include "core/metadata/shot_curves.h"
#include "core/runtime/frame_metadata.h"
#include "core/runtime/stream_stats.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

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

std::vector<std::string> curves_without_metadata() {
    std::vector<std::string> names;
    tonelift_options options = default_options();
    for (int curve = TONELIFT_TONEMAP_AUTO; curve <= TONELIFT_TONEMAP_ST2094_10; ++curve) {
        options.tonemap = curve;
        if (selected_tones(options) == GivenTones::none)
            names.push_back(color_name("tonemap", curve));
    }
    return names;
}

void check_curve(const tonelift_options& options) {
    if (selected_tones(options) == GivenTones::none || !has_curves(options.metadata)) return;
    throw Error(Failure::argument,
                "tonemap=" + color_name("tonemap", options.tonemap) +
                    " applies the metadata of the input, but the option metadata describes the "
                    "curve of a preset: " +
                    allowed_names(curves_without_metadata()) + "; leave tonemap out");
}

void check_target(const tonelift_options& options) {
    const double target = options.target_peak;
    const bool has_target = has_kind(options.metadata, TONELIFT_METADATA_HDR10_PLUS) && target > 0;
    if (!has_target || is_target(target)) return;
    throw Error(Failure::argument, "target_peak=" + number_text(target) +
                                       ": allowed with metadata=hdr10plus are 0 and " +
                                       number_text(least_target) + " to " +
                                       number_text(most_target) + " cd/m2");
}

}  // namespace

void check_metadata_options(const tonelift_options& options) {
    check_ranges(options);
    if (!writes_metadata(options)) return;
    check_stats_options(options);
    if (options.stats == TONELIFT_STATS_WRITE || options.stats == TONELIFT_STATS_MEASURE)
        throw Error(Failure::argument,
                    "metadata reads a complete stats_file, but stats=write and stats=measure write "
                    "it: measure the film first, then leave stats out");
    check_curve(options);
    check_target(options);
}

void check_metadata_input(const tonelift_video& in) {
    if (is_reshaped(in))
        throw Error(Failure::argument,
                    "metadata is for HDR10, and the input is Dolby Vision of profile " +
                        std::to_string(in.dolby_vision_profile) +
                        "; put tonelift=transfer=pq before");
    if (in.transfer == h273::transfer_pq) return;
    throw Error(Failure::argument,
                "metadata is for HDR10, and the input is not PQ; set in_transfer=pq if its tag is "
                "wrong, or put tonelift=transfer=pq before");
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

ShotMetadata::ShotMetadata(const MeasuredFilm& film, const Shot& shot, int kinds,
                           const FittedBezier* bezier, const GainCurves* gains) {
    metadata_.kinds = kinds;
    if (bezier != nullptr) put(hdr10plus_codes(shot.light, bezier), &metadata_);
    if (has_kind(kinds, TONELIFT_METADATA_DOLBY_VISION)) put_levels(film, shot, &metadata_);
    if (gains != nullptr) st2094_50_ = st2094_50_bits(*gains);
}

tonelift_metadata ShotMetadata::of_frame(bool begins_shot) const {
    tonelift_metadata metadata = metadata_;
    metadata.begins_shot = begins_shot;
    metadata.st2094_50 = st2094_50_.empty() ? nullptr : st2094_50_.data();
    metadata.st2094_50_size = st2094_50_.size();
    return metadata;
}

void WrittenMetadata::refuse_change(const tonelift_options& options) const {
    const char* name = options_.difference(Settings(options), Settings::Compared::all);
    if (name == nullptr) return;
    throw Error(Failure::argument,
                std::string("option ") + name +
                    " cannot change while metadata is written; create a new filter");
}

tonelift_metadata WrittenMetadata::of(const tonelift_frame& frame) {
    is_used_ = true;
    return find(frame);
}

void WrittenMetadata::take(std::span<const tonelift_frame>) {}

void WrittenMetadata::look(std::span<const tonelift_frame> frames) {
    if (Lookahead* ahead = lookahead()) ahead->look(frames);
}

void WrittenMetadata::warn_if_unused() const {
    if (!is_used_)
        log_.warning(
            "no frame received the metadata: only the FFmpeg filter passes it on, as side data; "
            "for "
            "other programs, tonelift metadata writes files");
}

std::unique_ptr<WrittenMetadata> written_metadata(const tonelift_options& options,
                                                  const tonelift_video& in,
                                                  const tonelift_device& device, const Log& log) {
    check_metadata_input(in);
    if (is_given(options.stats_file)) return std::make_unique<FilmMetadata>(options, in, log);
    return std::make_unique<LiveMetadata>(options, in, device, log);
}

}  // namespace tonelift
