// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/deband.h"

#include <charconv>
#include <string>

#include "core/algorithms/algorithms.h"
#include "core/graph/resize.h"
#include "core/language/script.h"
#include "core/runtime/picture.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

bool has_codes(const tonelift_video& in) { return find_format(in.format)->sample != Sample::F32; }

// From one code of luma to the next (ITU-R BT.709-6, item 6.10): there are 219 of 8 bits between
// black and white in limited range.
float code_of_luma(const Picture& picture) {
    const auto unit = static_cast<float>(1 << (picture.format->depth - 8));
    return 1 / (picture.full_range ? 256 * unit - 1 : 219 * unit);
}

NodeId luma_of(Graph& graph, const tonelift_video& in) {
    if (find_format(in.format)->family != Family::RGB) return graph.input(0);
    return graph.op(Op::dot3, graph.input(0), graph.input(1), graph.input(2), graph.constant(0.25f),
                    graph.constant(0.5f), graph.constant(0.25f), graph.constant(0));
}

// The stage over a plane, with a code of it as a number that is known to the text.
Script found_bands(Graph& graph, NodeId luma, float code) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, code).ptr;
    const Stage& stage = deband_stage();
    const std::string text = "float code = " + std::string(digits, end) + ";\n" + stage.source;
    BuildContext context;
    context.input = color(luma, luma, luma);
    context.told = false;
    return build_script(parse_script({stage.name, text}), graph, context);
}

// d codes as they are up to three quarters, which is about as far as rounding goes, and less and
// less of more.
NodeId as_band(Graph& graph, NodeId d) {
    const NodeId left =
        graph.op(Op::saturate, graph.op(Op::multiply_add, graph.op(Op::abs, d),
                                        graph.constant(-4.0f / 3), graph.constant(2)));
    return graph.op(Op::multiply, d, left);
}

// The result of the stage, at full size: the correction in codes, halved and around 0.5.
NodeId half_codes(Graph& graph, const Script& bands, NodeId luma, NodeId code, NodeId amount) {
    const auto whole = [&](const char* name) {
        return resized(graph, bands.variables.at(name).node[0], graph.width(), graph.height());
    };
    const NodeId codes = graph.op(Op::divide, graph.op(Op::subtract, whole("even"), luma), code);
    const NodeId share = graph.op(Op::multiply, amount, whole("banded"));
    const NodeId halved =
        graph.op(Op::multiply_add, graph.op(Op::multiply, share, as_band(graph, codes)),
                 graph.constant(0.5f), graph.constant(0.5f));
    // A core of its own, so that it is made in passes that may be left out.
    return resampled(graph, ResampleKind::bilinear, graph.op(Op::saturate, halved), graph.width(),
                     graph.height());
}

}  // namespace

bool removes_bands(const tonelift_video& in, double deband) {
    return has_codes(in) && (deband > 0 || (deband < 0 && find_format(in.format)->depth == 8));
}

NodeId band_correction(Graph& graph, const tonelift_video& in, double deband) {
    if (deband > 0 && !has_codes(in))
        throw Error(Failure::argument,
                    "deband: a picture of floats has no codes, and so no bands of codes; auto and "
                    "off are allowed");
    if (!removes_bands(in, deband)) return no_node;
    const NodeId luma = luma_of(graph, in);
    const float step = code_of_luma(picture_of(in));
    const Script bands = found_bands(graph, luma, step);
    const bool measured = deband < 0;
    const NodeId amount = measured ? bands.variables.at("amount").node[0]
                                   : graph.constant(static_cast<float>(deband));
    if (measured) graph.set_condition(amount);
    const NodeId halves = half_codes(graph, bands, luma, graph.constant(step), amount);
    graph.set_condition(no_node);
    const NodeId correction =
        graph.op(Op::multiply_add, halves, graph.constant(2 * step), graph.constant(-step));
    return measured ? graph.op(Op::select, amount, correction, graph.constant(0)) : correction;
}

}  // namespace tonelift
