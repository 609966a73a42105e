// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/filter.h"

#include <algorithm>
#include <cmath>

#include "core/color/describe.h"
#include "core/graph/plan.h"
#include "core/language/text.h"
#include "core/runtime/picture.h"
#include "core/runtime/stats_subject.h"
#include "core/runtime/view.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

// The input, if the two go together.
const tonelift_video& checked(const tonelift_video& in, const tonelift_video& out) {
    check_picture(in, "input");
    check_output(out);
    if (in.width != out.width || in.height != out.height) {
        throw Error(Failure::argument, "input and output differ in size; Tonelift does not scale");
    }
    return in;
}

bool same_picture(const tonelift_video& a, const tonelift_video& b) {
    return a.format == b.format && a.primaries == b.primaries && a.transfer == b.transfer &&
           a.matrix == b.matrix && a.range == b.range && a.chroma_location == b.chroma_location;
}

// Whether light that no operation moves comes out as it is. A peak that is asked for holds whatever
// comes, unless the source is known to stay below.
bool keeps_light(const tonelift_video& in, const tonelift_options& options, double source_peak,
                 double target_peak) {
    const bool known = options.source_peak > 0 || in.max_cll > 0 || in.mastering_max > 0;
    switch (transfer_function(in.transfer)) {
        case TransferFunction::pq:
            return source_peak <= target_peak && (known || options.target_peak <= 0);
        case TransferFunction::hlg:
            return source_peak == target_peak;
        default:
            return true;
    }
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

BuildContext context_for(const Settings& settings, const tonelift_video& in,
                         const tonelift_video& out, const Value& input) {
    BuildContext context;
    context.input = input;
    context.curve = static_cast<CurveKind>(settings.tonemap);
    context.scene_threshold_low = static_cast<float>(settings.scene_threshold_low);
    context.scene_threshold_high = static_cast<float>(settings.scene_threshold_high);
    context.source_is_hdr = is_hdr(in);
    context.target_is_hdr = is_hdr(out);
    return context;
}

}  // namespace

