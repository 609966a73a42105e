// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/deband.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string>

#include "core/algorithms/algorithms.h"
#include "core/graph/resize.h"
#include "core/language/script.h"
#include "core/runtime/picture.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

// How many rows bands are looked for in: some 20, not nearer than 15 pixels nor farther apart than
// 53. They lie an odd number apart, so that no dither of a power of two is alike in all of them.
int rows_looked_at(int height) {
    int rows = std::max(1, height / std::clamp(height / 20, 15, 53));
    while (rows < height && height / rows % 2 == 0) ++rows;
    return rows;
}

bool has_codes(const tonelift_video& in) { return find_format(in.format)->sample != Sample::F32; }

// From one code of luma to the next (ITU-R BT.709-6, item 6.10): there are 219 of 8 bits between
// black and white in limited range.
float code_of_luma(const Picture& picture) {
    const auto unit = static_cast<float>(1 << (picture.format->depth - 8));
    return 1 / (picture.full_range ? 256 * unit - 1 : 219 * unit);
}

// The luma of so many rows of the picture.
NodeId luma_of(Graph& graph, const tonelift_video& in, int rows) {
    const auto component = [&](int c) { return graph.input_rows(c, rows); };
    if (find_format(in.format)->family != Family::RGB) return component(0);
    return graph.op(Op::dot3, component(0), component(1), component(2), graph.constant(0.25f),
                    graph.constant(0.5f), graph.constant(0.25f), graph.constant(0));
}

std::string definition(const char* name, float value) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    return std::string("float ") + name + " = " + std::string(digits, end) + ";\n";
}

// The variables of a stage. numbers: definitions that stand before its text.
std::map<std::string, Value> run_stage(Graph& graph, const char* name, NodeId luma,
                                       const std::string& numbers) {
    const Stage& stage = find_stage(name);
    const std::string text = numbers + stage.source;
    BuildContext context;
    context.input = color(luma, luma, luma);
    context.told = false;
    return build_script(parse_script({stage.name, text}), graph, context).variables;
}

// Rounding moves luma by half a code; what it is compared with is right to a quarter.
constexpr float most_codes = 0.75f;

// A plane of a stage at full size.
NodeId whole(Graph& graph, const std::map<std::string, Value>& stage, const char* name) {
    return resized(graph, stage.at(name).node[0], graph.width(), graph.height());
}

// How far the luma of a pixel is to be moved: from -most_codes to most_codes as a number in [0, 1].
// As far as `even` is from it up to most_codes, less and less of more, and nothing of twice as
// many. It is stored by the pass that makes `even`, which may be left out.
NodeId codes_moved(Graph& graph, NodeId even, NodeId luma, float code, NodeId share) {
    const NodeId apart = graph.op(Op::multiply, graph.op(Op::subtract, even, luma),
                                  graph.constant(0.5f / (most_codes * code)));
    const NodeId left = graph.op(Op::saturate, graph.op(Op::multiply_add, graph.op(Op::abs, apart),
                                                        graph.constant(-2), graph.constant(2)));
    const NodeId moved = graph.op(Op::multiply_add, share, graph.op(Op::multiply, apart, left),
                                  graph.constant(0.5f));
    return stored(graph, graph.op(Op::saturate, moved));
}

}  // namespace

bool removes_bands(const tonelift_video& in, double deband) {
    return has_codes(in) && (deband > 0 || (deband < 0 && find_format(in.format)->depth <= 10));
}

InputCorrection band_correction(Graph& graph, const tonelift_video& in, double deband) {
    if (deband > 0 && !has_codes(in))
        throw Error(Failure::argument,
                    "deband: a picture of floats has no codes, and so no bands of codes; auto and "
                    "off are allowed");
    if (!removes_bands(in, deband)) return {};
    const float step = code_of_luma(picture_of(in));
    const std::string code = definition("code", step);
    const int rows = rows_looked_at(in.height);
    const std::string apart = definition("apart", static_cast<float>(in.height / rows));
    const auto bands = run_stage(graph, "bands", luma_of(graph, in, rows), code + apart);
    const bool measured = deband < 0;
    const NodeId amount =
        measured ? bands.at("amount").node[0] : graph.constant(static_cast<float>(deband));
    if (measured) graph.set_condition(amount);
    const NodeId luma = luma_of(graph, in, in.height);
    const auto light = run_stage(graph, "deband", luma, code);
    const NodeId share = graph.op(Op::multiply, amount, whole(graph, bands, "banded"));
    const NodeId moved = codes_moved(graph, whole(graph, light, "even"), luma, step, share);
    const NodeId moved_of_half = halved(graph, moved);
    graph.set_condition(no_node);
    const float most = most_codes * step;
    const auto added = [&](NodeId codes) {
        return graph.op(Op::multiply_add, codes, graph.constant(2 * most), graph.constant(-most));
    };
    return {added(moved), added(moved_of_half), measured ? amount : no_node};
}

}  // namespace tonelift
