// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/build.h"

#include "core/color/describe.h"
#include "core/common/options.h"
#include "core/graph/cost.h"
#include "core/graph/dependence.h"
#include "core/graph/plan.h"
#include "core/metadata/light/source_light.h"
#include "core/runtime/deband.h"
#include "core/runtime/picture.h"
#include "core/runtime/shots.h"
#include "core/runtime/stats_subject.h"
#include "core/runtime/stream_stats.h"
#include "core/runtime/view.h"

namespace tonelift {
namespace {

BuildContext context_for(const Settings& settings, const tonelift_video& in,
                         const tonelift_video& out) {
    BuildContext context;
    if (settings.tonemap >= 0 && selected_tones(settings) == GivenTones::none)
        context.curve = static_cast<CurveKind>(settings.tonemap);
    context.scene_threshold_low = static_cast<float>(settings.scene_threshold_low);
    context.scene_threshold_high = static_cast<float>(settings.scene_threshold_high);
    context.source_is_hdr = is_hdr(in);
    context.target_is_hdr = is_hdr(out);
    context.source_is_absolute = is_absolute(in);
    return context;
}

struct Mapping {
    Graph graph;
    Value mapped;
    NodeId scene_change = no_node;
    int parameters = 0;
    bool untouched = false;
    int reduction = 1;  // factor by which the script reduces the input
    Value reduced_source = {};
    std::vector<bool> structural = {};
};

Params params_of(const Ast& ast, const ScriptSource& source, const Settings& settings,
                 const Params& before, const Log& log) {
    const std::vector<ScriptParam>& known = script_params(ast);
    Params params{source.text, param_values(known, source, settings, log), {}};
    params.moved.resize(known.size());
    if (params.script != before.script) return params;
    for (size_t i = 0; i < known.size(); ++i) {
        params.moved[i] = known[i].kind == ParamKind::number &&
                          (before.moved[i] || params.values[i] != before.values[i]);
    }
    return params;
}

// Returns whether input and output are integer RGB in the same color space, so that samples can be
// copied.
bool same_color(const tonelift_video& in, const tonelift_video& out) {
    const auto whole_rgb = [](const tonelift_video& video) {
        const Format& format = *find_format(video.format);
        return format.family == Family::RGB && format.sample != Sample::F32;
    };
    const bool same_alpha =
        is_premultiplied(in) == is_premultiplied(out) || !find_format(out.format)->has_alpha();
    return whole_rgb(in) && whole_rgb(out) && same_alpha && in.primaries == out.primaries &&
           in.transfer == out.transfer && in.range == out.range &&
           linear_white_nits(in) == linear_white_nits(out);
}

class Mapper {
  public:
    Mapper(const Ast& ast, const Settings& settings, const StreamInput& in,
           const tonelift_video& out)
        : ast_(ast),
          settings_(settings),
          in_(in.video),
          form_(in.form),
          use_(settings, in.video, out),
          out_(out),
          source_peak_(source_peak_nits(in.video, settings)),
          target_peak_(target_peak_nits(out, settings)) {}

    double source_peak() const { return source_peak_; }
    double target_peak() const { return target_peak_; }

    bool keeps_light() const {
        const bool known = settings_.source_peak > 0 || in_.max_cll > 0 || in_.mastering_max > 0;
        switch (transfer_function(in_.transfer)) {
            case TransferFunction::pq:
                return source_peak_ <= target_peak_ && (known || settings_.target_peak <= 0);
            case TransferFunction::hlg:
                return source_peak_ == target_peak_;
            default:
                return true;
        }
    }

    Mapping map(const Params& params) const { return map(params, form_); }

