// SPDX-License-Identifier: BSD-2-Clause
#include "core/color/adaptive_tones.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>

namespace tonelift {
namespace {

constexpr char truncated[] = "its bit stream is truncated";
constexpr char reserved[] = "a reserved bit is not 0";

class BitReader {
  public:
    explicit BitReader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

    // Returns the next `bits` bits as an unsigned number. Bits past the end of the data are read as
    // 0.
    unsigned take(int bits) {
        unsigned value = 0;
        for (; bits > 0; --bits, ++at_)
            value =
                2 * value + (at_ / 8 < bytes_.size() ? bytes_[at_ / 8] >> (7 - at_ % 8) & 1 : 0);
        return value;
    }
    double fraction(unsigned most, double codes) { return std::min(take(16), most) / codes; }
    bool flag() { return take(1) != 0; }
    void skip_reserved(int bits) { is_reserved_ |= take(bits) != 0; }

    const char* fault() const {
        if (at_ > 8 * bytes_.size()) return truncated;
        return is_reserved_ ? reserved : nullptr;
    }

  private:
    std::span<const uint8_t> bytes_;
    size_t at_ = 0;
    bool is_reserved_ = false;
};

// Returns the slope of a gain curve at its first or last control point (note 1 of clause C.3.9). h0
// and s0 are the width and the slope of the interval at this end. h1 and s1 describe the next
// interval.
double slope_at_end(double h0, double h1, double s0, double s1) {
    const double slope = ((2 * h0 + h1) * s0 - h0 * s1) / (h0 + h1);  // formulas C.7, C.8
    if (slope * s0 <= 0) return 0;
    return s0 * s1 < 0 && std::abs(slope) > std::abs(3 * s0) ? 3 * s0 : slope;
}

void set_slopes(ColorGain& gain) {
    std::array<double, most_control_points> h{}, s{};
    std::array<size_t, most_control_points> place{};
    size_t n = 0;
    for (size_t i = 0; i < gain.points; ++i) {
        if (i == 0 || gain.point[i].x > gain.point[i - 1].x) place[n++] = i;
    }
    for (size_t i = 0; i + 1 < n; ++i) {
        h[i] = gain.point[place[i + 1]].x - gain.point[place[i]].x;
        s[i] = (gain.point[place[i + 1]].y - gain.point[place[i]].y) / h[i];
    }
    const auto slope = [&](size_t i) {
        if (n == 1) return 0.0;
        if (n == 2) return s[0];
        if (i == 0) return slope_at_end(h[0], h[1], s[0], s[1]);
        if (i + 1 == n) return slope_at_end(h[n - 2], h[n - 3], s[n - 2], s[n - 3]);
        const double a = s[i - 1], b = s[i];
        const double mixed = (2 * h[i - 1] + h[i]) * a + (h[i - 1] + 2 * h[i]) * b;
        return a * b <= 0 ? 0 : 3 * (h[i - 1] + h[i]) * a * b / mixed;  // formula C.9
    };
    for (size_t i = 0; i < n; ++i) {
        const size_t end = i + 1 < n ? place[i + 1] : gain.points;
        std::for_each(gain.point.begin() + static_cast<ptrdiff_t>(place[i]),
                      gain.point.begin() + static_cast<ptrdiff_t>(end),
                      [&](ColorGain::Point& point) { point.slope = slope(i); });
    }
}

// Returns a control point for light above the reference white (formulas C.3 to C.6). `t` is its
// position, from 0 at the reference white to 1 at the peak `x_most`.
ColorGain::Point point_beyond_white(double t, double y_white, double x_most, double y_most) {
    constexpr double compression = 0.65;
    const double x_middle = std::lerp(1.0, y_most / y_white, compression);
    const double y_middle = std::lerp(y_white, y_most, compression);
    const double ax = 1 - 2 * x_middle + x_most, bx = 2 * (x_middle - 1);
    const double ay = y_white - 2 * y_middle + y_most, by = 2 * (y_middle - y_white);
    const double x = (ax * t + bx) * t + 1, y = (ay * t + by) * t + y_white;
    const double slope = (2 * ay * t + by) / (2 * ax * t + bx);
    return {x, std::log2(y / x), (x * slope - y) / (std::numbers::ln2 * x * y)};
}

// Sets the tone map for metadata without gain curves. Such a map depends only on the headroom of
// the baseline picture (clause C.3.8).
void use_reference_white(AdaptiveTones& tones) {
    if (tones.baseline == 0) return;
    const double share = std::min(tones.baseline / std::log2(1000 / 203.0), 1.0);
    tones.alternates = 2;
    for (size_t a = 0; a < 2; ++a) {
        AlternateImage& image = tones.alternate[a];
        image.headroom = a == 0 ? 0 : std::log2(8.0 / 3) * share;
        image.gain.mix = {0, 0, 0, 1, 0, 0};
        image.gain.points = 8;
        const double y_white = a == 0 ? 1 - share / 2 : 1;
        for (size_t c = 0; c < image.gain.points; ++c)
            image.gain.point[c] =
                point_beyond_white(static_cast<double>(c) / 7, y_white, std::exp2(tones.baseline),
                                   std::exp2(image.headroom));
    }
}

std::optional<std::array<double, 6>> take_mix(BitReader& bits) {
    constexpr double sixth = 1.0 / 6;
    constexpr std::array<std::array<double, 6>, 3> known{
        {{0, 0, 0, 1, 0, 0}, {0, 0, 0, 0, 0, 1}, {sixth, sixth, sixth, 0.5, 0, 0}}};
    const unsigned type = bits.take(2);
    if (type < known.size()) {
        bits.skip_reserved(6);
        return known[type];
    }
    std::array<double, 6> mix{};
    const unsigned present = bits.take(6);
    for (size_t k = 0; k < mix.size(); ++k) {
        if (present >> (5 - k) & 1) mix[k] = bits.fraction(50000, 50000);
    }
    const double sum = std::accumulate(mix.begin(), mix.end(), 0.0);
    if (sum == 0) return {};
    for (double& weight : mix) weight /= sum;
    return mix;
}

double slope_of(unsigned theta) {
    return std::tan((std::clamp<double>(theta, 1, 35999) - 18000) * std::numbers::pi / 36000);
}

class AdaptiveTonesReader {
  public:
    AdaptiveTonesReader(std::span<const uint8_t> bytes, AdaptiveTones& tones)
        : bits_(bytes), tones_(tones) {}

