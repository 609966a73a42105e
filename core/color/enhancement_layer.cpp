// SPDX-License-Identifier: BSD-2-Clause
#include "core/color/enhancement_layer.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/color/reshaping.h"

namespace tonelift {
namespace {

constexpr int codes = 1024, highest = codes - 1, output_codes = 4096;
// Maximum width of a row of the enhancement layer at half size: half of largest_side.
constexpr int largest_half_width = 8192;
// Number of rows that a thread composes at a time.
constexpr int band_rows = 32;
// Maximum magnitude of a factor of the reshaping (tonelift/enhancement_layer.h).
constexpr double largest_factor = 4096;

bool is_within(std::span<const double> numbers, double low, double high) {
    return std::ranges::all_of(numbers, [&](double x) { return x >= low && x <= high; });
}

bool is_moderate(const tonelift_reshaping& of) {
    for (size_t i = 0; i < static_cast<size_t>(of.pieces); ++i) {
        const auto order = static_cast<size_t>(of.mmr_order[i]);
        if (order == 0 && !is_within(of.polynomial[i], -largest_factor, largest_factor))
            return false;
        if (order > 0 && std::abs(of.mmr_constant[i]) > largest_factor) return false;
        for (size_t k = 0; k < order; ++k) {
            if (!is_within(of.mmr_factor[i][k], -largest_factor, largest_factor)) return false;
        }
    }
    return true;
}

int64_t fixed(double value, int bits) { return std::llround(std::ldexp(value, bits)); }

class Mapping {
  public:
    Mapping(const tonelift_reshaping& of, int bits) : of_(of), bits_(bits) {
        for (int i = 0; i <= of.pieces; ++i)
            pivot_[static_cast<size_t>(i)] = static_cast<int>(std::lround(codes * of.pivots[i]));
        for (int code = 0; code < codes; ++code) {
            const int piece = piece_of(code);
            mapped_[static_cast<size_t>(code)] =
                of.mmr_order[piece] > 0 ? by_mmr : static_cast<int>(polynomial(piece, code));
        }
    }

    int at(size_t own, const std::array<int, 3>& s, std::span<const Mapping> all) const {
        const int value = mapped_[static_cast<size_t>(s[own])];
        return value != by_mmr ? value : mmr(piece_of(s[own]), s, all);
    }

  private:
    static constexpr int by_mmr = -1;

    int piece_of(int code) const {
        int piece = 0;
        while (piece + 1 < of_.pieces && code >= pivot_[static_cast<size_t>(piece) + 1]) ++piece;
        return piece;
    }
    int inside(int code) const {
        return std::clamp(code, pivot_[0], pivot_[static_cast<size_t>(of_.pieces)]);
    }
    int to_16_bits(int64_t sum) const {
        return static_cast<int>(
            std::min<int64_t>(std::max<int64_t>(sum, 0) >> (4 + bits_), 0xffff));
    }

    int64_t polynomial(int piece, int code) const {
        const int64_t s = inside(code);
        const auto& factor = of_.polynomial[piece];
        return to_16_bits(fixed(factor[0], bits_) * (1 << 20) +
                          fixed(factor[1], bits_) * (s << 10) + fixed(factor[2], bits_) * (s * s));
    }

    // Evaluates MMR (multivariate multiple regression) with 20 fractional bits.
    int mmr(int piece, const std::array<int, 3>& s, std::span<const Mapping> all) const {
        const int64_t y = all[0].inside(s[0]), u = all[1].inside(s[1]), v = all[2].inside(s[2]);
        std::array<int64_t, mmr_terms> first{
            y << 10, u << 10, v << 10, y * u, y * v, u * v, (y * u * (v << 10)) >> 20};
        std::array<int64_t, mmr_terms> term = first;
        int64_t sum = fixed(of_.mmr_constant[piece], bits_) * (1 << 20);
        for (int order = 0; order < of_.mmr_order[piece]; ++order) {
            if (order > 0) {
                for (size_t i = 0; i < term.size(); ++i) term[i] = (term[i] * first[i]) >> 20;
            }
            for (size_t i = 0; i < term.size(); ++i)
                sum += fixed(of_.mmr_factor[piece][order][i], bits_) * term[i];
        }
        return to_16_bits(sum);
    }

