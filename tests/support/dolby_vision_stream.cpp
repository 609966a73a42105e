// SPDX-License-Identifier: BSD-2-Clause
#include "tests/support/dolby_vision_stream.h"

#include <cmath>

namespace tonelift {
namespace {

tonelift_dolby_vision ipt() {
    constexpr double matrix[3][3] = {
        {1, 0.0975, 0.2052}, {1, -0.1139, 0.1332}, {1, 0.0326, -0.6769}};
    tonelift_dolby_vision metadata;
    tonelift_dolby_vision_default(&metadata);
    for (int row = 0; row < 3; ++row) {
        metadata.ycc_offset[row] = row == 0 ? 0 : 0.5;
        for (int i = 0; i < 3; ++i) {
            metadata.ycc_to_rgb[row][i] = matrix[row][i];
            metadata.rgb_to_lms[row][i] = row == i ? 1.0426 : -0.0213;
        }
    }
    return metadata;
}

void set_pieces(tonelift_reshaping& of, std::vector<int> codes, double bend, double apart) {
    of.pieces = static_cast<int>(codes.size()) - 1;
    for (size_t i = 0; i < codes.size(); ++i) of.pivots[i] = codes[i] / 1023.0;
    double reached = 0.01;
    for (int i = 0; i < of.pieces; ++i) {
        const double start = of.pivots[i], width = of.pivots[i + 1] - start;
        const double slope = i % 2 == 0 ? 1.05 : 0.85;
        const double value = reached + (i % 2 == 0 ? apart : -apart);
        of.polynomial[i][0] = value - start * slope + start * start * bend;
        of.polynomial[i][1] = slope - 2 * start * bend;
        of.polynomial[i][2] = bend;
        reached = value + width * (slope + width * bend);
        of.mmr_order[i] = 0;
    }
}

void set_mmr(tonelift_reshaping& of, int piece, int c, int order) {
    of.mmr_order[piece] = order;
    of.mmr_constant[piece] = 0.02 * (piece + 1);
    for (int o = 0; o < order; ++o) {
        for (int i = 0; i < 7; ++i)
            of.mmr_factor[piece][o][i] =
                (i == c && o == 0 ? 0.9 : 0) + 0.03 * std::sin(1.0 + 7 * o + i + 3 * c + piece);
    }
}

tonelift_dolby_vision with_mmr(int order) {
    tonelift_dolby_vision metadata = ipt();
    for (int c = 0; c < 3; ++c) set_mmr(metadata.component[c], 0, c, order);
    return metadata;
}

tonelift_dolby_vision with_pieces(const std::vector<int>& codes, double bend, double apart) {
    tonelift_dolby_vision metadata = ipt();
    for (tonelift_reshaping& component : metadata.component)
        set_pieces(component, codes, bend, apart);
    return metadata;
}

tonelift_dolby_vision with_both() {
    tonelift_dolby_vision metadata = with_pieces({0, 200, 480, 700, 1023}, 0.05, 0);
    for (int c = 0; c < 3; ++c) {
        set_mmr(metadata.component[c], c, c, 2);
        set_mmr(metadata.component[c], c + 1, c, 3);
    }
    return metadata;
}

tonelift_dolby_vision usual() {
    tonelift_dolby_vision metadata =
        with_pieces({63, 69, 230, 256, 512, 650, 800, 940, 1000}, -0.1, 0);
    for (const int c : {1, 2}) {
        metadata.component[c].pieces = 1;
        metadata.component[c].pivots[0] = 0;
        metadata.component[c].pivots[1] = 1;
        set_mmr(metadata.component[c], 0, c, 3);
    }
    return metadata;
}

}  // namespace

std::vector<NamedMetadata> every_reshaping() {
    return {{"usual", usual()},
            {"identity", ipt()},
            {"line", with_pieces({0, 1023}, 0, 0)},
            {"parabola", with_pieces({0, 1023}, 0.2, 0)},
            {"pieces", with_pieces({0, 100, 101, 511, 900, 1023}, -0.2, 0)},
            {"pieces apart", with_pieces({0, 300, 301, 600, 1023}, 0.1, 0.04)},
            {"MMR of order 1", with_mmr(1)},
            {"MMR of order 2", with_mmr(2)},
            {"MMR of order 3", with_mmr(3)},
            {"polynomials and MMR", with_both()}};
}

LightOfStream::LightOfStream(const tonelift_video& in, const char* device) {
    options_.script = script_.path();
    options_.device = device;
    options_.threads = 1;
    options_.deband = 0;
    options_.transfer = TONELIFT_TRANSFER_LINEAR;
    options_.primaries = TONELIFT_PRIMARIES_BT2020;
    options_.format = "gbrpf32le";
    out_ = output_of(options_, in);
    filter_ = make_filter(options_, in, out_, &messages_);
    EXPECT_NE(filter_, nullptr) << messages_.errors;
}

TestPicture LightOfStream::map(const TestPicture& picture, const tonelift_dolby_vision* metadata) {
    return map(std::vector<TestPicture>{picture}, {metadata})[0];
}

std::vector<TestPicture> LightOfStream::map(
    const std::vector<TestPicture>& pictures,
    const std::vector<const tonelift_dolby_vision*>& metadata) {
    std::vector<TestPicture> light(pictures.size(), picture_for(out_));
    std::vector<tonelift_frame> from, to;
    for (size_t i = 0; i < pictures.size(); ++i) {
        from.push_back(frame_of(pictures[i], 0.04 * frames_++));
        from.back().dolby_vision = metadata[i];
        to.push_back(frame_of(light[i], 0));
    }
    status_ = tonelift_filter_process(filter_.get(), from.data(), to.data(),
                                      static_cast<int>(from.size()));
    return light;
}

}  // namespace tonelift