    Mapping map(const Params& params, const MetadataForm& form) const {
        std::vector<std::optional<float>> baked(params.values.begin(), params.values.end());
        int numbers = 0;
        for (size_t i = 0; i < baked.size(); ++i) {
            if (!params.moved[i]) continue;
            baked[i].reset();
            numbers = static_cast<int>(i) + 1;
        }
        Mapping result{Graph(in_.width, in_.height, baked), {}, no_node, numbers, false};
        Graph& graph = result.graph;
        if (is_per_shot(settings_)) graph.measure_single_frames();
        const InputReading reading{source_peak_, form.reshaping,
                                   cuts_off_beyond_white(in_, settings_)};
        const Value original = input_color(graph, in_, reading);
        const InputCorrection correction = band_correction(graph, in_, settings_.deband);
        const auto picture = [&](const Value& color) { return use_.picture(graph, form, color); };
        BuildContext context = context_for(settings_, in_, out_);
        for (const int factor : input_reductions)
            context.reduced_input[factor] =
                picture(input_color(graph, in_, reading, correction, factor));
        const Value input = context.input = context.reduced_input.at(1);
        context.replaced_curve = use_.curve(form);
        context.parameters = params.values;
        const Script script = build_script(ast_, graph, context);
        Value shown =
            shown_color(graph, script, input, static_cast<Show>(settings_.show), target_peak_);
        // With deband=auto, a picture that the script does not change keeps its bands.
        if (settings_.deband < 0 && shown.node == input.node) shown = picture(original);
        result.mapped = split_color(graph, original, shown, settings_.split);
        result.scene_change = script.scene_change;
        result.untouched = result.mapped.node == original.node;
        result.structural = script.structural;
        result.reduction = script.input_reduction;
        result.reduced_source = input_color(graph, in_, reading, {}, result.reduction);
        return result;
    }

    // A statistics file has all statistics of the graph, including those that the current settings
    // do not use, so that one file serves all settings.
    static std::vector<NodeId> numbers_with_state(const Graph& graph) {
        std::vector<NodeId> result;
        for (size_t i = 0; i < graph.size(); ++i) {
            const Node& node = graph.at(static_cast<NodeId>(i));
            if (node.kind == NodeKind::frame && states_of(node.frame_op, node.curve) > 0)
                result.push_back(static_cast<NodeId>(i));
        }
        return result;
    }

    bool records_light() const {
        const bool is_live = measures(settings_) && settings_.metadata != TONELIFT_METADATA_OFF;
        return (is_live || writes_statistics(settings_)) && is_hdr(in_);
    }

    Plan plan(Mapping& mapping, Reasons* reasons) const {
        Graph& graph = mapping.graph;
        PlanRequest request;
        request.input = picture_of(in_);
        request.output = picture_of(out_);
        request.dither = static_cast<Dither>(settings_.dithering);
        request.texture_quality = static_cast<BlockQuality>(settings_.texture_quality);
        const auto mode = static_cast<GamutMode>(settings_.gamut_mode);
        request.clips = mode == GamutMode::clip || mode == GamutMode::desaturate;
        const Value light = output_light(graph, mapping.mapped, in_, out_, target_peak_, mode);
        request.components = mapping.untouched && same_color(in_, out_) && keeps_light()
                                 ? kept_components(graph, in_, out_)
                                 : output_components(graph, light, in_, out_, target_peak_);
        if (has_light_level(out_)) request.measured = light_levels(graph, light);
        if (keeps_statistics(settings_)) {
            const auto marks = film_marks(graph, in_, mapping.reduction);
            request.measured.insert(request.measured.end(), marks.begin(), marks.end());
        }
        request.smooth = settings_.exact == 0 && !has_own_script(settings_);
        request.statistics_only = measures(settings_);
        if (request.statistics_only) request.output = request.input;
        request.scene_change = mapping.scene_change;
        if (keeps_statistics(settings_) && !mapping.untouched) {
            std::vector<NodeId> roots = request.components;
            roots.push_back(request.scene_change);
            request.kept = of_needed_planes(graph, numbers_with_state(graph), roots);
            if (records_light()) request.light = source_light(graph, mapping.reduced_source);
        }
        request.parameters = mapping.parameters;
        request.given = use_.count(form_);
        return make_plan(graph, request, reasons);
    }