    const tonelift_reshaping& of_;
    int bits_;
    std::array<int, reshaping_pieces + 1> pivot_{};
    std::array<int, codes> mapped_{};
};

class Residuals {
  public:
    Residuals(const tonelift_enhancement& metadata, size_t component) {
        if (!metadata.has_residual) return;
        const int bits = metadata.fraction_bits;
        const int64_t slope = fixed(metadata.slope[component], bits);
        const int64_t threshold = 2 * fixed(metadata.threshold[component], bits);
        const int64_t most = 2 * fixed(metadata.largest[component], bits);
        for (int code = 0; code < codes; ++code) {
            const int64_t apart = code - metadata.offset[component], sign = apart < 0 ? -1 : 1;
            if (apart == 0) continue;
            const int64_t whole = (2 * apart - sign) * slope + sign * threshold;
            residual_[static_cast<size_t>(code)] =
                static_cast<int>(std::clamp(whole, -most, most) >> (bits - 15));
        }
    }
    int at(int code) const { return residual_[static_cast<size_t>(code)]; }

  private:
    std::array<int, codes> residual_{};
};

// Reads the samples of an enhancement layer at the size of the base layer. A layer of half the
// width and height is upsampled vertically, then horizontally.
class LayerReader {
  public:
    LayerReader(const InputLayer& layer, size_t component, bool is_half)
        : layer_(layer),
          component_(component),
          width_(layer.width_of(component)),
          height_(layer.height_of(component)),
          is_half_(is_half) {}

    void begin_row(int y) {
        row_ = layer_.row(component_, is_half_ ? y / 2 : y);
        if (!is_half_) return;
        for (int x = 0; x < width_; ++x) filtered_[static_cast<size_t>(x)] = vertical(x, y);
    }
    int at(int x) const {
        if (!is_half_) return std::min<int>(row_[x], highest);
        if (x % 2 == 0) return filtered(x / 2);
        constexpr std::array factor{22, 94, -524, 2456, 2456, -524, 94, 22};
        int sum = 2048;
        for (int i = 0; i < 8; ++i) sum += factor[static_cast<size_t>(i)] * filtered(x / 2 - 3 + i);
        return std::clamp(sum >> 12, 0, highest);
    }

  private:
    int filtered(int x) const {
        return filtered_[static_cast<size_t>(std::clamp(x, 0, width_ - 1))];
    }
    int sample(int x, int y) const {
        return std::min<int>(layer_.row(component_, std::clamp(y, 0, height_ - 1))[x], highest);
    }

    uint16_t vertical(int x, int y) const {
        const int near = y / 2, to = y % 2 == 0 ? -1 : 1;
        const auto at = [&](int distance) { return sample(x, near + to * distance); };
        const int sum = component_ == 0
                            ? (-3 * at(2) + 29 * at(1) + 111 * at(0) - 9 * at(-1) + 64) >> 7
                            : (64 * at(1) + 192 * at(0) + 128) >> 8;
        return static_cast<uint16_t>(std::clamp(sum, 0, highest));
    }