    const char* read() {
        const char* fault = take();
        return bits_.fault() != nullptr ? bits_.fault() : fault;
    }

  private:
    const char* take() {
        bits_.take(3);
        if (bits_.take(3) > 0) return "it needs a later version of the standard";
        bits_.skip_reserved(2);
        const bool has_white = bits_.flag();
        tones_.is_given = bits_.flag();
        bits_.skip_reserved(6);
        if (has_white) tones_.white = std::clamp(bits_.take(16), 1u, 50000u) / 5.0;
        return tones_.is_given ? take_tone_map() : nullptr;
    }

    const char* take_tone_map() {
        tones_.baseline = bits_.fraction(60000, 10000);
        if (bits_.flag()) {
            bits_.skip_reserved(7);
            use_reference_white(tones_);
            return nullptr;
        }
        tones_.alternates = bits_.take(3);
        if (tones_.alternates > most_alternates) return "it has more than four alternate images";
        const unsigned primaries = bits_.take(2);
        const bool same_mix = bits_.flag(), same_points = bits_.flag();
        if (const char* fault = take_primaries(primaries)) return fault;
        for (size_t i = 0; i < tones_.alternates; ++i) {
            if (const char* fault = take_alternate(i, same_mix, same_points)) return fault;
        }
        return nullptr;
    }

    const char* take_primaries(unsigned mode) {
        constexpr constants::Primaries p3{
            {0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}, constants::d65};
        if (mode < 3) {
            tones_.primaries =
                std::array{constants::primaries_709, p3, constants::primaries_2020}[mode];
            return nullptr;
        }
        constants::Primaries& to = tones_.primaries;
        for (constants::Chromaticity* color : {&to.red, &to.green, &to.blue, &to.white}) {
            color->x = bits_.fraction(50000, 50000);
            color->y = bits_.fraction(50000, 50000);
        }
        return has_volume() ? nullptr : "its gain application color space has no volume";
    }

