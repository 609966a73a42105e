// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/given_gains.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/color/describe.h"
#include "core/color/primaries.h"

namespace tonelift {
namespace {

constexpr int matrix_numbers = 9, mix_numbers = 6, piece_numbers = 5;
constexpr int curve_pieces = static_cast<int>(most_control_points) - 1;
constexpr int curve_numbers = 3 + piece_numbers * curve_pieces;
constexpr int slots = 2;

// Largest input for which a gain curve is evaluated, where 1.0 is the HDR reference white.
constexpr double largest_mix = 20000 / reference_white_nits;
// Largest magnitude of a gain in stops. Gains are clamped, because steep cubic curves overshoot
// their control points.
constexpr float largest_gain = 32;

class GainGraph {
  public:
    GainGraph(Graph& graph, int first) : graph_(graph), given_(first) {}

    Value picture(const GainForm& form, const Value& input) {
        next();
        const NodeId exposure = next();
        const Value light = transformed(input);
        const Value gain = weighted_gain(form, light);
        const auto scaled = [&](NodeId id, NodeId stops) {
            const NodeId factor = graph_.op(Op::exp2, graph_.op(Op::add, stops, exposure));
            return graph_.op(Op::multiply, id, factor);
        };
        if (!form.by_component)
            return color_of([&](size_t i) { return scaled(input.node[i], gain.node[0]); });
        return transformed(color_of([&](size_t i) { return scaled(light.node[i], gain.node[i]); }));
    }

  private:
    NodeId next() { return graph_.given(given_++); }
    NodeId constant(double value) { return graph_.constant(static_cast<float>(value)); }

    Value transformed(const Value& v) {
        return color_of([&](size_t) {
            const std::array factor{next(), next(), next()};
            return graph_.op(Op::dot3, v.node[0], v.node[1], v.node[2], factor[0], factor[1],
                             factor[2], graph_.constant(0));
        });
    }

    // Computes the input of a gain curve from a color (SMPTE ST 2094-50, formulas 9 and 10).
    Value mixed(const GainForm& form, const Value& c) {
        const std::array weight{next(), next(), next(), next(), next(), next()};
        const auto largest = graph_.op(Op::max_rgb, c.node[0], c.node[1], c.node[2]);
        const auto least = graph_.op(Op::min_rgb, c.node[0], c.node[1], c.node[2]);
        NodeId common = graph_.op(Op::dot3, c.node[0], c.node[1], c.node[2], weight[0], weight[1],
                                  weight[2], graph_.op(Op::multiply, largest, weight[3]));
        common = graph_.op(Op::multiply_add, least, weight[4], common);
        if (!form.by_component) return scalar(common);
        return color_of(
            [&](size_t i) { return graph_.op(Op::multiply_add, c.node[i], weight[5], common); });
    }

    // Computes the sum of the weighted gains of both curves (SMPTE ST 2094-50, formula 4).
    Value weighted_gain(const GainForm& form, const Value& light) {
        Value sum, mix;
        for (int slot = 0; slot < slots; ++slot) {
            if (slot == 0 || form.apart) mix = mixed(form, light);
            const int curve = given_;
            for (size_t i = 0; i < static_cast<size_t>(mix.components); ++i) {
                given_ = curve;
                const NodeId gain = curve_at(mix.node[i]);
                sum.node[i] = slot == 0 ? gain : graph_.op(Op::add, sum.node[i], gain);
            }
        }
        return sum;
    }

    // Computes the gain of a curve for the input `mix` (SMPTE ST 2094-50, formulas 11 and 12).
    NodeId curve_at(NodeId mix) {
        const NodeId scaled = graph_.op(Op::multiply, mix, constant(1 / largest_mix));
        const NodeId root =
            graph_.op(Op::saturate, graph_.op(Op::sqrt, graph_.op(Op::sqrt, scaled)));
        const NodeId square = graph_.op(Op::multiply, root, root);
        const NodeId x =
            graph_.op(Op::multiply, square, graph_.op(Op::multiply, square, constant(largest_mix)));
        const NodeId per_last = next(), falling = next();
        NodeId gain = next();
        for (int i = 0; i < curve_pieces; ++i) gain = graph_.op(Op::add, gain, piece_at(x));
        gain = graph_.op(Op::clamp, gain, constant(-largest_gain), constant(largest_gain));
        const NodeId beyond =
            graph_.op(Op::max, graph_.op(Op::multiply, mix, per_last), constant(1));
        return graph_.op(Op::multiply_add, graph_.op(Op::log2, beyond), falling, gain);
    }

    NodeId piece_at(NodeId x) {
        const NodeId per_width = next(), offset = next(), slope = next(), bend = next(),
                     cubic = next();
        const NodeId t = graph_.op(Op::saturate, graph_.op(Op::multiply_add, x, per_width, offset));
        NodeId rise = graph_.op(Op::multiply_add, t, cubic, bend);
        rise = graph_.op(Op::multiply_add, rise, t, slope);
        return graph_.op(Op::multiply, rise, t);
    }

    Graph& graph_;
    int given_;
};

class GainNumbers {
  public:
    explicit GainNumbers(std::vector<float>& to) : to_(to) {}

