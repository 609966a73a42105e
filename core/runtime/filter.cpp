// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/filter.h"

#include <algorithm>
#include <cmath>

#include "core/algorithms/algorithms.h"
#include "core/color/describe.h"
#include "core/common/options.h"
#include "core/common/text.h"
#include "core/runtime/picture.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

// The input, if it fits the output.
const tonelift_video& checked(const tonelift_video& in, const tonelift_video& out) {
    check_input(in);
    check_output(out);
    if (in.width != out.width || in.height != out.height) {
        throw Error(Failure::argument, "input and output differ in size; Tonelift does not scale");
    }
    return in;
}

LightLevel larger(const LightLevel& a, const LightLevel& b) {
    return {std::max(a.max_cll, b.max_cll), std::max(a.max_fall, b.max_fall)};
}

FramePlanes planes_of(const tonelift_frame& frame) {
    FramePlanes planes;
    for (size_t i = 0; i < 4; ++i) {
        planes.data[i] = static_cast<std::byte*>(frame.data[i]);
        planes.pitch[i] = frame.pitch[i];
    }
    return planes;
}

}  // namespace

Filter::Filter(const tonelift_options& options, const tonelift_video& in, const tonelift_video& out,
               const tonelift_device& device, Log log)
    : log_(log),
      settings_(options),
      machine_(settings_, checked(in, out), out, device, log),
      given_(in),
      out_(out),
      clock_(log),
      dolby_vision_(log),
      frame_check_((device.input_on_device != 0) == (device.output_on_device != 0)) {
    in_ = describe_input(given_, settings_, &warned_);
    if (!warned_.empty()) log_.warning(warned_);
    check_stats_options(options);
    mapped_ = out_;
    if (measures(options)) hand_through();
    if (is_given(settings_.stats_file))
        stats_.emplace(settings_.stats_file, static_cast<StatsMode>(settings_.stats), log_);
    Build first = build(settings_, in_);
    use_stats(first);
    take(std::move(first));
}

Filter::~Filter() {
    try {
        if (has_run_ && lost_.empty()) tell_light();
    } catch (const Error& error) {
        log_.error(error.what());
    }
}

Build Filter::build(const Settings& settings, const tonelift_video& in) const {
    Build result = tonelift::build(script_source(settings), settings, {in, dolby_vision_.form()},
                                   mapped_, params_, log_);
    if (!result.section.fields.empty())
        result.section.fields.front().note = machine_.computes_with();
    return result;
}

// Statistics are those of the picture that these options make otherwise.
void Filter::hand_through() {
    if (!same_picture(in_, out_))
        throw Error(Failure::argument,
                    "stats=measure hands the picture through: the output must be described as the "
                    "input is");
    tonelift_options mapping = settings_;
    mapping.stats = static_cast<int>(StatsMode::write);
    mapped_ = describe_output(mapping, in_);
    copier_ = machine_.copier(picture_of(in_));
}

void Filter::rebuild(const Settings& settings, const tonelift_video& in) {
    guarded([&] {
        Build changed = build(settings, in);
        use_stats(changed);
        take(std::move(changed));
    });
}

// Takes over a new build. If the plan is unchanged, only numbers per frame change.
void Filter::take(Build build) {
    const bool runs = executor_ != nullptr && !passthrough_ && !build.passthrough;
    if (!runs || build.plan != plan_) replace_executor(build);
    passthrough_ = build.passthrough;
    params_ = std::move(build.params);
    plan_ = std::move(build.plan);
    batch_.parameters = std::move(build.parameters);
}

void Filter::replace_executor(const Build& build) {
    std::unique_ptr<Executor> executor =
        build.passthrough ? machine_.copier(build.plan.input) : machine_.executor(build.plan);
    if (executor_) {
        earlier_ = light();
        executor->continue_from(*executor_);
    }
    executor_ = std::move(executor);
}

// Selects the section of the stats_file. A picture that is passed through has no statistics.
void Filter::use_stats(const Build& build) {
    if (stats_ && !build.passthrough) stats_->use(build.section);
}

// Frames that need functions which the plan lacks make a new one.
void Filter::read_dolby_vision(std::span<const tonelift_frame> in) {
    batch_.given.clear();
    if (!is_reshaped(in_)) return;
    const ReshapingForm planned = dolby_vision_.form();
    dolby_vision_.read(in);
    if (dolby_vision_.form() != planned) rebuild(settings_, in_);
    dolby_vision_.give(&batch_.given);
}

void Filter::fill_batch(std::span<const tonelift_frame> in, std::span<const tonelift_frame> out) {
    batch_.input.clear();
    batch_.output.clear();
    batch_.times.clear();
    for (size_t i = 0; i < in.size(); ++i) {
        batch_.input.push_back(planes_of(in[i]));
        batch_.output.push_back(planes_of(out[i]));
        batch_.times.push_back(clock_.next(in[i]));
    }
}