    const InputLayer& layer_;
    size_t component_;
    int width_, height_;
    bool is_half_;
    const uint16_t* row_ = nullptr;
    std::array<uint16_t, largest_half_width> filtered_;
};

uint16_t composed(int mapped, int residual) {
    return static_cast<uint16_t>(std::clamp((mapped + residual + 8) >> 4, 0, output_codes - 1));
}

int code_of(const InputLayer& base, size_t component, int x, int y) {
    return std::min<int>(base.row(component, y)[x], highest);
}

int luma_beside(const InputLayer& base, int x, int y) {
    const auto row = [&](int line) {
        const auto at = [&](int column) {
            return code_of(base, 0, std::clamp(column, 0, base.width - 1),
                           std::min(line, base.height - 1));
        };
        return (at(2 * x - 1) + 2 * at(2 * x) + at(2 * x + 1) + 2) >> 2;
    };
    return (row(2 * y) + row(2 * y + 1) + 1) >> 1;
}

class Composer {
  public:
    Composer(const tonelift_enhancement& metadata, const InputLayer& base, const InputLayer& layer,
             bool is_half)
        : metadata_(metadata), base_(base), layer_(layer), is_half_(is_half) {}

    void compose(const OutputLayer& out, Workers& workers) const {
        std::array<int, 4> first{};
        for (size_t component = 0; component < 3; ++component)
            first[component + 1] =
                first[component] + (out.height_of(component) + band_rows - 1) / band_rows;
        workers.run(first[3], [&](int item, int) {
            size_t component = 0;
            while (item >= first[component + 1]) ++component;
            compose_band(component, (item - first[component]) * band_rows, out);
        });
    }

  private:
    void compose_band(size_t component, int first, const OutputLayer& out) const {
        LayerReader reader(layer_, component, is_half_);
        const int end = std::min(first + band_rows, out.height_of(component));
        for (int y = first; y < end; ++y) {
            if (metadata_.has_residual) reader.begin_row(y);
            uint16_t* to = out.row(component, y);
            for (int x = 0; x < out.width_of(component); ++x) {
                const int residual =
                    metadata_.has_residual ? residuals_[component].at(reader.at(x)) : 0;
                to[x] =
                    composed(mapping_[component].at(component, codes_at(component, x, y), mapping_),
                             residual);
            }
        }
    }

    std::array<int, 3> codes_at(size_t component, int x, int y) const {
        if (component == 0) return {code_of(base_, 0, x, y), 0, 0};
        return {luma_beside(base_, x, y), code_of(base_, 1, x, y), code_of(base_, 2, x, y)};
    }

    const tonelift_enhancement& metadata_;
    const InputLayer& base_;
    const InputLayer& layer_;
    bool is_half_;
    std::array<Mapping, 3> mapping_{Mapping(metadata_.component[0], metadata_.fraction_bits),
                                    Mapping(metadata_.component[1], metadata_.fraction_bits),
                                    Mapping(metadata_.component[2], metadata_.fraction_bits)};
    std::array<Residuals, 3> residuals_{Residuals(metadata_, 0), Residuals(metadata_, 1),
                                        Residuals(metadata_, 2)};
};

}  // namespace

const char* fault_of(const tonelift_enhancement& metadata) {
    for (const tonelift_reshaping& component : metadata.component) {
        if (const char* fault = fault_of(component)) return fault;
        if (!is_moderate(component)) return "a factor of its reshaping is too large";
    }
    const auto& luma = metadata.component[0];
    if (std::any_of(luma.mmr_order, luma.mmr_order + luma.pieces, [](int n) { return n > 0; }))
        return "its luma has pieces of MMR";
    if (metadata.fraction_bits < 15 || metadata.fraction_bits > 23)
        return "its numbers do not have 15 to 23 fractional bits";
    if (!metadata.has_residual) return nullptr;
    const bool is_offset = std::ranges::all_of(
        metadata.offset, [](int offset) { return offset >= 0 && offset <= highest; });
    if (!is_offset || !is_within(metadata.largest, 0, 1) || !is_within(metadata.slope, 0, 16) ||
        !is_within(metadata.threshold, 0, 1))
        return "a number of its dead zone is out of range";
    return nullptr;
}

void compose(const tonelift_enhancement& metadata, const InputLayer& base, const InputLayer& layer,
             bool is_half, const OutputLayer& out, Workers& workers) {
    Composer(metadata, base, layer, is_half).compose(out, workers);
}

}  // namespace tonelift
