// SPDX-License-Identifier: BSD-2-Clause
#include "tests/oracle/plain_composer.h"

#include <algorithm>
#include <cmath>

namespace tonelift::plain {
namespace {

double cut(double value) { return std::floor(value * 1048576) / 1048576; }

double within_pivots(const tonelift_reshaping& of, int code) {
    return std::clamp(code / 1024.0, of.pivots[0], of.pivots[of.pieces]);
}

double mmr(const tonelift_reshaping (&of)[3], int component, int piece,
           const std::array<int, 3>& codes) {
    const double y = within_pivots(of[0], codes[0]), u = within_pivots(of[1], codes[1]),
                 v = within_pivots(of[2], codes[2]);
    const double terms[7] = {y, u, v, y * u, y * v, u * v, cut(y * u * v)};
    const tonelift_reshaping& own = of[component];
    double sum = own.mmr_constant[piece];
    for (int i = 0; i < 7; ++i) {
        const double square = cut(terms[i] * terms[i]), cube = cut(terms[i] * square);
        const double powers[3] = {terms[i], square, cube};
        for (int order = 0; order < own.mmr_order[piece]; ++order)
            sum += own.mmr_factor[piece][order][i] * powers[order];
    }
    return sum;
}

double mapped(const tonelift_reshaping (&of)[3], int component, const std::array<int, 3>& codes) {
    const tonelift_reshaping& own = of[component];
    const double s = codes[static_cast<size_t>(component)] / 1024.0;
    int piece = 0;
    while (piece + 1 < own.pieces && s >= own.pivots[piece + 1]) ++piece;
    const double inside = std::clamp(s, own.pivots[0], own.pivots[own.pieces]);
    const auto& factor = own.polynomial[piece];
    const double value = own.mmr_order[piece] > 0
                             ? mmr(of, component, piece, codes)
                             : factor[0] + factor[1] * inside + factor[2] * inside * inside;
    return std::clamp(std::floor(65536 * std::max(value, 0.0)), 0.0, 65535.0);
}

double residual(const tonelift_enhancement& of, int component, int code) {
    const int apart = code - of.offset[component];
    if (apart == 0) return 0;
    const double size = (std::abs(apart) - 0.5) * of.slope[component] + of.threshold[component];
    const double most = of.largest[component];
    return std::floor(65536 * std::clamp(apart < 0 ? -size : size, -most, most));
}

int limited(double sum, double whole) {
    return static_cast<int>(std::clamp(std::floor(sum / whole + 0.5), 0.0, 1023.0));
}

bool is_half(const Layer& layer, const Layer& base) {
    return layer.width < base.width || layer.height < base.height;
}

int between_rows(const Layer& layer, int component, int x, int y) {
    static constexpr double luma[4] = {-9, 111, 29, -3}, chroma[4] = {0, 192, 64, 0};
    const int near = y / 2, to = y % 2 == 0 ? -1 : 1;
    double sum = 0;
    for (int i = 0; i < 4; ++i)
        sum += (component == 0 ? luma : chroma)[i] * layer.at(component, x, near + to * (i - 1));
    return limited(sum, component == 0 ? 128 : 256);
}

int enlarged(const Layer& layer, int component, int x, int y) {
    static constexpr double factor[8] = {22, 94, -524, 2456, 2456, -524, 94, 22};
    const int last = layer.width_of(component) - 1;
    const auto at = [&](int column) {
        return between_rows(layer, component, std::clamp(column, 0, last), y);
    };
    if (x % 2 == 0) return at(x / 2);
    double sum = 0;
    for (int i = 0; i < 8; ++i) sum += factor[i] * at(x / 2 + i - 3);
    return limited(sum, 4096);
}

int luma_at_chroma(const Layer& base, int x, int y) {
    const auto row = [&](int line) {
        return (base.at(0, 2 * x - 1, line) + 2 * base.at(0, 2 * x, line) +
                base.at(0, 2 * x + 1, line) + 2) /
               4;
    };
    return (row(2 * y) + row(2 * y + 1) + 1) / 2;
}

}  // namespace

Layer::Layer(int w, int h) : width(w), height(h) {
    for (int i = 0; i < 3; ++i)
        code[static_cast<size_t>(i)].resize(static_cast<size_t>(width_of(i) * height_of(i)));
}

int& Layer::place(int component, int x, int y) {
    return code[static_cast<size_t>(component)][static_cast<size_t>(y * width_of(component) + x)];
}

int Layer::at(int component, int x, int y) const {
    const int column = std::clamp(x, 0, width_of(component) - 1);
    const int row = std::clamp(y, 0, height_of(component) - 1);
    return code[static_cast<size_t>(component)]
               [static_cast<size_t>(row * width_of(component) + column)];
}

int composed(const tonelift_enhancement& metadata, const Layer& base, const Layer& layer,
             int component, int x, int y) {
    std::array<int, 3> codes{base.at(0, x, y), 0, 0};
    if (component > 0) codes = {luma_at_chroma(base, x, y), base.at(1, x, y), base.at(2, x, y)};
    double sum = mapped(metadata.component, component, codes) + 8;
    if (metadata.has_residual != 0) {
        const int code =
            is_half(layer, base) ? enlarged(layer, component, x, y) : layer.at(component, x, y);
        sum += residual(metadata, component, code);
    }
    return static_cast<int>(std::clamp(std::floor(sum / 16), 0.0, 4095.0));
}

}  // namespace tonelift::plain
