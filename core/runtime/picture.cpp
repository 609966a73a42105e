// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/picture.h"

#include <algorithm>
#include <cmath>

#include "core/color/describe.h"
#include "core/color/primaries.h"
#include "core/color/ycbcr.h"
#include "core/common/text.h"
#include "core/graph/resize.h"
#include "core/runtime/reshape.h"

namespace tonelift {
namespace {

constexpr double perceptual_softness = 0.15;
// In the mode `perceptual`, SDR colors are clipped to the output's gamut instead of compressed if
// reach() is above least_reach and at most near_reach. For example, reach() between the two gamuts
// of BT.601 is below near_reach.
constexpr double near_reach = 0.12;
constexpr double least_reach = 0.001;

Family family_of(const tonelift_video& video) { return find_format(video.format)->family; }

bool has_floats(const tonelift_video& video) {
    return find_format(video.format)->sample == Sample::F32;
}

Value transform(Graph& graph, const Matrix3& matrix, const Value& v) {
    Value result;
    result.components = 3;
    for (size_t row = 0; row < 3; ++row) {
        const auto entry = [&](size_t column) {
            return graph.constant(static_cast<float>(matrix[row][column]));
        };
        result.node[row] = graph.op(Op::dot3, v.node[0], v.node[1], v.node[2], entry(0), entry(1),
                                    entry(2), graph.constant(0));
    }
    return result;
}

template <typename F>
Value each(const Value& v, F f) {
    return color(f(v.node[0]), f(v.node[1]), f(v.node[2]));
}

class InputSamples {
  public:
    InputSamples(Graph& graph, const tonelift_video& in, const InputCorrection& correction,
                 int factor)
        : graph_(graph), in_(in), correction_(correction), factor_(factor) {}

    // Returns a component of the input. Floats may be infinite or NaN, and become finite numbers.
    NodeId plain(int component) const {
        const NodeId sample = reduced_input(graph_, component, factor_);
        return has_floats(in_) ? graph_.op(Op::sanitize, sample) : sample;
    }

    NodeId corrected(int component) const {
        const NodeId sample = plain(component);
        const auto added = correction_.find(factor_);
        return added == correction_.end() ? sample : graph_.op(Op::add, sample, added->second);
    }

