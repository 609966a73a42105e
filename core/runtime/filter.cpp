// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/filter.h"

#include <algorithm>
#include <cmath>

#include "core/algorithms/algorithms.h"
#include "core/color/describe.h"
#include "core/common/options.h"
#include "core/common/text.h"
#include "core/runtime/picture.h"
#include "core/runtime/summary.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

std::string size_text(const tonelift_video& video) {
    return std::to_string(video.width) + 'x' + std::to_string(video.height);
}

const tonelift_video& checked(const tonelift_video& in, const tonelift_video& out) {
    check_input(in);
    check_output(out);
    if (in.width != out.width || in.height != out.height) {
        throw Error(Failure::argument, "the output is " + size_text(out) + " pixels; allowed is " +
                                           size_text(in) + ", the size of the input");
    }
    return in;
}

Stream begun(Settings settings, const tonelift_video& in, const Log& log) {
    const tonelift_video known = described(in, settings, log);
    ScriptSource script = script_source(settings);
    return {std::move(settings), std::move(script), in, known};
}

Stream measuring(const Stream& mapping) {
    Stream result{mapping.settings, mapping.script, mapping.given, mapping.in, mapping.form};
    result.settings.stats = static_cast<int>(StatsMode::measure);
    return result;
}

LightLevel larger(const LightLevel& a, const LightLevel& b) {
    return {std::max(a.max_cll, b.max_cll), std::max(a.max_fall, b.max_fall)};
}

// Returns whether the output has the HDR metadata of the input. A script that does not compile is
// an error only when the filter is created.
bool has_metadata_of_input(const tonelift_options& options, const tonelift_video& in,
                           const tonelift_video& out) {
    const bool is_known = in.mastering_max > 0 || in.max_cll > 0 || same_picture(in, out);
    if (out.mastering_max <= 0 || !is_known) return false;
    try {
        return keeps_light(Settings(options), in, out);
    } catch (const Error&) {
        return false;
    }
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
               const tonelift_device& device, const Log& log)
    : log_(log.for_stream()),
      out_(out),
      machine_(Settings(options), checked(in, out), out, device, log_),
      stream_(begun(Settings(options), in, log_)),
      mapped_(out),
      clock_(log_),
      metadata_(log_),
      frame_check_((device.input_on_device != 0) == (device.output_on_device != 0)),
      images_(device) {
    check_stats_options(options);
    if (measures(options)) hand_through();
    const Settings& settings = stream_.settings;
    if (is_given(settings.stats_file))
        stats_ = std::make_unique<StreamStats>(settings.stats_file,
                                               static_cast<StatsMode>(settings.stats), log_);
    begin();
    if (selected_tones(settings) == GivenTones::trims && is_hdr(mapped_))
        log_.warning(
            "tonemap=st2094-10: Dolby Vision trims are for SDR, and the output is HDR; the curve "
            "of tonemap=auto is used");
    log_.info(summary_of(stream_.settings, stream_.in, mapped_, machine_.place()));
    const bool reads = stats_ && !stats_->is_writing();
    if (is_per_shot(stream_.settings) && !measures(options) && !reads)
        look_ahead(device.input_on_device != 0);
}

Filter::Filter(Filter* mapping)
    : log_(mapping->log_),
      out_(mapping->out_),
      machine_(mapping->machine_),
      stream_(measuring(mapping->stream_)),
      mapped_(mapping->mapped_),
      clock_(log_),
      metadata_(log_),
      frame_check_(false),
      images_(mapping->images_),
      stats_(std::move(mapping->stats_)) {
    begin();
}

Filter::Filter(const Measured& of, const tonelift_device& device, const Log& log)
    : log_(log.for_stream()),
      out_(describe_output(of.settings, of.in)),
      machine_(of.settings, of.in, out_, device, log_),
      stream_(begun(of.settings, of.in, log_)),
      mapped_(out_),
      clock_(log_),
      metadata_(log_),
      frame_check_(false),
      images_(device) {
    stream_.settings.stats = static_cast<int>(StatsMode::measure);
    begin();
}

void Filter::begin() {
    complete(stream_, nullptr, mapped_, machine_, log_);
    StatsChange first = stats_of(stream_.build);
    take({std::move(stream_), std::move(first), {}});
}

void Filter::look_ahead(bool on_device) {
    lookahead_ = std::make_unique<Lookahead>(std::unique_ptr<Filter>(new Filter(this)),
                                             lookahead_seconds(stream_.settings, on_device),
                                             stream_.in, log_);
}

Filter::~Filter() {
    try {
        if (has_run_ && lost_.empty()) log_light();
    } catch (const std::exception& error) {
        log_.error(error.what());
    }
}

void Filter::hand_through() {
    if (!same_picture(stream_.in, out_))
        throw Error(Failure::argument,
                    "stats=measure passes the picture through: the descriptions of output and "
                    "input must be equal");
    tonelift_options mapping = stream_.settings;
    mapping.stats = static_cast<int>(StatsMode::write);
    mapped_ = describe_output(mapping, stream_.in);
    copier_ = machine_.copier(picture_of(stream_.in));
}