// Runs `work`. After a failure of the device nothing that it holds is reliable, so the filter
// refuses further work and gives the reason.
template <typename Work>
void Filter::guarded(const Work& work) {
    if (!lost_.empty()) throw Error(Failure::device, lost_);
    try {
        work();
    } catch (const Error& error) {
        if (error.failure() == Failure::device) lost_ = error.what();
        throw;
    }
}

// An error interrupts the statistics: without that frame they are not those of the film.
void Filter::process(std::span<const tonelift_frame> in, std::span<const tonelift_frame> out) {
    frame_check_.check(in, in_, out, out_);
    read_dolby_vision(in);
    try {
        guarded([&] { run_batch(in, out); });
    } catch (...) {
        if (stats_) stats_->interrupt();
        throw;
    }
}

void Filter::run_batch(std::span<const tonelift_frame> in, std::span<const tonelift_frame> out) {
    fill_batch(in, out);
    const bool measured = stats_ && !passthrough_ && !in.empty();
    if (measured) stats_->prepare(in, batch_);
    executor_->run(batch_);
    if (copier_ && !passthrough_) copier_->run(batch_);
    has_run_ = has_run_ || !in.empty();
    if (measured && stats_->is_writing()) record_stats(in);
    if (measured && !batch_.replay.empty()) check_film(in.back());
}

void Filter::record_stats(std::span<const tonelift_frame> in) {
    for (const FrameState& frame : batch_.record) stats_->add_light(light_in(frame.states));
    stats_->record(in, batch_);
}

// Compares the film with that of the stats_file: another film of the same size and frame rate has
// the same timestamps, but another picture. Checked often at first and from time to time later,
// since it waits for the device.
void Filter::check_film(const tonelift_frame& last) {
    constexpr unsigned closely = 16, rarely = 64;
    constexpr float largest_difference = 1.0f / 512;  // between decoders that differ in rounding
    const std::vector<float>& there = batch_.replay.back().states;
    if (there.empty() || (replayed_++ >= closely && replayed_ % rarely != 0)) return;
    const auto [recorded, seen] = std::pair{plan_.measured.end()[-2], plan_.measured.back()};
    const float mean = there[static_cast<size_t>(recorded)];
    const float here = executor_->states()[static_cast<size_t>(seen)];
    if (!(std::abs(mean - here) > largest_difference)) return;
    stats_->fail("belongs to another film: the frame with timestamp " +
                 std::to_string(last.timestamp) + " has a mean of " + number_text(mean) +
                 " there and of " + number_text(here) + " here");
}

LightLevel Filter::light_in(std::span<const float> states) const {
    const size_t levels = plan_.measured.size() - (stats_ ? film_mark_count : 0);
    if (levels == 0) return {};
    const auto at = [&](size_t i) { return states[static_cast<size_t>(plan_.measured[i])]; };
    return {at(0), at(1)};
}

LightLevel Filter::light() const {
    const LightLevel known = stats_ ? larger(earlier_, stats_->light()) : earlier_;
    const bool whole = stats_ && (stats_->is_writing() || stats_->is_replaying());
    if (whole || plan_.measured.empty() || !has_run_ || passthrough_) return known;
    return larger(known, light_in(executor_->states()));
}

// Reports the light level, for users who write the metadata of the film themselves after a run that
// could not know it.
void Filter::tell_light() const {
    const LightLevel level = light();
    if (level.max_cll <= 0 || (stats_ && stats_->is_replaying())) return;
    log_.info("the picture reached MaxCLL " + std::to_string(std::lround(level.max_cll)) +
              " and MaxFALL " + std::to_string(std::lround(level.max_fall)) + " cd/m2 (CTA-861.3)");
}

void Filter::check(const tonelift_video& in, const tonelift_video& out) { checked(in, out); }

tonelift_video Filter::output(const tonelift_options& options, const tonelift_video& in) {
    check_ranges(options);
    check_stats_options(options);
    if (is_given(options.preset)) find_preset(options.preset);
    if (measures(options)) return in;
    tonelift_video out = describe_output(options, in);
    if (!has_light_level(out)) return out;
    if (const auto light = light_of_film(options)) {
        out.max_cll = light->max_cll;
        out.max_fall = light->max_fall;
    }
    return out;
}

void Filter::finish() {
    if (stats_) stats_->finish();
}

void Filter::set_options(const tonelift_options& options) {
    const Settings settings(options);
    if (const char* name = settings_.fixed_difference(settings)) {
        throw Error(Failure::argument,
                    std::string("option ") + name + " cannot change while a stream runs");
    }
    rebuild(settings, in_);
    settings_ = settings;
}

void Filter::set_input(const tonelift_video& in) {
    check_input(in);
    if (in.format != given_.format || in.width != given_.width || in.height != given_.height) {
        throw Error(Failure::argument,
                    "format or size of the input changed; that takes a new filter");
    }
    std::string assumed;
    const tonelift_video described = describe_input(in, settings_, &assumed);
    if (!assumed.empty() && assumed != warned_) log_.warning(assumed);
    warned_ = assumed;
    if (!same_picture(described, in_)) clock_.restart();
    rebuild(settings_, described);
    given_ = in;
    in_ = described;
}

}  // namespace tonelift
