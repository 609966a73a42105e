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

// Of the rows that bands are looked for in. No dither of a power of two is alike in all of them.
constexpr int rows_apart = 15;

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

// The variables of a stage, with a code of luma as a number that is known to the text.
std::map<std::string, Value> run_stage(Graph& graph, const char* name, NodeId luma, float code) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, code).ptr;
    const Stage& stage = find_stage(name);
    const std::string text = "float code = " + std::string(digits, end) + ";\n" + stage.source;
    BuildContext context;
    context.input = color(luma, luma, luma);
    context.told = false;
    return build_script(parse_script({stage.name, text}), graph, context).variables;
}

// d codes as they are up to three quarters, which is about as far as rounding goes, and less and
// less of more.
NodeId as_band(Graph& graph, NodeId d) {
    const NodeId left =
        graph.op(Op::saturate, graph.op(Op::multiply_add, graph.op(Op::abs, d),
                                        graph.constant(-4.0f / 3), graph.constant(2)));
    return graph.op(Op::multiply, d, left);
}

// A plane of a stage at full size.
NodeId whole(Graph& graph, const std::map<std::string, Value>& stage, const char* name) {
    return resized(graph, stage.at(name).node[0], graph.width(), graph.height());
}

// How far the luma of a pixel is to be moved, in codes and around 0.5. Rounding moved it by half a
// code at most.
NodeId codes_moved(Graph& graph, NodeId even, NodeId luma, float code, NodeId share) {
    const NodeId codes =
        graph.op(Op::divide, graph.op(Op::subtract, even, luma), graph.constant(code));
    const NodeId half =
        graph.op(Op::clamp, as_band(graph, codes), graph.constant(-0.5f), graph.constant(0.5f));
    const NodeId moved = graph.op(Op::multiply_add, share, half, graph.constant(0.5f));
    // A core of its own, so that it is made in passes that may be left out.
    return resampled(graph, ResampleKind::bilinear, graph.op(Op::saturate, moved), graph.width(),
                     graph.height());
}

}  // namespace

bool removes_bands(const tonelift_video& in, double deband) {
    return has_codes(in) && (deband > 0 || (deband < 0 && find_format(in.format)->depth <= 10));
}

NodeId band_correction(Graph& graph, const tonelift_video& in, double deband) {
    if (deband > 0 && !has_codes(in))
        throw Error(Failure::argument,
                    "deband: a picture of floats has no codes, and so no bands of codes; auto and "
                    "off are allowed");
    if (!removes_bands(in, deband)) return no_node;
    const float step = code_of_luma(picture_of(in));
    const NodeId some_rows = luma_of(graph, in, std::max(1, in.height / rows_apart));
    const auto bands = run_stage(graph, "bands", some_rows, step);
    const bool measured = deband < 0;
    const NodeId amount =
        measured ? bands.at("amount").node[0] : graph.constant(static_cast<float>(deband));
    if (measured) graph.set_condition(amount);
    const NodeId luma = luma_of(graph, in, in.height);
    const auto light = run_stage(graph, "deband", luma, step);
    const NodeId share = graph.op(Op::multiply, amount, whole(graph, bands, "banded"));
    const NodeId moved = codes_moved(graph, whole(graph, light, "even"), luma, step, share);
    graph.set_condition(no_node);
    const NodeId correction =
        graph.op(Op::multiply_add, moved, graph.constant(step), graph.constant(-0.5f * step));
    return measured ? graph.op(Op::select, amount, correction, graph.constant(0)) : correction;
}

}  // namespace tonelift