// Prepares the change to the stream `next`. If this fails, the filter is unchanged and the current
// stream stays usable.
Filter::Change Filter::prepared(Stream next) const {
    refuse_if_lost();
    complete(next, &stream_, mapped_, machine_, log_);
    Change change{std::move(next), {}, earlier_};
    if (change.stream.executor != stream_.executor) change.light = light();
    change.stats = stats_of(change.stream.build);
    if (lookahead_) prepare_lookahead(change);
    return change;
}

void Filter::prepare_lookahead(Change& change) const {
    const Filter& ahead = lookahead_->measuring();
    Stream next = measuring(change.stream);
    next.form = ahead.stream_.form;
    change.ahead = std::make_unique<Change>(ahead.prepared(std::move(next)));
    change.shots.emplace(change.ahead->stream.build.plan);
}

StatsChange Filter::stats_of(const Build& build) const {
    if (!stats_) return {};
    if (build.passthrough) return stats_->change_to_unmeasured();
    if (!is_per_shot(stream_.settings)) return stats_->change_to(build.section, nullptr);
    const ShotColumns shots(build.plan);
    return stats_->change_to(build.section, &shots);
}

void Filter::take(Change change) noexcept {
    static_assert(std::is_nothrow_move_assignable_v<Stream>);
    if (!same_picture(change.stream.in, stream_.in)) clock_.restart();
    stream_ = std::move(change.stream);
    if (stats_) stats_->begin(std::move(change.stats));
    earlier_ = change.light;
    batch_.parameters = std::move(stream_.build.parameters);
    if (!change.ahead) return;
    lookahead_->measuring().take(std::move(*change.ahead));
    lookahead_->follow(std::move(*change.shots));
}

