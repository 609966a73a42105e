// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/reduced_input_emitter.h"

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

bool ReducedInputEmitter::is_narrow(int component) const {
    return is_subsampled(component) && picture().format->chroma_w > 0;
}
bool ReducedInputEmitter::is_low(int component) const {
    return is_subsampled(component) && picture().format->chroma_h > 0;
}

ReducedInputEmitter::Tap ReducedInputEmitter::tap_across(int component, int column) const {
    if (!is_narrow(component)) return {2 * column, 0.5f};
    const ChromaTap tap = halved_chroma_tap(column, chroma_offset(picture().chroma_location).x);
    return {tap.first, tap.weight};
}

ReducedInputEmitter::Tap ReducedInputEmitter::tap_down(int component) const {
    if (!is_low(component)) return {0, 0.5f};
    const ChromaTap tap = halved_chroma_tap(0, chroma_offset(picture().chroma_location).y);
    return {tap.first, tap.weight};
}

int ReducedInputEmitter::rows_of(int component) const {
    return tap_down(component).weight > 0 ? 2 : 1;
}

bool ReducedInputEmitter::spreads(int component) const {
    return is_narrow(component) && tap_across(component, 0).weight > 0;
}

void ReducedInputEmitter::add_component(PtxWriter& to, int component, std::vector<RowLoad>& loads) {
    const int apart = is_low(component) ? 1 : 2;
    for (size_t row = 0; row < chunk_.rows.size(); ++row) {
        const size_t begin = loads.size();
        const std::string& y = chunk_.rows[row];
        const int scale = apart * parts();
        const std::string top = scale == 1 ? y : to.word("shl.b32", {y, scale == 2 ? "1" : "2"});
        for (int half = 0; half < parts(); ++half) {
            for (int i = 0; i < rows_of(component); ++i) {
                const int below = apart * half + tap_down(component).first + i;
                const std::string at = to.word("add.s32", {top, text(below)});
                add_row(to, component, is_low(component) ? chroma_row(to, component, at) : at,
                        {static_cast<int>(row), half}, loads);
            }
        }
        const int rows = parts() * rows_of(component);
        plane_of(component).of_row = (loads.size() - begin) / static_cast<size_t>(rows);
    }
}

void ReducedInputEmitter::add_row(PtxWriter& to, int component, const std::string& y, RowPart of,
                                  std::vector<RowLoad>& loads) const {
    RowLoad load = load_of(component, y);
    load.x = chunk_.x;
    load.last = frame_.last_column();
    load.count = chunk_.columns;
    load.chunk_row = of.row;
    load.part = of.part;
    if (!is_narrow(component)) {
        load.samples *= factor_;
    } else if (factor_ == 4) {
        load.x = to.word("shl.b32", {load.x, "1"});
        load.last = to.word("mad.lo.s32", {load.last, "2", "1"});
        load.count *= 2;
    }
    loads.push_back(load);
    if (!spreads(component)) return;
    load.first = tap_across(component, 0).first < 0 ? -1 : load.count;
    load.count = 1;
    loads.push_back(load);
}

// Adds to `sum` the codes of two rows that a reduced pixel covers.
std::string ReducedInputEmitter::with_codes(PtxWriter& to, const std::vector<RowLoad>& loads,
                                            int component, int half_row, int column,
                                            std::string sum) const {
    for (const int row : {2 * half_row, 2 * half_row + 1}) {
        std::map<std::string, int> masks;
        bool bytes = false;
        for (int x = 0; x < factor_; ++x) {
            const auto [load, pixel, sample] =
                place_of(loads, component, row, factor_ * column + x);
            const int byte = pixel * load->pixel_bytes() + sample * load->sample_bytes;
            bytes = load->sample_bytes == 1;
            masks[load->words[static_cast<size_t>(byte / 4)]] |=
                1 << (8 * (byte % 4 / load->sample_bytes));
        }
        for (const auto& [word, mask] : masks)
            sum = to.word(bytes ? "dp4a.u32.u32" : "dp2a.lo.u32.u32", {word, text(mask), sum});
    }
    return sum;
}

Number ReducedInputEmitter::between_rows(PtxWriter& to, const std::vector<RowLoad>& loads,
                                         int component, int half_row, int column) {
    const auto [place, fresh] =
        between_[static_cast<size_t>(component)].try_emplace({half_row, column});
    if (!fresh) return place->second;
    const int first = half_row * rows_of(component);
    const Number above = sample(to, loads, component, first, column).value;
    const float weight = tap_down(component).weight;
    if (weight == 0) return place->second = above;
    const Number below = sample(to, loads, component, first + 1, column).value;
    return place->second = between(above, below, weight);
}

Number ReducedInputEmitter::halved_code(PtxWriter& to, const std::vector<RowLoad>& loads,
                                        int component, int half_row, int half_column) {
    const Tap tap = tap_across(component, half_column);
    const Number left = between_rows(to, loads, component, half_row, tap.first);
    if (tap.weight == 0) return left;
    return between(left, between_rows(to, loads, component, half_row, tap.first + 1), tap.weight);
}

// Returns whether a reduced code is a sum of integer codes that are not interpolated.
bool ReducedInputEmitter::is_plain_sum(int component) const {
    return !is_narrow(component) && !is_low(component) && picture().format->sample != Sample::F32;
}

void ReducedInputEmitter::end_part(PtxWriter& to, const std::vector<RowLoad>& loads, int row,
                                   int part) {
    for (int component = 0; component < 4; ++component) {
        for (int column = 0; is_wanted(component) && column < chunk_.columns; ++column)
            add_part(to, loads, component, row, part, column);
    }
}

void ReducedInputEmitter::add_part(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                                   int row, int part, int column) {
    const int half_row = parts() * row + part;
    if (is_plain_sum(component)) {
        std::string& sum = sums_[static_cast<size_t>(component)][{row, column}];
        if (part == 0) sum = "0x4B000000";
        sum = with_codes(to, loads, component, half_row, column, sum);
        return;
    }
    Number code;
    if (factor_ == 2) {
        code = halved_code(to, loads, component, half_row, column);
    } else {
        code = halved_code(to, loads, component, half_row, 2 * column) +
               halved_code(to, loads, component, half_row, 2 * column + 1);
    }
    Number& total = totals_[static_cast<size_t>(component)][{row, column}];
    total = part == 0 ? code : total + code;
}

Number ReducedInputEmitter::code(PtxWriter& to, const std::vector<RowLoad>&, int component, int row,
                                 int column) {
    const auto c = static_cast<size_t>(component);
    if (!is_plain_sum(component)) {
        const Number& total = totals_[c].at({row, column});
        return factor_ == 2 ? total : Number(0.25f) * total;
    }
    const auto count = static_cast<float>(factor_ * factor_);
    const Number sum(to.number("mov.b32", {sums_[c].at({row, column})}),
                     {code_base, code_base + count * 65535});
    return Number(1 / count) * (sum - Number(code_base + count * zero_of(component)));
}

}  // namespace tonelift::cuda
