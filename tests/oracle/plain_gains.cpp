// SPDX-License-Identifier: BSD-2-Clause
#include "tests/oracle/plain_gains.h"

#include <algorithm>
#include <cmath>

namespace tonelift::plain {
namespace {

using reference::Mat3;
using reference::product;
using reference::Vec3;

class Bits {
  public:
    void put(unsigned value, int bits) {
        for (int i = bits - 1; i >= 0; --i) {
            if (count_ % 8 == 0) bytes_.push_back(0);
            bytes_.back() |= static_cast<uint8_t>((value >> i & 1) << (7 - count_++ % 8));
        }
    }
    void put_all(const std::vector<unsigned>& codes) {
        for (const unsigned code : codes) put(code, 16);
    }
    std::vector<uint8_t> bytes() const { return bytes_; }

  private:
    std::vector<uint8_t> bytes_;
    int count_ = 0;
};

void put_mixing(Bits& bits, const GainMetadata::Alternate& alternate) {
    bits.put(alternate.mixing_type, 2);
    if (alternate.mixing_type != 3) {
        bits.put(0, 6);
        return;
    }
    for (const auto& weight : alternate.mixing) bits.put(weight ? 1 : 0, 1);
    for (const auto& weight : alternate.mixing) {
        if (weight) bits.put(*weight, 16);
    }
}

struct Curve {
    double headroom;
    std::array<double, 6> mix;
    std::vector<double> x, y, slope;
};

double at_end(double h0, double h1, double s0, double s1) {
    const double slope = ((2 * h0 + h1) * s0 - h0 * s1) / (h0 + h1);
    if (slope * s0 <= 0) return 0;
    return s0 * s1 < 0 && std::abs(slope) > std::abs(3 * s0) ? 3 * s0 : slope;
}

std::vector<double> pchip_slopes(const std::vector<double>& x, const std::vector<double>& y) {
    const size_t n = x.size();
    std::vector<double> h, s, m(n);
    for (size_t i = 0; i + 1 < n; ++i) {
        h.push_back(x[i + 1] - x[i]);
        s.push_back((y[i + 1] - y[i]) / h[i]);
    }
    if (n == 2) return {s[0], s[0]};
    if (n < 3) return m;
    for (size_t i = 1; i + 1 < n; ++i) {
        const double up = 2 * h[i] + h[i - 1], down = h[i] + 2 * h[i - 1];
        m[i] = s[i - 1] * s[i] <= 0 ? 0 : (up + down) / (up / s[i - 1] + down / s[i]);
    }
    m[0] = at_end(h[0], h[1], s[0], s[1]);
    m[n - 1] = at_end(h[n - 2], h[n - 3], s[n - 2], s[n - 3]);
    return m;
}

double curve_at(const Curve& curve, double at) {
    const auto &x = curve.x, &y = curve.y;
    const size_t n = x.size();
    if (at < x[0]) return y[0];
    if (at >= x[n - 1]) return y[n - 1] + std::log2(x[n - 1] / at);
    size_t i = 0;
    while (x[i + 1] <= at) ++i;
    const double h = x[i + 1] - x[i], t = (at - x[i]) / h;
    const double h00 = (1 + 2 * t) * (1 - t) * (1 - t), h10 = t * (1 - t) * (1 - t);
    const double h01 = t * t * (3 - 2 * t), h11 = t * t * (t - 1);
    return h00 * y[i] + h10 * h * curve.slope[i] + h01 * y[i + 1] + h11 * h * curve.slope[i + 1];
}

// Returns the weights of R, G, B, maximum, minimum and component (SMPTE ST 2094-50, clause C.3.6).
std::array<double, 6> mix_of(const GainMetadata::Alternate& alternate) {
    switch (alternate.mixing_type) {
        case 0:
            return {0, 0, 0, 1, 0, 0};
        case 1:
            return {0, 0, 0, 0, 0, 1};
        case 2:
            return {1 / 6.0, 1 / 6.0, 1 / 6.0, 0.5, 0, 0};
        default:
            break;
    }
    std::array<double, 6> mix{};
    double sum = 0;
    for (size_t k = 0; k < 6; ++k) sum += mix[k] = alternate.mixing[k].value_or(0);
    for (double& weight : mix) weight /= sum;
    return mix;
}

// Returns the gain curve of an alternate picture (SMPTE ST 2094-50, clause C.3.7).
Curve curve_of(const GainMetadata& metadata, size_t number) {
    const GainMetadata::Alternate& own = metadata.alternates[number];
    const GainMetadata::Alternate& first = metadata.alternates[0];
    const auto& points = metadata.common_curve ? first : own;
    Curve curve{own.headroom / 10000.0, mix_of(metadata.common_mix ? first : own), {}, {}, {}};
    const double sign = metadata.baseline < own.headroom ? 1 : -1;
    for (const unsigned code : points.x) curve.x.push_back(code / 1000.0);
    for (const unsigned code : own.y) curve.y.push_back(sign * code / 10000.0);
    for (const unsigned code : own.theta)
        curve.slope.push_back(std::tan((code - 18000.0) * M_PI / 36000));
    if (points.use_pchip_slope) curve.slope = pchip_slopes(curve.x, curve.y);
    return curve;
}

// Returns one of the two predefined gain curves for metadata without its own curves (SMPTE ST
// 2094-50, clause C.3.8).
Curve reference_white_curve(double baseline, int number) {
    const double share = std::min(baseline / std::log2(1000 / 203.0), 1.0);
    const double headroom = number == 0 ? 0 : std::log2(8 / 3.0) * share;
    Curve curve{headroom, {0, 0, 0, 1, 0, 0}, {}, {}, {}};
    const double white = number == 0 ? 1 - 0.5 * share : 1, kappa = 0.65;
    const double px[] = {1, 1 - kappa + kappa * std::exp2(headroom) / white, std::exp2(baseline)};
    const double py[] = {white, (1 - kappa) * white + kappa * std::exp2(headroom),
                         std::exp2(headroom)};
    for (int c = 0; c < 8; ++c) {
        const double t = c / 7.0, u = 1 - t;
        const double x = u * u * px[0] + 2 * u * t * px[1] + t * t * px[2];
        const double y = u * u * py[0] + 2 * u * t * py[1] + t * t * py[2];
        const double dx = 2 * u * (px[1] - px[0]) + 2 * t * (px[2] - px[1]);
        const double dy = 2 * u * (py[1] - py[0]) + 2 * t * (py[2] - py[1]);
        curve.x.push_back(x);
        curve.y.push_back(std::log2(y / x));
        curve.slope.push_back((x * dy / dx - y) / (std::log(2) * x * y));
    }
    return curve;
}

std::vector<Curve> curves_of(const GainMetadata& metadata) {
    std::vector<Curve> curves;
    const double baseline = metadata.baseline / 10000.0;
    if (metadata.use_reference_white) {
        for (int i = 0; i < 2 && baseline > 0; ++i)
            curves.push_back(reference_white_curve(baseline, i));
        return curves;
    }
    for (size_t i = 0; i < metadata.alternates.size(); ++i) curves.push_back(curve_of(metadata, i));
    return curves;
}

// Returns the gain of each component, in octaves (SMPTE ST 2094-50, formulas 6, 7, 9 and 10).
Vec3 color_gain(const Curve& curve, const Vec3& c) {
    const auto& k = curve.mix;
    const double common = c[0] * k[0] + c[1] * k[1] + c[2] * k[2] +
                          std::max({c[0], c[1], c[2]}) * k[3] + std::min({c[0], c[1], c[2]}) * k[4];
    Vec3 gain;
    for (size_t i = 0; i < 3; ++i) gain[i] = curve_at(curve, c[i] * k[5] + common);
    return gain;
}

// Returns the gain of each component at a headroom, in octaves (SMPTE ST 2094-50, formulas 2 to 4).
Vec3 gain_at(const GainMetadata& metadata, const Vec3& c, double headroom) {
    std::vector<std::pair<double, Vec3>> gains{{metadata.baseline / 10000.0, Vec3{0, 0, 0}}};
    for (const Curve& curve : curves_of(metadata))
        gains.emplace_back(curve.headroom, color_gain(curve, c));
    std::sort(gains.begin(), gains.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    if (headroom <= gains.front().first) return gains.front().second;
    for (size_t i = 0; i + 1 < gains.size(); ++i) {
        const auto& [low, of_low] = gains[i];
        const auto& [high, of_high] = gains[i + 1];
        if (headroom > high) continue;
        const double share = (headroom - low) / (high - low);
        Vec3 gain;
        for (size_t k = 0; k < 3; ++k) gain[k] = (1 - share) * of_low[k] + share * of_high[k];
        return gain;
    }
    return gains.back().second;
}

reference::Primaries space_of(const GainMetadata& metadata) {
    if (metadata.use_reference_white) return reference::bt2020;
    if (metadata.chromaticities_mode == 0) return reference::bt709;
    if (metadata.chromaticities_mode == 1) return reference::p3_d65;
    if (metadata.chromaticities_mode == 2) return reference::bt2020;
    const auto at = [&](size_t i) { return metadata.chromaticities[i] / 50000.0; };
    return {{at(0), at(1)}, {at(2), at(3)}, {at(4), at(5)}, {at(6), at(7)}};
}

GainMetadata::Alternate some_alternate(std::mt19937& random, unsigned headroom, size_t points) {
    const auto below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
    GainMetadata::Alternate alternate;
    alternate.headroom = headroom;
    alternate.mixing_type = below(4);
    for (auto& weight : alternate.mixing) {
        if (below(2)) weight = 1 + below(50000);
    }
    alternate.mixing[below(6)] = 1 + below(50000);
    alternate.use_pchip_slope = below(2) == 0;
    unsigned x = below(500), y = below(2000);
    for (size_t i = 0; i < points; ++i) {
        alternate.x.push_back(x);
        alternate.y.push_back(y);
        alternate.theta.push_back(14000 + below(4001));
        x += 100 + below(1400);
        y += below(20000 / static_cast<unsigned>(points));
    }
    if (alternate.use_pchip_slope) alternate.theta.clear();
    return alternate;
}

}  // namespace

std::vector<uint8_t> bits_of(const GainMetadata& metadata) {
    Bits bits;
    bits.put(metadata.version, 3);
    bits.put(metadata.minimum_version, 3);
    bits.put(0, 2);
    bits.put(metadata.reference_white ? 1 : 0, 1);
    bits.put(metadata.has_tone_map ? 1 : 0, 1);
    bits.put(0, 6);
    if (metadata.reference_white) bits.put(*metadata.reference_white, 16);
    if (!metadata.has_tone_map) return bits.bytes();
    bits.put(metadata.baseline, 16);
    bits.put(metadata.use_reference_white ? 1 : 0, 1);
    if (metadata.use_reference_white) {
        bits.put(0, 7);
        return bits.bytes();
    }
    bits.put(static_cast<unsigned>(metadata.alternates.size()), 3);
    bits.put(metadata.chromaticities_mode, 2);
    bits.put(metadata.common_mix ? 1 : 0, 1);
    bits.put(metadata.common_curve ? 1 : 0, 1);
    if (metadata.chromaticities_mode == 3)
        bits.put_all({metadata.chromaticities.begin(), metadata.chromaticities.end()});
    for (size_t i = 0; i < metadata.alternates.size(); ++i) {
        const GainMetadata::Alternate& alternate = metadata.alternates[i];
        const auto& points = metadata.common_curve ? metadata.alternates[0] : alternate;
        bits.put(alternate.headroom, 16);
        if (i == 0 || !metadata.common_mix) put_mixing(bits, alternate);
        if (i == 0 || !metadata.common_curve) {
            bits.put(static_cast<unsigned>(alternate.x.size() - 1), 5);
            bits.put(alternate.use_pchip_slope ? 1 : 0, 1);
            bits.put(0, 2);
            bits.put_all(alternate.x);
        }
        bits.put_all(alternate.y);
        if (!points.use_pchip_slope) bits.put_all(alternate.theta);
    }
    return bits.bytes();
}

GainMetadata some_gains(std::mt19937& random) {
    const auto below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
    GainMetadata metadata;
    metadata.baseline = 20000 + below(20000);
    if (below(3) == 0) metadata.reference_white = 500 + below(1500);
    metadata.chromaticities_mode = below(4);
    metadata.chromaticities = {34000, 16000, 10000, 36000, 7000, 3000, 15635, 16450};
    metadata.common_mix = below(2) == 0;
    metadata.common_curve = below(2) == 0;
    const unsigned count = below(5);
    const size_t points = 1 + below(32);
    for (unsigned i = 0; i < count; ++i) {
        metadata.alternates.push_back(some_alternate(
            random, below(3000) + 5000 * i, metadata.common_curve ? points : 1 + below(32)));
        auto& last = metadata.alternates.back();
        const auto& first = metadata.alternates.front();
        if (!metadata.common_curve) continue;
        last.theta.resize(first.theta.size(), 17000);
    }
    return metadata;
}

double pchip(const std::vector<double>& x, const std::vector<double>& y, double at) {
    return curve_at({0, {}, x, y, pchip_slopes(x, y)}, at);
}

Vec3 gained_light(const GainMetadata& metadata, const Vec3& light, double screen) {
    const double white = metadata.reference_white ? *metadata.reference_white / 5.0 : 203;
    const Mat3 to_space = reference::convert_primaries(reference::bt2020, space_of(metadata));
    Vec3 color = product(to_space, light);
    for (double& number : color) number /= white;
    const Vec3 gain = gain_at(metadata, color, std::log2(std::max(screen / white, 1.0)));
    const double shown = std::min(white, screen);
    for (size_t i = 0; i < 3; ++i) color[i] *= shown * std::exp2(gain[i]);
    return product(reference::inverse(to_space), color);
}

}  // namespace tonelift::plain
