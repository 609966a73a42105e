// SPDX-License-Identifier: BSD-2-Clause
#include "tools/explain_script.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "core/algorithms/algorithms.h"
#include "core/color/describe.h"
#include "core/common/options.h"
#include "core/common/text.h"
#include "core/graph/cost.h"
#include "core/graph/explain.h"
#include "core/runtime/filter.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

template <typename T>
bool named(std::span<const T> rows, const std::string& name) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](const T& row) { return same_name(name, row.name); });
}

// The argument of the command names the script, so --with must not set the same option.
void refuse_second_name(const ExplainRequest& request, const std::string& option) {
    for (const auto& [name, value] : request.options) {
        if (!same_name(name, option)) continue;
        throw Error(Failure::argument, "--with " + option + "=" + value + " with the " + option +
                                           " " + request.script + "; allowed is one of them");
    }
}

// Returns the options of the request. They point to strings of the request, which must stay valid.
tonelift_options script_options_for(const ExplainRequest& request) {
    tonelift_options options = options_for(request.options);
    const auto name_script = [&](const std::string& option, const char*& field) {
        refuse_second_name(request, option);
        field = request.script.c_str();
    };
    if (request.script == "-")
        options.script_text = request.script_text.c_str();
    else if (named(presets(), request.script))
        name_script("preset", options.preset);
    else if (named(algorithms(), request.script))
        name_script("algorithm", options.algorithm);
    else
        name_script("script", options.script);
    if (is_given(options.script)) check_spelling(request.script);
    return options;
}

[[noreturn]] void throw_unknown_format(const std::string& name) {
    std::vector<std::string> names;
    for (const Format& format : formats()) {
        names.emplace_back(format.ffmpeg);
        if (names.back().ends_with("le"))  // the ending may be left out, as in p010
            names.push_back(names.back().substr(0, names.back().size() - 2));
    }
    const std::string near = suggestion(name, names);
    throw Error(Failure::argument,
                "there is no pixel format " + quote(name) + "; " +
                    (near.empty() ? "`tonelift formats` lists the formats" : near));
}

tonelift_video input_for(const ExplainRequest& request) {
    tonelift_video video;
    tonelift_video_default(&video);
    video.format = tonelift_format_from_name(request.format.c_str());
    const Format* format = find_format(video.format);
    if (format == nullptr) throw_unknown_format(request.format);
    video.width = request.width;
    video.height = request.height;
    const bool hdr = format->depth >= 10;
    video.transfer = hdr ? h273::transfer_pq : h273::transfer_bt709;
    video.primaries = hdr ? h273::primaries_bt2020 : h273::primaries_bt709;
    video.matrix = hdr ? h273::matrix_bt2020 : h273::matrix_bt709;
    return video;
}

Build build_of(const ScriptSource& source, const Settings& settings,
               const ExplainRequest& request) {
    const tonelift_video in = describe_input(input_for(request), settings, nullptr);
    const tonelift_video out = describe_output(settings, in);
    Filter::check(in, out);
    return build(source, settings, {in}, out, {}, Log());
}

}  // namespace

void check_spelling(const std::string& name) {
    if (name == "-" || std::filesystem::exists(name)) return;
    std::vector<std::string> known;
    for (const Preset& preset : presets()) known.emplace_back(preset.name);
    for (const Algorithm& algorithm : algorithms()) known.emplace_back(algorithm.name);
    if (std::find(known.begin(), known.end(), name) != known.end())
        throw Error(Failure::argument, quote(name) + " is a preset; params and explain take it");
    const std::string near = suggestion(name, known);
    if (!near.empty())
        throw Error(Failure::argument,
                    "there is no preset, algorithm or file called " + quote(name) + "; " + near);
}

void read_size(const std::string& text, ExplainRequest* request) {
    const char* const end = text.data() + text.size();
    const auto width = std::from_chars(text.data(), end, request->width);
    const bool cross = width.ec == std::errc() && width.ptr != end && *width.ptr == 'x';
    const auto height = std::from_chars(cross ? width.ptr + 1 : end, end, request->height);
    if (!cross || height.ec != std::errc() || height.ptr != end)
        throw Error(Failure::argument,
                    "--size " + quote(text) + ": allowed is WIDTHxHEIGHT, like 1920x1080");
}

Build build_for(const ExplainRequest& request) {
    const Settings settings(script_options_for(request));
    return build_of(script_source(settings), settings, request);
}

std::string explain_script(const ExplainRequest& request) {
    const Build build = build_for(request);
    if (request.why) return explain_reasons(build.plan, build.reasons);
    return request.dot ? explain_dot(build.plan) : explain(build.plan);
}

std::string check_script(const SourceText& source, const ExplainRequest& request) {
    return cost_text(
        build_of({source.name, source.text, ""}, Settings(options_for(request.options)), request)
            .plan);
}

}  // namespace tonelift