  private:
    Graph& graph_;
    const tonelift_video& in_;
    const InputCorrection& correction_;
    int factor_;
};

// Returns the ratio of premultiplied to plain colors: alpha, or 1 where alpha is 0. A pixel with
// alpha 0 can show light, such as a flame. The ratio 1 keeps its color unchanged. Float alpha
// counts as 0 below 2^-24, the smallest positive half float, because light divided by a smaller
// number could leave the range of float. Above 1, it counts as 1.
NodeId coverage(Graph& graph, const tonelift_video& in, NodeId alpha) {
    if (!has_floats(in)) return graph.op(Op::select, alpha, alpha, graph.constant(1));
    const NodeId covers = graph.op(Op::less_equal, graph.constant(0x1p-24f), alpha);
    return graph.op(Op::select, covers, graph.op(Op::saturate, alpha), graph.constant(1));
}

Value scaled(Graph& graph, const Value& v, NodeId factor) {
    return each(v, [&](NodeId id) { return graph.op(Op::multiply, id, factor); });
}

// Returns premultiplied colors divided by alpha. Float codes are limited again, but linear light
// can be very bright where alpha is small.
Value before_alpha(Graph& graph, const tonelift_video& in, const Value& v, NodeId alpha) {
    const NodeId factor = graph.op(Op::divide, graph.constant(1), coverage(graph, in, alpha));
    const Value plain = scaled(graph, v, factor);
    if (!has_floats(in) || in.transfer == h273::transfer_linear) return plain;
    return each(plain, [&](NodeId id) { return graph.op(Op::sanitize, id); });
}

Value components(Graph& graph, const tonelift_video& in, const InputSamples& input) {
    const bool rgb = family_of(in) == Family::RGB;
    const Value value = color(input.corrected(0), rgb ? input.corrected(1) : input.plain(1),
                              rgb ? input.corrected(2) : input.plain(2));
    return is_premultiplied(in) ? before_alpha(graph, in, value, input.plain(3)) : value;
}

Value samples(Graph& graph, const tonelift_video& in, const InputSamples& input, bool cuts_off) {
    Value value;
    if (family_of(in) == Family::GRAY) {
        const NodeId gray = input.corrected(0);
        value = color(gray, gray, gray);
    } else {
        value = components(graph, in, input);
    }
    if (family_of(in) == Family::YUV)
        value = transform(graph, ycbcr_to_rgb(in.matrix, in.primaries), value);
    if (!cuts_off) return value;
    return each(value, [&](NodeId id) { return graph.op(Op::saturate, id); });
}

Value base_layer(Graph& graph, const InputSamples& input) {
    const NodeId luma = input.corrected(0);
    const NodeId middle = graph.constant(512.0f / 1023);
    const auto chroma = [&](int component) {
        return graph.op(Op::add, input.plain(component), middle);
    };
    return each(color(luma, chroma(1), chroma(2)),
                [&](NodeId id) { return graph.op(Op::saturate, id); });
}

Value in_unit(Graph& graph, const Value& light, double from, double to) {
    return scaled(graph, light, graph.constant(static_cast<float>(from / to)));
}

// HLG system gamma of a display with `peak` in cd/m2 (ITU-R BT.2100-2 table 5, note 5f; ITU-R
// BT.2390-10 clause 6.2).
double hlg_gamma(double peak) {
    if (peak >= 400 && peak <= 2000) return 1.2 + 0.42 * std::log10(peak / 1000);
    return 1.2 * std::pow(1.111, std::log2(peak / 1000));
}

// Multiplies colors by `factor` and by a power of their luminance.
Value times_power_of_luminance(Graph& graph, const Value& v, double exponent, double factor) {
    const NodeId luminance = graph.op(Op::luminance, v.node[0], v.node[1], v.node[2]);
    const NodeId power = graph.op(Op::pow, luminance, graph.constant(static_cast<float>(exponent)));
    return scaled(graph, v,
                  graph.op(Op::multiply, power, graph.constant(static_cast<float>(factor))));
}

// The HLG OOTF from scene light E with luminance Y to display light F: F = peak Y^(gamma - 1) E
// (ITU-R BT.2100-2 table 5).
Value hlg_ootf(Graph& graph, const Value& scene, double peak) {
    return times_power_of_luminance(graph, scene, hlg_gamma(peak) - 1, peak / reference_white_nits);
}

// E = (F / peak) (Y / peak)^((1 - gamma) / gamma), where Y is the luminance of F.
Value hlg_inverse_ootf(Graph& graph, const Value& light, double peak) {
    const double gamma = hlg_gamma(peak);
    return times_power_of_luminance(graph, light, (1 - gamma) / gamma,
                                    std::pow(reference_white_nits / peak, 1 / gamma));
}

// Returns display light in the primaries of the stream, where 1.0 is 203 cd/m2.
Value decode(Graph& graph, const Value& coded, const tonelift_video& in, double peak) {
    const auto power = [&](float exponent) {
        return each(coded,
                    [&](NodeId id) { return graph.op(Op::pow, id, graph.constant(exponent)); });
    };
    const auto apply = [&](Op op) {
        return each(coded, [&](NodeId id) { return graph.op(op, id); });
    };
    switch (transfer_function(in.transfer)) {
        case TransferFunction::bt1886:
            return apply(Op::bt1886_decode);
        case TransferFunction::gamma22:
            return power(2.2f);
        case TransferFunction::gamma28:
            return power(2.8f);
        case TransferFunction::srgb:
            return apply(Op::srgb_decode);
        case TransferFunction::pq:
            return apply(Op::pq_decode);
        case TransferFunction::hlg:
            return hlg_ootf(graph, apply(Op::hlg_decode), peak);
        case TransferFunction::linear:
            break;
    }
    return in_unit(graph, coded, linear_white_nits(in), reference_white_nits);
}

// Returns `light` reduced by `factor`. Averages PQ codes. A mean of linear values would be nearly
// as bright as the brightest of the averaged pixels.
Value mean_of_coded(Graph& graph, const Value& light, int factor) {
    return each(light, [&](NodeId id) {
        return graph.op(Op::pq_decode, reduced(graph, graph.op(Op::pq_encode, id), factor));
    });
}

bool relative_to_peak(TransferFunction transfer) {
    return transfer != TransferFunction::pq && transfer != TransferFunction::hlg &&
           transfer != TransferFunction::linear;
}

Value encode(Graph& graph, const Value& light, TransferFunction transfer, double peak) {
    const auto power = [&](float exponent) {
        return each(light,
                    [&](NodeId id) { return graph.op(Op::pow, id, graph.constant(exponent)); });
    };
    const auto apply = [&](Op op) {
        return each(light, [&](NodeId id) { return graph.op(op, id); });
    };
    switch (transfer) {
        case TransferFunction::bt1886:
            return apply(Op::bt1886_encode);
        case TransferFunction::gamma22:
            return power(1 / 2.2f);
        case TransferFunction::gamma28:
            return power(1 / 2.8f);
        case TransferFunction::srgb:
            return apply(Op::srgb_encode);
        case TransferFunction::pq:
            return apply(Op::pq_encode);
        case TransferFunction::hlg:
            return each(hlg_inverse_ootf(graph, light, peak),
                        [&](NodeId id) { return graph.op(Op::hlg_encode, id); });
        case TransferFunction::linear:
            break;
    }
    return light;
}

Value clip(Graph& graph, const Value& light, NodeId peak) {
    return each(light, [&](NodeId id) { return graph.op(Op::clamp, id, graph.constant(0), peak); });
}

Value desaturate(Graph& graph, const Value& light, NodeId peak, const Matrix3& to_xyz) {
    const auto weight = [&](size_t i) { return graph.constant(static_cast<float>(to_xyz[1][i])); };
    const NodeId tiny = graph.constant(1e-6f);
    const NodeId zero = graph.constant(0);
    NodeId gray = graph.op(Op::dot3, light.node[0], light.node[1], light.node[2], weight(0),
                           weight(1), weight(2), zero);
    gray = graph.op(Op::clamp, gray, zero, peak);
    const NodeId highest = graph.op(Op::max_rgb, light.node[0], light.node[1], light.node[2]);
    const NodeId lowest = graph.op(Op::min_rgb, light.node[0], light.node[1], light.node[2]);
    const auto room = [&](NodeId limit, NodeId extent) {
        return graph.op(Op::divide, limit, graph.op(Op::max, extent, tiny));
    };
    const NodeId above =
        room(graph.op(Op::subtract, peak, gray), graph.op(Op::subtract, highest, gray));
    const NodeId below = room(gray, graph.op(Op::subtract, gray, lowest));
    const NodeId share = graph.op(Op::saturate, graph.op(Op::min, above, below));
    return clip(graph, each(light, [&](NodeId id) { return graph.op(Op::mix, gray, id, share); }),
                peak);
}

// Returns how far colors of `in` reach outside the gamut of `out`. For components of `in` from 0 to
// 1, the result is the largest magnitude of a negative component after conversion to the primaries
// of `out`.
double reach(const tonelift_video& in, const tonelift_video& out) {
    double most = 0;
    const Matrix3 convert = convert_primaries(in.primaries, out.primaries);
    for (const auto& row : convert.at) {
        double negative = 0;
        for (const double entry : row) negative -= std::min(entry, 0.0);
        most = std::max(most, negative);
    }
    return most;
}

// Returns whether the video is SDR. Colors of SDR video exceed the output's peak only if they are
// outside of the output's gamut.
bool is_sdr(const tonelift_video& video) {
    return relative_to_peak(transfer_function(video.transfer));
}

double softness_of(const tonelift_video& in, const tonelift_video& out) {
    return is_sdr(in) ? std::min(perceptual_softness, reach(in, out) / 4) : perceptual_softness;
}

// Returns `mode`, but replaces `perceptual` by `clip` for SDR video whose gamut is slightly larger
// than the output's gamut. Displays also clip such colors instead of compressing the gamut.
GamutMode mode_between(const tonelift_video& in, const tonelift_video& out, GamutMode mode) {
    const double far = reach(in, out);
    const bool near = is_sdr(in) && far > least_reach && far <= near_reach;
    return near && mode == GamutMode::perceptual ? GamutMode::clip : mode;
}

Value into_gamut(Graph& graph, const Value& light, int primaries, double peak, GamutMode mode,
                 double softness) {
    const NodeId limit = graph.constant(static_cast<float>(peak / reference_white_nits));
    if (mode == GamutMode::clip) return clip(graph, light, limit);
    if (mode == GamutMode::desaturate)
        return desaturate(graph, light, limit, rgb_to_xyz(primaries));
    const NodeId soft =
        graph.constant(mode == GamutMode::perceptual ? static_cast<float>(softness) : 0.0f);
    const std::array<NodeId, 5> operands{light.node[0], light.node[1], light.node[2], limit, soft};
    return color(graph.operation(Op::gamut_map, operands, 0),
                 graph.operation(Op::gamut_map, operands, 1),
                 graph.operation(Op::gamut_map, operands, 2));
}

Value to_ycbcr(Graph& graph, const Matrix3& matrix, const Value& coded) {
    Value result = transform(graph, matrix, coded);
    for (size_t row : {1, 2}) {
        const size_t channel = row == 1 ? 2 : 0;
        const double factor = matrix[row][channel] / (1 - matrix[0][channel]);
        bool difference = true;
        for (size_t i = 0; i < 3; ++i) {
            const double expected = factor * ((i == channel ? 1 : 0) - matrix[0][i]);
            difference &= std::abs(matrix[row][i] - expected) < 1e-9;
        }
        if (!difference) continue;
        const NodeId apart = graph.op(Op::subtract, coded.node[channel], result.node[0]);
        result.node[row] =
            graph.op(Op::multiply, apart, graph.constant(static_cast<float>(factor)));
    }
    return result;
}

std::vector<NodeId> to_samples(Graph& graph, const Value& coded, const tonelift_video& out,
                               NodeId alpha) {
    const Format& format = *find_format(out.format);
    Value value = coded;
    if (format.family != Family::RGB) {
        const bool gray_of_rgb = format.family == Family::GRAY && out.matrix == h273::matrix_rgb;
        const int matrix = gray_of_rgb ? h273::matrix_bt709 : out.matrix;
        value = to_ycbcr(graph, rgb_to_ycbcr(matrix, out.primaries), coded);
    }
    std::vector<NodeId> components(value.node.begin(), value.node.end());
    if (format.family == Family::GRAY) components = {value.node[0], no_node, no_node};
    components.push_back(no_node);
    if (format.has_alpha()) components[3] = alpha == no_node ? graph.constant(1) : alpha;
    if (format.blocks == BlockFormat::bc4) {
        if (alpha == no_node) components[3] = components[0];
        components[0] = no_node;
    }
    return components;
}

NodeId alpha_of(Graph& graph, const tonelift_video& in) {
    return find_format(in.format)->has_alpha() ? graph.input(3) : no_node;
}

// Returns luma, or the largest component for RGB. Only integer luma is reduced by `factor`.
NodeId sample_of_pixel(Graph& graph, const tonelift_video& in, int factor) {
    const bool is_rgb = family_of(in) == Family::RGB;
    const InputCorrection none;
    const InputSamples input(graph, in, none, is_rgb || has_floats(in) ? 1 : factor);
    if (!is_rgb) return input.plain(0);
    return graph.op(Op::max_rgb, input.plain(0), input.plain(1), input.plain(2));
}

// Linear light is PQ-coded.
NodeId code_of_pixel(Graph& graph, const tonelift_video& in, int factor) {
    const NodeId code = sample_of_pixel(graph, in, factor);
    if (transfer_function(in.transfer) != TransferFunction::linear) return code;
    const double unit = linear_white_nits(in) / reference_white_nits;
    return graph.op(Op::pq_encode,
                    graph.op(Op::multiply, code, graph.constant(static_cast<float>(unit))));
}

}  // namespace

Picture picture_of(const tonelift_video& video) {
    return {find_format(video.format), video.width, video.height, video.range == h273::range_full,
            static_cast<int>(video.chroma_location)};
}

Value input_color(Graph& graph, const tonelift_video& in, const InputReading& reading,
                  const InputCorrection& correction, int factor) {
    const TransferFunction transfer = transfer_function(in.transfer);
    if (factor > 1 && (has_floats(in) || transfer == TransferFunction::linear))
        return mean_of_coded(graph, input_color(graph, in, reading, correction), factor);
    const InputSamples input(graph, in, correction, factor);
    if (is_reshaped(in)) return reshaped_light(graph, base_layer(graph, input), reading.form);
    const Value coded = samples(graph, in, input, reading.cuts_off);
    // The OOTF of HLG is defined for BT.2020 primaries. decode() also applies it to colors with
    // other primaries, which are converted to BT.2020 afterwards.
    const Value light = decode(graph, coded, in, reading.peak);
    if (in.primaries == h273::primaries_bt2020 || family_of(in) == Family::GRAY) return light;
    return transform(graph, convert_primaries(in.primaries, h273::primaries_bt2020), light);
}

Value output_light(Graph& graph, const Value& color_2020, const tonelift_video& in,
                   const tonelift_video& out, double peak, GamutMode mode) {
    Value light = color_2020;
    const bool widest = out.primaries == h273::primaries_bt2020;
    const bool stays_gray = family_of(in) == Family::GRAY && family_of(out) == Family::GRAY;
    if (!widest && !stays_gray) {
        if (mode == GamutMode::clip)
            light =
                each(light, [&](NodeId id) { return graph.op(Op::max, id, graph.constant(0)); });
        light = transform(graph, convert_primaries(h273::primaries_bt2020, out.primaries), light);
    }
    if (transfer_function(out.transfer) == TransferFunction::linear) return light;
    return into_gamut(graph, light, out.primaries, peak,
                      widest ? GamutMode::clip : mode_between(in, out, mode), softness_of(in, out));
}

std::vector<NodeId> output_components(Graph& graph, const Value& light, const tonelift_video& in,
                                      const tonelift_video& out, double peak) {
    const TransferFunction transfer = transfer_function(out.transfer);
    const NodeId alpha = alpha_of(graph, in);
    const bool has_alpha = find_format(out.format)->has_alpha();
    const bool over_black = is_premultiplied(in) && !has_alpha;
    const bool as_light = over_black && in.transfer == h273::transfer_linear;
    const bool as_codes = !as_light && (over_black || is_premultiplied(out)) && alpha != no_node;
    Value shown = as_light ? scaled(graph, light, coverage(graph, in, alpha)) : light;
    if (relative_to_peak(transfer)) shown = in_unit(graph, shown, reference_white_nits, peak);
    if (transfer == TransferFunction::linear)
        shown = in_unit(graph, shown, reference_white_nits, linear_white_nits(out));
    Value coded = encode(graph, shown, transfer, peak);
    if (as_codes) coded = scaled(graph, coded, coverage(graph, in, alpha));
    return to_samples(graph, coded, out, alpha);
}

std::vector<NodeId> kept_components(Graph& graph, const tonelift_video& in,
                                    const tonelift_video& out) {
    const Value kept = color(graph.input(0), graph.input(1), graph.input(2));
    return to_samples(graph, kept, out, alpha_of(graph, in));
}

std::vector<NodeId> light_levels(Graph& graph, const Value& light) {
    const NodeId brightest = graph.op(Op::max_rgb, light.node[0], light.node[1], light.node[2]);
    if (graph.at(brightest).type != NodeType::plane) return {};
    const auto largest = [&](FrameOp op, ReductionKind kind, const char* name) {
        const std::array<NodeId, 1> of_frame{graph.reduce(kind, brightest)};
        const NodeId white = graph.constant(static_cast<float>(reference_white_nits));
        const std::array<NodeId, 1> nits{graph.op(Op::multiply, graph.frame(op, of_frame), white)};
        graph.set_script_position(digest_of(name));
        const NodeId result = graph.frame(FrameOp::largest, nits);
        graph.name_states(result, name);
        return result;
    };
    return {largest(FrameOp::maximum, ReductionKind::maximum, "max_cll"),
            largest(FrameOp::mean, ReductionKind::sum, "max_fall")};
}

std::array<NodeId, film_mark_count> film_marks(Graph& graph, const tonelift_video& in, int factor) {
    constexpr const char* film_mark_name = "film_mean";
    const std::array<NodeId, 1> of_frame{
        graph.reduce(ReductionKind::sum, code_of_pixel(graph, in, factor))};
    const NodeId mean = graph.frame(FrameOp::mean, of_frame);
    const std::array<NodeId, 2> not_smoothed{mean, graph.constant(0)};
    graph.set_script_position(digest_of(film_mark_name));
    const std::array marks{graph.frame(FrameOp::smooth, not_smoothed),
                           graph.frame(FrameOp::previous, std::array{mean})};
    for (const NodeId mark : marks) graph.name_states(mark, film_mark_name);
    return marks;
}

}  // namespace tonelift