    Plan allowed_plan(Mapping& mapping, Reasons* reasons) const {
        try {
            Plan result = plan(mapping, reasons);
            check_cost(result, {settings_.script_memory, settings_.script_work});
            return result;
        } catch (const Excess& excess) {
            Diagnostics diagnostics(ast_.source);
            diagnostics.error(span_of(excess.origin), excess.what(), excess.hint);
            diagnostics.throw_if_failed();
            throw;
        }
    }

    // In this graph, all params are variables, so that the params that affect the statistics can be
    // found.
    StatsSection section(Params params, const Plan& plan) const {
        params.moved.assign(params.moved.size(), true);
        const Mapping mapping = map(params, MetadataForm{});
        std::vector<NodeId> roots(mapping.mapped.node.begin(), mapping.mapped.node.end());
        roots.push_back(mapping.scene_change);
        return {stats_fields({ast_, params.values, settings_, in_, out_, mapping.graph, roots,
                              mapping.structural}),
                columns_of(plan)};
    }

  private:
    SourceSpan span_of(int origin) const {
        if (origin == no_origin) return {};
        const Expression& expression = ast_.at(origin);
        return expression.name_span.end > 0 ? expression.name_span : expression.span;
    }

    const Ast& ast_;
    const Settings& settings_;
    const tonelift_video& in_;
    const MetadataForm& form_;
    const MetadataUse use_;
    const tonelift_video& out_;
    double source_peak_;
    double target_peak_;
};

}  // namespace

bool same_picture(const tonelift_video& a, const tonelift_video& b) {
    return a.format == b.format && a.primaries == b.primaries && a.transfer == b.transfer &&
           a.matrix == b.matrix && a.range == b.range && a.chroma_location == b.chroma_location &&
           linear_white_nits(a) == linear_white_nits(b) &&
           is_premultiplied(a) == is_premultiplied(b) && is_reshaped(a) == is_reshaped(b);
}

bool keeps_light(const Settings& settings, const tonelift_video& in, const tonelift_video& out) {
    if (in.transfer != out.transfer || in.primaries != out.primaries || is_reshaped(in))
        return false;
    const ScriptSource source = script_source(settings);
    const Ast ast = parse_script({source.name, source.text});
    const StreamInput input{in};
    const Mapper mapper(ast, settings, input, out);
    return mapper.keeps_light() &&
           mapper.map(params_of(ast, source, settings, {}, Log())).untouched;
}

Build build(const ScriptSource& source, const Settings& settings, const StreamInput& in,
            const tonelift_video& out, const Params& before, const Log& log) {
    const Ast ast = parse_script({source.name, source.text});
    const Mapper mapper(ast, settings, in, out);
    const bool same_ends =
        !is_reshaped(in.video) && same_picture(in.video, out) && mapper.keeps_light();
    Build result;
    result.params = params_of(ast, source, settings, before, log);
    Params fixed = result.params;
    fixed.moved.assign(fixed.moved.size(), false);
    Mapping mapping = mapper.map(same_ends ? fixed : result.params);
    result.passthrough = same_ends && mapping.untouched;
    if (same_ends && !result.passthrough && result.params.moved != fixed.moved)
        mapping = mapper.map(result.params);
    result.plan = mapper.allowed_plan(mapping, &result.reasons);
    result.parameters = {static_cast<float>(mapper.source_peak()),
                         static_cast<float>(mapper.target_peak())};
    result.parameters.insert(result.parameters.end(), fixed.values.begin(), fixed.values.end());
    if (keeps_statistics(settings)) result.section = mapper.section(result.params, result.plan);
    if (is_per_shot(settings)) result.cut_state = ShotColumns(result.plan).cut;
    return result;
}

}  // namespace tonelift