Filter::Filter(const tonelift_options& options, const tonelift_video& in, const tonelift_video& out,
               const tonelift_device& device, Log log)
    : log_(log),
      settings_(options),
      machine_(settings_, checked(in, out), device, log),
      given_(in),
      out_(out),
      clock_(log),
      frame_check_((device.input_on_device != 0) == (device.output_on_device != 0)) {
    in_ = describe_input(given_, settings_.options(), &warned_);
    if (!warned_.empty()) log_.warning(warned_);
    check_stats_options(options);
    if (!settings_.stats_file.empty())
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

// The picture as the script makes it, before the ends of the output.
struct Filter::Mapping {
    Graph graph;
    Value mapped;
    NodeId scene_change = no_node;
    int parameters = 0;
    bool untouched = false;             // as it came
    std::vector<bool> structural = {};  // Script::structural
};

Filter::Params Filter::params_of(const Ast& ast, const ScriptSource& source,
                                 const Settings& settings) const {
    const std::vector<ScriptParam>& known = script_params(ast);
    Params params{source.text, param_values(known, source, settings, log_), {}};
    params.moved.resize(known.size());
    if (params.script != params_.script) return params;
    for (size_t i = 0; i < known.size(); ++i) {
        params.moved[i] = known[i].kind == ParamKind::number &&
                          (params_.moved[i] || params.values[i] != params_.values[i]);
    }
    return params;
}

Filter::Mapping Filter::map(const Ast& ast, const Settings& settings, const tonelift_video& in,
                            const Params& params) const {
    const tonelift_options options = settings.options();
    const double target_peak = target_peak_nits(out_, options);
    std::vector<std::optional<float>> baked(params.values.begin(), params.values.end());
    int numbers = 0;  // params up to the last one that is a number of the frame
    for (size_t i = 0; i < baked.size(); ++i) {
        if (!params.moved[i]) continue;
        baked[i].reset();
        numbers = static_cast<int>(i) + 1;
    }
    Mapping result{Graph(in.width, in.height, baked), {}, no_node, numbers, false};
    Graph& graph = result.graph;
    const Value input = input_color(graph, in, source_peak_nits(in, options));
    BuildContext context = context_for(settings, in, out_, input);
    context.parameters = params.values;
    const Script script = build_script(ast, graph, context);
    const Value shown =
        shown_color(graph, script, input, static_cast<Show>(settings.show), target_peak);
    result.mapped = split_color(graph, input, shown, settings.split);
    result.scene_change = script.scene_change;
    result.untouched = result.mapped.node == input.node;
    result.structural = script.structural;
    return result;
}

Plan Filter::plan_of(Mapping& mapping, const Settings& settings, const tonelift_video& in) const {
    const double target_peak = target_peak_nits(out_, settings.options());
    Graph& graph = mapping.graph;
    PlanRequest request;
    request.input = picture_of(in);
    request.output = picture_of(out_);
    request.dither = static_cast<Dither>(settings.dithering);
    const NodeId alpha = request.input.format->has_alpha() ? graph.input(3) : no_node;
    const Value light = output_light(graph, mapping.mapped, in, out_, target_peak,
                                     static_cast<GamutMode>(settings.gamut_mode));
    request.components = output_components(graph, light, out_, target_peak, alpha);
    if (has_light_level(out_)) request.measured = light_levels(graph, light);
    if (!settings.stats_file.empty()) {
        const auto marks = film_marks(graph);
        request.measured.insert(request.measured.end(), marks.begin(), marks.end());
    }
    request.scene_change = mapping.scene_change;
    request.parameters = mapping.parameters;
    return make_plan(graph, request);
}

// The graph of the section has all params as numbers, so that it shows which of them reach it.
StatsSection Filter::section_of(const Ast& ast, const Settings& settings, const tonelift_video& in,
                                const Build& build) const {
    Params numbers = build.params;
    numbers.moved.assign(numbers.moved.size(), true);
    const Mapping mapping = map(ast, settings, in, numbers);
    std::vector<NodeId> roots(mapping.mapped.node.begin(), mapping.mapped.node.end());
    roots.push_back(mapping.scene_change);
    return {stats_fields({ast, build.params.values, settings, in, out_, mapping.graph, roots,
                          mapping.structural}),
            state_kinds(build.plan)};
}

// A picture that all values together leave as it is is handed through, whichever of them move; that
// is only asked where both ends of it are the same.
Filter::Build Filter::build(const Settings& settings, const tonelift_video& in) const {
    const tonelift_options options = settings.options();
    const ScriptSource source = script_source(settings);
    const Ast ast = parse_script({source.name, source.text});
    const double source_peak = source_peak_nits(in, options);
    const double target_peak = target_peak_nits(out_, options);
    const bool same_ends =
        same_picture(in, out_) && keeps_light(in, options, source_peak, target_peak);
    Build result;
    result.params = params_of(ast, source, settings);
    Params fixed = result.params;
    fixed.moved.assign(fixed.moved.size(), false);
    Mapping mapping = map(ast, settings, in, same_ends ? fixed : result.params);
    result.passthrough = same_ends && mapping.untouched;
    if (same_ends && !result.passthrough && result.params.moved != fixed.moved)
        mapping = map(ast, settings, in, result.params);
    result.plan = plan_of(mapping, settings, in);
    result.parameters = {static_cast<float>(source_peak), static_cast<float>(target_peak)};
    result.parameters.insert(result.parameters.end(), fixed.values.begin(), fixed.values.end());
    if (!settings.stats_file.empty()) result.section = section_of(ast, settings, in, result);
    return result;
}

// Where the plan stays what it was, numbers of the frame are all that changes.
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

// A picture that is handed through has no statistics.
void Filter::use_stats(const Build& build) {
    if (stats_ && !build.passthrough) stats_->use(build.section);
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

// After a device has failed nothing that it holds can be relied upon, so the filter does no more
// work and says why.
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

// Statistics that lack a frame are not those of the film.
void Filter::process(std::span<const tonelift_frame> in, std::span<const tonelift_frame> out) {
    frame_check_.check(in, in_, out, out_);
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
    has_run_ = has_run_ || !in.empty();
    if (measured && stats_->is_writing()) record_stats(in);
    if (measured && !batch_.replay.empty()) check_film(in.back());
}

void Filter::record_stats(std::span<const tonelift_frame> in) {
    for (const FrameState& frame : batch_.record) stats_->add_light(light_in(frame.states));
    stats_->record(in, batch_);
}

// A film of the same size and frame rate has the same timestamps, and another picture. It is looked
// at closely at first and from time to time then, for a device has to be waited for.
void Filter::check_film(const tonelift_frame& last) {
    constexpr unsigned closely = 16, rarely = 64;
    constexpr float largest_difference = 1.0f / 512;  // of decoders that do not agree to the bit
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

// For those who write the metadata of the film themselves, after a run that could not know it.
void Filter::tell_light() const {
    const LightLevel level = light();
    if (level.max_cll <= 0 || (stats_ && stats_->is_replaying())) return;
    log_.info("the picture reached MaxCLL " + std::to_string(std::lround(level.max_cll)) +
              " and MaxFALL " + std::to_string(std::lround(level.max_fall)) + " cd/m2 (CTA-861.3)");
}

tonelift_video Filter::output(const tonelift_options& options, const tonelift_video& in) {
    check_stats_options(options);
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
    guarded([&] {
        Build changed = build(settings, in_);
        use_stats(changed);
        take(std::move(changed));
    });
    settings_ = settings;
}

void Filter::set_input(const tonelift_video& in) {
    check_picture(in, "input");
    if (in.format != given_.format || in.width != given_.width || in.height != given_.height) {
        throw Error(Failure::argument,
                    "format or size of the input changed; that takes a new filter");
    }
    std::string assumed;
    const tonelift_video described = describe_input(in, settings_.options(), &assumed);
    if (!assumed.empty() && assumed != warned_) log_.warning(assumed);
    warned_ = assumed;
    if (!same_picture(described, in_)) clock_.restart();
    guarded([&] { take(build(settings_, described)); });
    given_ = in;
    in_ = described;
}

}  // namespace tonelift
