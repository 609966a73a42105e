// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/given_trims.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/color/describe.h"
#include "core/color/pq.h"
#include "core/common/structs.h"

namespace tonelift {
namespace {

constexpr StructRule<tonelift_dolby_trims> trims_rule{
    "tonelift_dolby_trims", "tonelift_dolby_trims_default()", sizeof(tonelift_dolby_trims),
    tonelift_dolby_trims{}};

constexpr double target = 100;  // peak of the screen for which trims are made, cd/m2

// The tone curve of SMPTE ST 2094-10, annex B.2: rise * x / (1 + bend * x). x is a color component
// minus `darkest`, both in cd/m2.
struct ToneCurve {
    double darkest = 0, rise = 1 / target, bend = 0;
};

double smoothstep(double from, double to, double x) {
    const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

struct Knee {
    double from, to;
};

// Chooses the knee as libplacebo does (src/tone_mapping.c, with its default constants).
Knee knee_of(const tonelift_dolby_trims& trims) {
    constexpr double least = 0.1, usual = 0.4, most = 0.8, adaptation = 0.4;
    const double low = pq_code(trims.darkest), high = pq_code(trims.brightest);
    const double peak = pq_code(target);
    const double from =
        std::clamp(pq_code(trims.mean), std::lerp(low, high, least), std::lerp(low, high, most));
    const double place = (from - low) / (high - low);
    const double edge = 1 - smoothstep(most, usual, place) * smoothstep(least, usual, place);
    const double to = std::lerp(from, place * peak, std::lerp(adaptation, 1.0, edge));
    return {pq_light(from), pq_light(std::clamp(to, least * peak, most * peak))};
}

ToneCurve curve_of(const tonelift_dolby_trims& trims) {
    if (trims.brightest <= target) return {};
    if (trims.brightest <= trims.darkest) return {0, 1 / trims.brightest, 0};
    const Knee knee = knee_of(trims);
    const double end = trims.brightest - trims.darkest;
    const double x = (knee.from - trims.darkest) / end;
    // Moves the knee up to the line y = x if it is below. Otherwise, the curve through the knee
    // would have a pole.
    const double y = std::max(knee.to / target, x);
    const double bend = (y - x) / (x * (1 - y));
    return {trims.darkest, (1 + bend) / end, bend / end};
}

bool is_within(double value, double low, double high) { return value >= low && value <= high; }

}  // namespace

Value trimmed_picture(Graph& graph, int first, const Value& input) {
    const auto next = [&] { return graph.given(first++); };
    const auto constant = [&](double value) { return graph.constant(static_cast<float>(value)); };
    const NodeId is_given = next(), white = next(), darkest = next(), rise = next(), bend = next(),
                 slope = next(), offset = next(), power = next(), weight = next(),
                 saturation = next();
    const Value shown = color_of([&](size_t i) {
        const NodeId x =
            graph.op(Op::max, graph.op(Op::subtract, input.node[i], darkest), constant(0));
        const NodeId below = graph.op(Op::multiply_add, x, bend, constant(1));
        const NodeId curve =
            graph.op(Op::saturate, graph.op(Op::divide, graph.op(Op::multiply, x, rise), below));
        const NodeId trimmed =
            graph.op(Op::saturate, graph.op(Op::multiply_add, curve, slope, offset));
        return graph.op(Op::pow, trimmed, power);
    });
    const NodeId light = graph.op(Op::luminance, shown.node[0], shown.node[1], shown.node[2]);
    const NodeId ratio = graph.op(Op::divide, weight, graph.op(Op::max, light, constant(1e-6)));
    const NodeId factor = graph.op(Op::multiply, graph.op(Op::pow, ratio, saturation), white);
    const NodeId exponent = graph.op(Op::add, saturation, constant(1));
    return color_of([&](size_t i) {
        const NodeId saturated =
            graph.op(Op::multiply, graph.op(Op::pow, shown.node[i], exponent), factor);
        return graph.op(Op::mix, input.node[i], saturated, is_given);
    });
}

const char* fault_of(const tonelift_dolby_trims& trims) {
    const bool is_light = trims.darkest >= 0 && trims.mean >= trims.darkest &&
                          trims.brightest >= trims.mean && trims.brightest <= 10000;
    if (!is_light)
        return "its light is not from 0 to 10,000 cd/m2, or its mean is not between its extremes";
    if (!is_within(trims.slope, 0.5, 1.5) || !is_within(trims.power, 0.5, 1.5))
        return "its slope or power is not 0.5 to 1.5";
    for (const double value : {trims.offset, trims.chroma_weight, trims.saturation_gain}) {
        if (!is_within(value, -0.5, 0.5))
            return "its offset, chroma weight or saturation gain is not -0.5 to 0.5";
    }
    return nullptr;
}

void GivenTrims::log_parts_left_out() const {
    if (last_->ms_weight != 0)
        log_.warning(
            "the multi-scale weight (ms_weight) of Dolby Vision's trims is ignored: its use is not "
            "published");
    if (last_->has_level8 != 0)
        log_.warning(
            "the trims of Dolby Vision level 8 are ignored: their use is not published; the trims "
            "of level 2 are applied");
}

void GivenTrims::take(const tonelift_frame& frame) {
    if (frame.dolby_trims == nullptr) {
        if (!last_)
            log_.warning(
                "tonemap=st2094-10: the stream begins without Dolby Vision trims (level 2) for a "
                "screen of 100 cd/m2; the curve of tonemap=auto is used until a frame has such "
                "trims");
        return;
    }
    const tonelift_dolby_trims trims = read_struct(frame.dolby_trims, trims_rule);
    if (const char* fault = fault_of(trims)) {
        log_.warning(std::string("the Dolby Vision trims of a frame are broken: ") + fault +
                     "; such frames use the trims of the previous frame");
        return;
    }
    last_ = trims;
    log_parts_left_out();
}

void GivenTrims::give(const tonelift_frame& frame, double screen, std::vector<float>* numbers) {
    take(frame);
    if (!last_) {
        numbers->resize(numbers->size() + given_trim_numbers);
        return;
    }
    const ToneCurve curve = curve_of(*last_);
    constexpr double unit = reference_white_nits;
    const std::array<double, given_trim_numbers> values{1,
                                                        screen / unit,
                                                        curve.darkest / unit,
                                                        curve.rise * unit,
                                                        curve.bend * unit,
                                                        last_->slope,
                                                        last_->offset,
                                                        last_->power,
                                                        1 + last_->chroma_weight,
                                                        last_->saturation_gain};
    for (const double value : values) numbers->push_back(static_cast<float>(value));
}

}  // namespace tonelift
