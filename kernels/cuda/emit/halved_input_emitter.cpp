// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/halved_input_emitter.h"

#include "kernels/chroma_tap.h"

namespace tonelift::cuda {
namespace {

using ptx::Number;

// Interpolates from `a` (weight 0) to `b` (weight 1). The rounding is the same as in between() of
// kernels/unpack/unpack_cpu.cpp.
Number between(const Number& a, const Number& b, float weight) {
    return weight == 0.5f ? Number(weight) * (a + b) : multiply_add(Number(weight), b - a, a);
}

}  // namespace

bool HalvedInputEmitter::is_narrow(int component) const {
    return is_subsampled(component) && picture().format->chroma_w > 0;
}
bool HalvedInputEmitter::is_low(int component) const {
    return is_subsampled(component) && picture().format->chroma_h > 0;
}

HalvedInputEmitter::Tap HalvedInputEmitter::tap_across(int component, int column) const {
    if (!is_narrow(component)) return {2 * column, 0.5f};
    const ChromaTap tap = halved_chroma_tap(column, chroma_offset(picture().chroma_location).x);
    return {tap.first, tap.weight};
}

HalvedInputEmitter::Tap HalvedInputEmitter::tap_down(int component) const {
    if (!is_low(component)) return {0, 0.5f};
    const ChromaTap tap = halved_chroma_tap(0, chroma_offset(picture().chroma_location).y);
    return {tap.first, tap.weight};
}

int HalvedInputEmitter::rows_of(int component) const {
    return tap_down(component).weight > 0 ? 2 : 1;
}

bool HalvedInputEmitter::spreads(int component) const {
    return is_narrow(component) && tap_across(component, 0).weight > 0;
}

void HalvedInputEmitter::add_component(PtxWriter& to, int component, std::vector<RowLoad>& loads) {
    for (size_t row = 0; row < chunk_.rows.size(); ++row) {
        const std::string& y = chunk_.rows[row];
        const std::string top = is_low(component) ? y : to.word("shl.b32", {y, "1"});
        for (int i = 0; i < rows_of(component); ++i) {
            const std::string at = to.word("add.s32", {top, text(tap_down(component).first + i)});
            const size_t begin = loads.size();
            add_row(component, is_low(component) ? chroma_row(to, component, at) : at,
                    static_cast<int>(row), loads);
            plane_of(component).of_row = loads.size() - begin;
        }
    }
}

void HalvedInputEmitter::add_row(int component, const std::string& y, int chunk_row,
                                 std::vector<RowLoad>& loads) const {
    RowLoad load = load_of(component, y);
    if (!is_narrow(component)) load.samples *= 2;
    load.x = chunk_.x;
    load.last = frame_.last_column();
    load.count = chunk_.columns;
    load.chunk_row = chunk_row;
    loads.push_back(load);
    if (!spreads(component)) return;
    load.first = tap_across(component, 0).first < 0 ? -1 : chunk_.columns;
    load.count = 1;
    loads.push_back(load);
}

Number HalvedInputEmitter::sum_of_four(PtxWriter& to, const std::vector<RowLoad>& loads,
                                       int component, int row, int column) const {
    std::string sum = "0x4B000000";
    for (const int sample_row : {2 * row, 2 * row + 1}) {
        std::map<std::string, int> masks;
        bool bytes = false;
        for (const int sample_column : {2 * column, 2 * column + 1}) {
            const auto [load, pixel, sample] =
                place_of(loads, component, sample_row, sample_column);
            const int byte = pixel * load->pixel_bytes() + sample * load->sample_bytes;
            bytes = load->sample_bytes == 1;
            masks[load->words[static_cast<size_t>(byte / 4)]] |=
                1 << (8 * (byte % 4 / load->sample_bytes));
        }
        for (const auto& [word, mask] : masks)
            sum = to.word(bytes ? "dp4a.u32.u32" : "dp2a.lo.u32.u32", {word, text(mask), sum});
    }
    const auto most = static_cast<float>(4 * 65535);
    return Number(to.number("mov.b32", {sum}), {code_base, code_base + most});
}

Number HalvedInputEmitter::between_rows(PtxWriter& to, const std::vector<RowLoad>& loads,
                                        int component, int row, int column) {
    const auto [place, fresh] = between_[static_cast<size_t>(component)].try_emplace({row, column});
    if (!fresh) return place->second;
    const int first = row * rows_of(component);
    const Number above = sample(to, loads, component, first, column).value;
    const float weight = tap_down(component).weight;
    if (weight == 0) return place->second = above;
    const Number below = sample(to, loads, component, first + 1, column).value;
    return place->second = between(above, below, weight);
}

Number HalvedInputEmitter::code(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                                int row, int column) {
    const bool is_float = picture().format->sample == Sample::F32;
    if (!is_narrow(component) && !is_low(component) && !is_float) {
        const Number sum = sum_of_four(to, loads, component, row, column);
        return Number(0.25f) * (sum - Number(code_base + 4 * zero_of(component)));
    }
    const Tap tap = tap_across(component, column);
    const Number left = between_rows(to, loads, component, row, tap.first);
    if (tap.weight == 0) return left;
    return between(left, between_rows(to, loads, component, row, tap.first + 1), tap.weight);
}

}  // namespace tonelift::cuda