    void add(double value) { to_.push_back(static_cast<float>(value)); }
    void add(const Matrix3& matrix) {
        for (const auto& row : matrix.at) {
            for (const double value : row) add(value);
        }
    }
    void add_mix(const WeightedGain& gain) {
        constexpr std::array<double, 6> none{};
        for (const double weight : gain.gain != nullptr ? gain.gain->mix : none) add(weight);
    }

    void add_curve(const WeightedGain& of) {
        if (of.gain == nullptr) {
            to_.resize(to_.size() + curve_numbers);
            return;
        }
        const ColorGain& gain = *of.gain;
        const ColorGain::Point& last = gain.point[gain.points - 1];
        add(1 / std::max(last.x, least_x));
        add(-of.weight);
        add(of.weight * gain.point[0].y);
        for (size_t i = 1; i < most_control_points; ++i) {
            if (i < gain.points && gain.point[i].x > gain.point[i - 1].x)
                add_piece(gain.point[i - 1], gain.point[i], of.weight);
            else
                to_.resize(to_.size() + piece_numbers);
        }
    }

  private:
    // Lower limit of the x of a curve's last control point. A curve may end at x = 0, where 1 / x
    // would be infinite.
    static constexpr double least_x = 1e-3;

    void add_piece(const ColorGain::Point& a, const ColorGain::Point& b, double weight) {
        const double width = b.x - a.x, rise = b.y - a.y;
        const double from = width * a.slope, to = width * b.slope;
        add(1 / width);
        add(-a.x / width);
        add(weight * from);
        add(weight * (3 * rise - 2 * from - to));
        add(weight * (from + to - 2 * rise));
    }

    std::vector<float>& to_;
};

double headroom_of(const AdaptiveTones& tones, double screen) {
    return std::log2(std::max(screen / tones.white, 1.0));
}

Matrix3 scaled(Matrix3 matrix, double factor) {
    for (auto& row : matrix.at) {
        for (double& value : row) value *= factor;
    }
    return matrix;
}

GainForm form_of(const std::array<WeightedGain, 2>& gains) {
    GainForm form;
    for (const WeightedGain& one : gains)
        form.by_component |= one.gain != nullptr && one.gain->mix[5] > 0;
    form.apart = gains[0].gain != nullptr && gains[1].gain != nullptr &&
                 gains[0].gain->mix != gains[1].gain->mix;
    return form;
}

std::array<WeightedGain, 2> in_slots(std::array<WeightedGain, 2> gains) {
    if (gains[0].gain == nullptr) std::swap(gains[0], gains[1]);
    return gains;
}

}  // namespace

int count_of_gain_numbers(const GainForm& form) {
    const int mixes = form.apart ? slots : 1, matrices = form.by_component ? 2 : 1;
    return 2 + matrices * matrix_numbers + mixes * mix_numbers + slots * curve_numbers;
}

Value gained_picture(Graph& graph, int first, const GainForm& form, const Value& input) {
    return GainGraph(graph, first).picture(form, input);
}

const AdaptiveTones& GivenGains::next(const tonelift_frame& frame, const AdaptiveTones& before) {
    if (frame.st2094_50 == nullptr) {
        if (!has_begun_)
            log_.warning(
                "tonemap=st2094-50: the stream begins without SMPTE ST 2094-50 metadata; the curve "
                "of tonemap=auto is used until a frame has such metadata");
        return read_.emplace_back(before);
    }
    has_begun_ = true;
    AdaptiveTones& tones = read_.emplace_back();
    const std::span bytes(static_cast<const uint8_t*>(frame.st2094_50), frame.st2094_50_size);
    if (const char* fault = read_adaptive_tones(bytes, &tones)) {
        log_.warning(std::string("the SMPTE ST 2094-50 metadata of a frame is broken: ") + fault +
                     "; such frames use the metadata of the previous frame");
        tones = before;
    }
    return tones;
}

GainForm GivenGains::read(std::span<const tonelift_frame> frames, double screen, GainForm form) {
    screen_ = screen;
    read_.clear();
    read_.reserve(frames.size());
    const AdaptiveTones* before = &last_;
    for (const tonelift_frame& frame : frames) {
        before = &next(frame, *before);
        const GainForm needed = form_of(gains_for(*before, headroom_of(*before, screen)));
        form.apart |= needed.apart;
        form.by_component |= needed.by_component;
    }
    return form;
}

void GivenGains::give(size_t index, const GainForm& form, std::vector<float>* numbers) {
    last_ = read_[index];
    // These initial values leave a frame without gains unchanged.
    std::array<WeightedGain, 2> gains{};
    Matrix3 back{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    double exposure = 0;
    if (last_.is_given) {
        gains = in_slots(gains_for(last_, headroom_of(last_, screen_)));
        back = scaled(convert_primaries(last_.primaries, h273::primaries_bt2020),
                      last_.white / reference_white_nits);
        exposure = std::log2(std::min(screen_ / last_.white, 1.0));
    }
    GainNumbers to(*numbers);
    to.add(last_.is_given ? 1 : 0);
    to.add(exposure);
    to.add(inverse(back));
    for (int slot = 0; slot < slots; ++slot) {
        const WeightedGain& gain = gains[static_cast<size_t>(slot)];
        if (slot == 0 || form.apart) to.add_mix(gain);
        to.add_curve(gain);
    }
    if (form.by_component) to.add(back);
}

}  // namespace tonelift
