// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>

#include "kernels/code_range.h"
#include "kernels/pack/chroma_taps.h"
#include "tests/oracle/plain.h"

namespace tonelift {
namespace {

double number_at(const Picture& picture, const PackBlock& block, int component, int x, int y) {
    x = std::clamp(x, 0, picture.width - 1);
    y = std::clamp(y, 0, picture.height - 1);
    return block.component[component][(y - block.y) * block.pitch + x];
}

double chroma_number(const Picture& picture, const PackBlock& block, int component, int x, int y) {
    const Format& format = *picture.format;
    const ChromaOffset offset = chroma_offset(picture.chroma_location);
    const ChromaTaps columns = chroma_taps(x, format.chroma_w, offset.x);
    const ChromaTaps rows = chroma_taps(y, format.chroma_h, offset.y);
    double sum = 0;
    for (int j = 0; j < rows.count; ++j) {
        for (int i = 0; i < columns.count; ++i) {
            sum += rows.weight[j] * columns.weight[i] *
                   number_at(picture, block, component, columns.first + i, rows.first + j);
        }
    }
    return sum;
}

}  // namespace

double pack_code_plain(const Picture& picture, const PackBlock& block, int component, int x,
                       int y) {
    const bool chroma = picture.format->subsampled() && (component == 1 || component == 2);
    const double number = chroma ? chroma_number(picture, block, component, x, y)
                                 : number_at(picture, block, component, x, y);
    const CodeRange range = code_range(picture, component);
    return std::isnan(number) ? range.zero : range.zero + range.scale * number;
}

}  // namespace tonelift