    bool has_volume() const {
        const constants::Primaries& p = tones_.primaries;
        const auto area = [](const constants::Chromaticity& a, const constants::Chromaticity& b,
                             const constants::Chromaticity& c) {
            return (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
        };
        constexpr double least = 1e-3;
        const double least_y = std::min({p.red.y, p.green.y, p.blue.y, p.white.y});
        const double whole = area(p.red, p.green, p.blue), sign = whole < 0 ? -1 : 1;
        return least_y > 0 && std::abs(whole) > least &&
               sign * area(p.red, p.green, p.white) > least &&
               sign * area(p.green, p.blue, p.white) > least &&
               sign * area(p.blue, p.red, p.white) > least;
    }

    const char* take_alternate(size_t index, bool same_mix, bool same_points) {
        AlternateImage& image = tones_.alternate[index];
        const AlternateImage& first = tones_.alternate[0];
        image.headroom = bits_.fraction(60000, 10000);
        if (image.headroom == tones_.baseline)
            return "an alternate image has the headroom of the picture";
        if (index > 0 && image.headroom <= tones_.alternate[index - 1].headroom)
            return "the headrooms of its alternate images are not in ascending order";
        if (index == 0 || !same_mix) {
            const auto mix = take_mix(bits_);
            if (!mix) return "its weights of components are all 0";
            image.gain.mix = *mix;
        } else {
            image.gain.mix = first.gain.mix;
        }
        if (index == 0 || !same_points)
            take_places(image.gain);
        else
            take_over(first.gain, image.gain);
        return take_curve(image);
    }

    void take_places(ColorGain& gain) {
        gain.points = bits_.take(5) + 1;
        has_slopes_ = !bits_.flag();
        bits_.skip_reserved(2);
        for (size_t i = 0; i < gain.points; ++i) gain.point[i].x = bits_.fraction(64000, 1000);
    }
    static void take_over(const ColorGain& from, ColorGain& to) {
        to.points = from.points;
        for (size_t i = 0; i < to.points; ++i) to.point[i].x = from.point[i].x;
    }

    const char* take_curve(AlternateImage& image) {
        ColorGain& gain = image.gain;
        const double sign = tones_.baseline < image.headroom ? 1 : -1;
        for (size_t i = 0; i < gain.points; ++i)
            gain.point[i].y = sign * bits_.fraction(60000, 10000);
        for (size_t i = 0; i < gain.points && has_slopes_; ++i)
            gain.point[i].slope = slope_of(bits_.take(16));
        for (size_t i = 1; i < gain.points; ++i) {
            const ColorGain::Point &a = gain.point[i - 1], &b = gain.point[i];
            if (b.x < a.x || (b.x == a.x && b.y != a.y))
                return "its control points are not in ascending order";
        }
        if (!has_slopes_) set_slopes(gain);
        return nullptr;
    }

    BitReader bits_;
    AdaptiveTones& tones_;
    bool has_slopes_ = false;
};

}  // namespace

const char* read_adaptive_tones(std::span<const uint8_t> bytes, AdaptiveTones* tones) {
    *tones = {};
    return AdaptiveTonesReader(bytes, *tones).read();
}

std::array<WeightedGain, 2> gains_for(const AdaptiveTones& tones, double headroom) {
    struct Picture {
        double headroom;
        const ColorGain* gain;
    };
    std::array<Picture, most_alternates + 1> list{};
    size_t count = 0;
    for (size_t i = 0; i < tones.alternates; ++i)
        list[count++] = {tones.alternate[i].headroom, &tones.alternate[i].gain};
    list[count++] = {tones.baseline, nullptr};
    std::sort(list.begin(), list.begin() + static_cast<ptrdiff_t>(count),
              [](const Picture& a, const Picture& b) { return a.headroom < b.headroom; });
    size_t next = 0;
    while (next < count && list[next].headroom < headroom) ++next;
    if (next == 0) return {{{list[0].gain, 1}, {}}};
    if (next == count) return {{{list[count - 1].gain, 1}, {}}};
    const Picture &low = list[next - 1], &high = list[next];
    const double share = (headroom - low.headroom) / (high.headroom - low.headroom);
    return {{{low.gain, 1 - share}, {high.gain, share}}};
}

}  // namespace tonelift