void Filter::read_metadata(std::span<const tonelift_frame> in) {
    const MetadataUse use(stream_.settings, stream_.in, mapped_);
    const double screen = batch_.parameters[target_peak_parameter];
    const MetadataForm form = metadata_.read(in, use, screen, stream_.form);
    if (form != stream_.form) {
        Stream next = stream_;
        next.form = form;
        take(prepared(std::move(next)));
    }
    batch_.given.clear();
    metadata_.give(in, use, screen, stream_.form, &batch_.given);
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

void Filter::refuse_if_lost() const {
    if (!lost_.empty()) throw Error(Failure::device, lost_);
}

// Calls work(). After a failure of the device, later calls throw the same error, because the
// device's memory is then unreliable.
template <typename Work>
void Filter::guarded(const Work& work) {
    refuse_if_lost();
    try {
        work();
    } catch (const Error& error) {
        if (error.failure() == Failure::device) lost_ = error.what();
        throw;
    }
}

// Checks frames in memory. ImageFrames::Scope checks frames in Vulkan images.
void Filter::check_frames(std::span<const tonelift_frame> in, std::span<const tonelift_frame> out) {
    const std::span<const tonelift_frame> none;
    frame_check_.check(images_.input() ? none : in, stream_.in, images_.output() ? none : out,
                       out_);
}

void Filter::process(std::span<const tonelift_frame> in, std::span<const tonelift_frame> out) {
    check_frames(in, out);
    const ImageFrames::Scope images(images_, in, stream_.in, out, out_, batch_);
    if (lookahead()) lookahead_->check(in);
    read_metadata(in);
    recorded([&] {
        if (lookahead()) lookahead_->take(in, &batch_.replay);
        run_batch(in, out);
    });
}

// Calls work(). If the call fails, ends the recording of statistics, because the file would lack a
// frame.
template <typename Work>
void Filter::recorded(const Work& work) {
    try {
        guarded(work);
    } catch (...) {
        if (stats_) stats_->interrupt();
        throw;
    }
}

void Filter::look(std::span<const tonelift_frame> in) {
    if (lookahead()) guarded([&] { lookahead_->look(in); });
}

const Batch& Filter::measure(std::span<const tonelift_frame> in) {
    check_frames(in, {});
    const ImageFrames::Scope images(images_, in, stream_.in, {}, out_, batch_);
    read_metadata(in);
    recorded([&] {
        fill_batch(in, in);
        if (stats_) stats_->prepare(in, batch_);
        batch_.record.resize(in.size());
        stream_.executor->run(batch_);
        mark_cuts(in);
        if (stats_ && stats_->is_writing()) record_stats(in);
    });
    return batch_;
}

void Filter::run_batch(std::span<const tonelift_frame> in, std::span<const tonelift_frame> out) {
    fill_batch(in, out);
    const bool measured = stats_ && !passthrough() && !in.empty();
    if (measured) stats_->prepare(in, batch_);
    stream_.executor->run(batch_);
    if (const std::string_view note = stream_.executor->note(); !note.empty()) log_.warning(note);
    if (copier_ && !passthrough()) copier_->run(batch_);
    has_run_ = has_run_ || !in.empty();
    if (measured) mark_cuts(in);
    if (measured && stats_->is_writing()) record_stats(in);
    if (measured && !batch_.replay.empty()) check_film(in.back());
}

// Marks the cuts that the stream's metadata states. Some cameras state a cut in every frame, so
// only the first of successive frames counts.
void Filter::mark_cuts(std::span<const tonelift_frame> in) {
    const int cut = stream_.build.cut_state;
    if (cut < 0) return;
    for (size_t i = 0; i < std::min(in.size(), batch_.record.size()); ++i) {
        std::vector<float>& states = batch_.record[i].states;
        const bool is_cut = in[i].scene_cut != 0;
        if (is_cut && !was_cut_ && !states.empty()) states[static_cast<size_t>(cut)] = 1;
        was_cut_ = is_cut;
    }
}

void Filter::record_stats(std::span<const tonelift_frame> in) {
    for (const FrameState& frame : batch_.record) stats_->add_light(light_in(frame.states));
    stats_->record(in, batch_);
}

// Checks that the statistics file is of this film. Compares the mean of the picture, because
// another film of the same size and frame rate has the same timestamps.
void Filter::check_film(const tonelift_frame& last) {
    constexpr unsigned closely = 16, rarely = 64;
    constexpr float largest_difference = 1.0f / 512;
    const std::vector<float>& there = batch_.replay.back().states;
    if (there.empty() || (replayed_++ >= closely && replayed_ % rarely != 0)) return;
    const auto [recorded, seen] = std::pair{plan().measured.end()[-2], plan().measured.back()};
    const float mean = there[static_cast<size_t>(recorded)];
    const float here = stream_.executor->states()[static_cast<size_t>(seen)];
    if (!(std::abs(mean - here) > largest_difference)) return;
    stats_->fail("belongs to another film: the frame with timestamp " +
                 std::to_string(last.timestamp) + " has a mean of " + number_text(mean) +
                 " there and of " + number_text(here) + " here" + measure_again);
}

LightLevel Filter::light_in(std::span<const float> states) const {
    const size_t levels =
        plan().measured.size() - (keeps_statistics(stream_.settings) ? film_mark_count : 0);
    if (levels == 0) return {};
    const auto at = [&](size_t i) { return states[static_cast<size_t>(plan().measured[i])]; };
    return {at(0), at(1)};
}

LightLevel Filter::light() const {
    const LightLevel known = stats_ ? larger(earlier_, stats_->light()) : earlier_;
    const bool whole = stats_ && (stats_->is_writing() || stats_->is_replaying());
    if (whole || plan().measured.empty() || !has_run_ || passthrough()) return known;
    return larger(known, light_in(stream_.executor->states()));
}

void Filter::log_light() const {
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
    check_output(out);
    const bool keeps = has_metadata_of_input(options, in, out);
    if (keeps) {
        out.mastering_min = in.mastering_min;
        out.mastering_max = in.mastering_max;
    }
    if (!has_light_level(out)) return out;
    if (keeps) {
        out.max_cll = in.max_cll;
        out.max_fall = in.max_fall;
    }
    if (const auto light = light_of_film(options)) {
        out.max_cll = light->max_cll;
        out.max_fall = light->max_fall;
    }
    return out;
}

void Filter::finish() {
    if (stats_) stats_->finish();
    if (lookahead_) lookahead_->measuring().finish();
}

void Filter::reset() {
    clock_.restart();
    was_cut_ = false;
    if (!lookahead_) return;
    lookahead_->forget();
    lookahead_->measuring().reset();
}

Filter::Change Filter::changed(const tonelift_options& options) const {
    Stream next = stream_;
    next.settings = Settings(options);
    if (is_per_shot(next.settings) != is_per_shot(stream_.settings))
        throw Error(Failure::argument,
                    "smoothing=shot applies to a whole stream: it can neither begin nor end while "
                    "a stream runs; create a new filter");
    if (const char* name = stream_.settings.difference(next.settings, Settings::Compared::fixed)) {
        throw Error(Failure::argument,
                    std::string("option ") + name +
                        " cannot change while a stream runs; create a new filter");
    }
    next.script = script_source(next.settings, &stream_.script);
    return prepared(std::move(next));
}

void Filter::read_script() {
    Stream next = stream_;
    next.script = script_source(next.settings);
    take(prepared(std::move(next)));
}

void Filter::set_input(const tonelift_video& in) {
    check_input(in);
    const tonelift_video& given = stream_.given;
    if (in.format != given.format || in.width != given.width || in.height != given.height) {
        throw Error(Failure::argument,
                    "the format or the size of the input changed; create a new filter");
    }
    Stream next = stream_;
    next.given = in;
    next.in = described(in, next.settings, log_);
    take(prepared(std::move(next)));
}

}  // namespace tonelift
