// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/deband.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string>

#include "core/algorithms/algorithms.h"
#include "core/common/text.h"
#include "core/graph/resize.h"
#include "core/language/script.h"
#include "core/runtime/picture.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

int zoom_of(const tonelift_video& in) { return std::max(1, (in.width + 960) / 1920); }

// Returns the number of rows that are measured. The distance between these rows is odd, so that
// they meet all phases of a dither pattern.
int rows_looked_at(int height, int zoom) {
    int rows = std::max(1, height / std::clamp(height / 20, 15, 53 * zoom));
    while (rows < height && height / rows % 2 == 0) ++rows;
    return rows;
}

bool has_codes(const tonelift_video& in) { return find_format(in.format)->sample != Sample::F32; }

// Returns the distance between neighboring codes of luma, where white is 1. From black to white,
// limited range has 219 steps of 8-bit codes (ITU-R BT.709-6, item 6.10).
float code_of_luma(const Picture& picture) {
    const auto unit = static_cast<float>(1 << (picture.format->depth - 8));
    return 1 / (picture.full_range ? 256 * unit - 1 : 219 * unit);
}

template <typename Component>
NodeId luma_of(Graph& graph, const tonelift_video& in, Component component) {
    if (find_format(in.format)->family != Family::RGB) return component(0);
    return graph.op(Op::dot3, component(0), component(1), component(2), graph.constant(0.25f),
                    graph.constant(0.5f), graph.constant(0.25f), graph.constant(0));
}

std::string definition(const char* name, float value) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    return std::string("float ") + name + " = " + std::string(digits, end) + ";\n";
}

std::map<std::string, Value> run_stage(Graph& graph, const char* name, NodeId luma,
                                       const std::string& numbers) {
    const Stage& stage = find_stage(name);
    const std::string text = numbers + stage.source;
    BuildContext context;
    context.input = color(luma, luma, luma);
    context.is_named = false;
    return build_script(parse_script({stage.name, text}), graph, context).variables;
}

// Differences from the even picture are corrected in full up to this number of codes. From there,
// the corrected share falls linearly, to 0 at twice this number.
constexpr float most_codes = 0.75f;

NodeId quarter(Graph& graph, const std::map<std::string, Value>& stage, const char* name) {
    return resized(graph, stage.at(name).node[0], (graph.width() + 3) / 4,
                   (graph.height() + 3) / 4);
}

NodeId reduced_luma(Graph& graph, const tonelift_video& in, int factor) {
    return luma_of(graph, in, [&](int c) { return reduced_input(graph, c, factor); });
}

NodeId added_to(Graph& graph, NodeId luma, NodeId even, float code, NodeId share) {
    const NodeId apart = graph.op(Op::subtract, even, luma);
    const NodeId left = graph.op(
        Op::saturate, graph.op(Op::multiply_add, graph.op(Op::abs, apart),
                               graph.constant(-1 / (most_codes * code)), graph.constant(2)));
    return graph.op(Op::multiply, graph.op(Op::multiply, share, apart), left);
}

// Returns `plane`, or 0 in frames without bands (`amount` is 0). In such frames, executors skip
// passes that only `plane` needs.
NodeId if_banded(Graph& graph, NodeId amount, NodeId plane) {
    return graph.op(Op::select, amount, plane, graph.constant(0));
}

}  // namespace

bool removes_bands(const tonelift_video& in, double deband) {
    return has_codes(in) && (deband > 0 || (deband < 0 && find_format(in.format)->depth <= 10));
}

InputCorrection band_correction(Graph& graph, const tonelift_video& in, double deband) {
    if (deband > 0 && !has_codes(in))
        throw Error(Failure::argument,
                    "deband=" + number_text(deband) +
                        ": a picture of floats has no codes and therefore no bands; allowed are "
                        "auto and off");
    if (!removes_bands(in, deband)) return {};
    const float step = code_of_luma(picture_of(in));
    const int zoom = zoom_of(in), rows = rows_looked_at(in.height, zoom);
    const std::string numbers =
        definition("code", step) + "int zoom = " + std::to_string(zoom) + ";\n";
    const std::string apart = definition("apart", static_cast<float>(in.height / rows));
    const NodeId some = luma_of(graph, in, [&](int c) { return graph.input_rows(c, rows); });
    const auto bands = run_stage(graph, "bands", some, numbers + apart);
    const bool measured = deband < 0;
    const NodeId amount =
        measured ? bands.at("amount").node[0] : graph.constant(static_cast<float>(deband));
    const NodeId half = reduced_luma(graph, in, 2);
    const auto light = run_stage(graph, "deband", if_banded(graph, amount, half), numbers);
    const NodeId even = quarter(graph, light, "even"), banded = quarter(graph, bands, "banded");
    InputCorrection correction;
    for (const int factor : input_reductions) {
        const NodeId luma = reduced_luma(graph, in, factor);
        const int width = graph.at(luma).width, height = graph.at(luma).height;
        const NodeId share = graph.op(Op::multiply, amount, resized(graph, banded, width, height));
        const NodeId added =
            added_to(graph, luma, resized(graph, even, width, height), step, share);
        correction[factor] = if_banded(graph, amount, added);
    }
    return correction;
}

}  // namespace tonelift
