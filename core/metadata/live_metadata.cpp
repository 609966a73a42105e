// SPDX-License-Identifier: BSD-2-Clause
#include "core/metadata/live_metadata.h"

#include <algorithm>
#include <cmath>

#include "core/color/pq.h"
#include "core/common/options.h"
#include "core/runtime/filter.h"
#include "core/runtime/stats_text.h"

namespace tonelift {
namespace {

constexpr size_t longest_batch = 64;        // maximum of the option `batch`
constexpr size_t kept = 2 * longest_batch;  // number of frames that can be requested again
// The metadata changes if the peak of coming frames rises, or their mean light changes, by more
// than this tolerance, in PQ codes from 0 to 1. smoothing=shot has the same tolerance.
constexpr double tolerance = 0.03;

Settings settings_on(const char* device, const tonelift_options& given) {
    tonelift_options options = default_options();
    options.preset = given.preset;
    options.smoothing = TONELIFT_SMOOTHING_SHOT;
    options.lookahead = given.lookahead;
    options.percentile = given.percentile;
    options.scene_threshold_low = given.scene_threshold_low;
    options.scene_threshold_high = given.scene_threshold_high;
    options.deband = given.deband;
    options.source_peak = given.source_peak;
    options.tonemap = given.tonemap;
    options.apply_dolbyvision = 0;
    options.device = device;
    options.threads = given.threads;
    options.batch = given.batch;
    options.metadata = given.metadata;
    return Settings(options);
}

std::unique_ptr<Filter> measuring_filter(const tonelift_options& options, const tonelift_video& in,
                                         const tonelift_device& device, const Log& log) {
    const Settings settings = settings_on(options.device, options);
    return std::make_unique<Filter>(Filter::Measured{settings, in}, device, log);
}

}  // namespace

LiveMetadata::LiveMetadata(const tonelift_options& options, const tonelift_video& in,
                           const tonelift_device& device, const Log& log)
    : WrittenMetadata(options, log),
      kinds_(options.metadata),
      film_{in, settings_on("cpu", options)},
      lookahead_(measuring_filter(options, in, device, log),
                 lookahead_seconds(options, device.input_on_device != 0), in, log),
      columns_(lookahead_.measuring().plan()),
      given_(kept) {
    take_light_level();
    const std::vector<StatsColumn> columns = columns_of(lookahead_.measuring().plan());
    for (size_t i = 0; i < columns.size(); ++i) {
        const auto light = std::ranges::find(source_light_names, columns[i].name);
        if (columns[i].kind == StateKind::light)
            light_columns_[static_cast<size_t>(light - source_light_names)] = i;
        else
            state_columns_.push_back(i);
    }
    if (has_curves(kinds_)) intents_ = std::make_unique<Intents>(film_, options.target_peak);
}

LightNumbers LiveMetadata::light_of(const ShotFrame& frame) const {
    LightNumbers numbers{};
    for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = frame.measured[light_columns_[i]];
    return numbers;
}

// Returns whether the coming frames need new metadata. A lower peak alone needs no new metadata,
// because bright objects often leave the picture.
bool LiveMetadata::differs(std::span<const ShotFrame> coming) const {
    LightSum sum;
    for (const ShotFrame& frame : coming) sum.add(light_of(frame));
    const ShotLight light = sum.result();
    return pq_code(light.peak()) > pq_code(stated_.peak()) + tolerance ||
           std::abs(pq_code(light.mean) - pq_code(stated_.mean)) > tolerance;
}

void LiveMetadata::state(std::span<const ShotFrame> coming) {
    Shot shot = measured_shot(coming, 0, columns_, [&](size_t i) { return light_of(coming[i]); });
    std::vector<float> states;
    for (const size_t column : state_columns_) states.push_back(shot.states[column]);
    shot.states = std::move(states);
    stated_ = shot.light;
    film_.light.width = std::max(film_.light.width, shot.light.width);
    film_.light.height = std::max(film_.light.height, shot.light.height);
    for (size_t i = 0; i < 3; ++i)
        film_.light.largest[i] = std::max(film_.light.largest[i], shot.light.largest[i]);
    FittedBezier bezier;
    GainCurves gains;
    const auto shown = intents_ ? intents_->of(shot) : std::span<const ScreenIntent>();
    const bool with_bezier = has_kind(kinds_, TONELIFT_METADATA_HDR10_PLUS);
    const bool with_gains = has_kind(kinds_, TONELIFT_METADATA_ST2094_50);
    if (with_bezier) bezier = bezier_of(shown, shot);
    if (with_gains) gains = gains_of(shown, shot);
    shot_ = std::make_shared<ShotMetadata>(film_, shot, kinds_, with_bezier ? &bezier : nullptr,
                                           with_gains ? &gains : nullptr);
}

LiveMetadata::Given& LiveMetadata::take_next(const tonelift_frame& frame) {
    const std::span one(&frame, 1);
    lookahead_.check(one);
    lookahead_.take(one, &states_);
    const auto [shot, at, position] = lookahead_.taken();
    const std::span<const ShotFrame> coming = shot.subspan(at);
    const int64_t end = position + static_cast<int64_t>(shot.size());
    const bool begins = !shot_ || coming.front().begins || (end > stated_end_ && differs(coming));
    if (begins) {
        state(coming);
        stated_end_ = end;
    }
    Given& place = given_[next_++ % given_.size()];
    place = {key_of(frame), begins, shot_};
    return place;
}

// Returns the earliest of the latest frames that fulfills the condition, or null.
template <typename Condition>
LiveMetadata::Given* LiveMetadata::earliest(const Condition& condition) {
    for (size_t i = 0; i < given_.size(); ++i) {
        Given& place = given_[(next_ + i) % given_.size()];
        if (place.shot && condition(place)) return &place;
    }
    return nullptr;
}

// Returns the metadata of `frame`, and marks it as used. Streams repeat times, so the same call can
// come for several frames of one time. The first of them that is unused is meant, or the next frame
// of the look-ahead. If there is neither, the metadata of an earlier frame is requested again.
LiveMetadata::Given& LiveMetadata::use(const tonelift_frame& frame, bool Given::*is_used) {
    const StatsFrame key = key_of(frame);
    Given* place =
        earliest([&](const Given& given) { return given.frame == key && !(given.*is_used); });
    if (place == nullptr && !lookahead_.is_next(frame))
        place = earliest([&](const Given& given) { return given.frame == key; });
    if (place == nullptr) place = &take_next(frame);
    place->*is_used = true;
    return *place;
}

tonelift_metadata LiveMetadata::find(const tonelift_frame& frame) {
    const Given& place = use(frame, &Given::is_requested);
    return place.shot->of_frame(place.begins_shot);
}

void LiveMetadata::take(std::span<const tonelift_frame> frames) {
    for (const tonelift_frame& frame : frames) use(frame, &Given::is_processed);
}

void LiveMetadata::take_light_level() {
    film_.max_cll = film_.video.max_cll;
    film_.max_fall = film_.video.max_fall;
}

void LiveMetadata::follow(const tonelift_video& in) {
    lookahead_.measuring().set_input(in);
    film_.video = in;
    take_light_level();
}

void LiveMetadata::reset() {
    lookahead_.forget();
    lookahead_.measuring().reset();
    for (Given& place : given_) place.shot.reset();
    shot_.reset();
}

}  // namespace tonelift
