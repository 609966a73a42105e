// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/whole_input_emitter.h"

namespace tonelift::cuda {
namespace {

using ptx::Number;

}  // namespace

bool WholeInputEmitter::spreads(int component) const {
    return is_subsampled(component) && picture().format->chroma_w > 0;
}

void WholeInputEmitter::add_component(PtxWriter& to, int component, std::vector<RowLoad>& loads) {
    if (is_subsampled(component)) {
        add_chroma(to, component, loads);
    } else {
        add_full(to, component, loads);
    }
}

void WholeInputEmitter::add_full(PtxWriter& to, int component, std::vector<RowLoad>& loads) {
    for (size_t row = 0; row < chunk_.rows.size(); ++row) {
        RowLoad load = load_of(component, frame_.input_row(to, chunk_.rows[row]));
        load.chunk_row = static_cast<int>(row);
        load.x = chunk_.x;
        load.last = frame_.last_column();
        load.count = chunk_.columns;
        loads.push_back(std::move(load));
    }
}

void WholeInputEmitter::add_chroma(PtxWriter& to, int component, std::vector<RowLoad>& loads) {
    const Format& format = *picture().format;
    PlaneLoads& plane = plane_of(component);
    std::vector<Blend>& blends = blends_[load_index(component)];
    std::vector<std::string> rows = chunk_.rows;
    if (format.chroma_h > 0) {
        rows.clear();
        if (chunk_.rows.size() == 1) blend_any_row(to, blends, rows);
        if (chunk_.rows.size() == 2) blend_two_rows(to, blends, rows);
        for (std::string& y : rows) y = chroma_row(to, component, y);
    } else {
        for (int row = 0; row < static_cast<int>(chunk_.rows.size()); ++row)
            blends.push_back({row, row});
    }
    for (size_t row = 0; row < rows.size(); ++row) {
        const size_t begin = loads.size();
        add_chroma_row(to, component, rows[row], loads);
        plane.of_row = loads.size() - begin;
        const bool later = static_cast<int>(row) > blends[0].second;
        for (size_t i = begin; i < loads.size(); ++i) loads[i].chunk_row = later ? 1 : 0;
    }
}

void WholeInputEmitter::blend_any_row(PtxWriter& to, std::vector<Blend>& blends,
                                      std::vector<std::string>& rows) const {
    const float offset = chroma_offset(picture().chroma_location).y;
    const std::string doubled = to.word("shl.b32", {chunk_.rows[0], "1"});
    const std::string quarters = to.word("sub.s32", {doubled, text(static_cast<int>(2 * offset))});
    const std::string first = to.word("shr.s32", {quarters, "2"});
    const std::string part = to.word("and.b32", {quarters, "3"});
    const Number weight = Number(to.number("cvt.rn.f32.s32", {part})) * Number(0.25f);
    blends = {{0, 1, weight}};
    rows = {first, to.word("add.s32", {first, "1"})};
}

void WholeInputEmitter::blend_two_rows(PtxWriter& to, std::vector<Blend>& blends,
                                       std::vector<std::string>& rows) const {
    const int offset = static_cast<int>(2 * chroma_offset(picture().chroma_location).y);
    const std::string middle = to.word("shr.s32", {chunk_.rows[0], "1"});
    if (offset > 0) rows.push_back(to.word("sub.s32", {middle, "1"}));
    const int shared = static_cast<int>(rows.size());
    rows.push_back(middle);
    if (offset < 2) rows.push_back(to.word("add.s32", {middle, "1"}));
    const auto quarters = [](int n) { return Number(0.25f * static_cast<float>(n)); };
    blends = {{0, shared, offset > 0 ? quarters(4 - offset) : Number(0.0f)},
              {shared, static_cast<int>(rows.size()) - 1, quarters(2 - offset)}};
}

void WholeInputEmitter::add_chroma_row(PtxWriter& to, int component, const std::string& row,
                                       std::vector<RowLoad>& loads) {
    const Format& format = *picture().format;
    RowLoad load = load_of(component, row);
    load.last = frame_.last_column_of(to, format.component_width(component, picture().width));
    load.x = to.word("shr.s32", {chunk_.x, text(format.chroma_w)});
    const int half = chunk_.columns >> format.chroma_w;
    const auto add = [&](int first, int count) {
        load.first = first;
        load.count = count;
        loads.push_back(load);
    };
    add(0, half);
    if (format.chroma_w == 0) return;
    add(half, 1);
    if (chroma_offset(picture().chroma_location).x > 0) add(-1, 1);
}

Number WholeInputEmitter::blended(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                                  int row, int column) {
    const auto [place, fresh] = blended_[static_cast<size_t>(component)].try_emplace({row, column});
    if (!fresh) return place->second;
    const Blend& blend = blends_[load_index(component)][static_cast<size_t>(row)];
    const LoadedSample& first = sample(to, loads, component, blend.first, column);
    if (blend.weight.known() && blend.weight.value() == 0) return place->second = first.value;
    const LoadedSample& second = sample(to, loads, component, blend.second, column);
    const bool shared = chunk_.rows.size() > 1;
    const Number apart = shared ? second.value - first.value : second.loaded - first.loaded;
    return place->second = multiply_add(blend.weight, apart, first.value);
}

// Returns the chroma code of a pixel, interpolated from the subsampled chroma. The rounding is the
// same as in interpolate_line() of kernels/unpack/unpack_cpu.cpp.
Number WholeInputEmitter::chroma_code(PtxWriter& to, const std::vector<RowLoad>& loads,
                                      int component, int row, int column) {
    if (picture().format->chroma_w == 0) return blended(to, loads, component, row, column);
    const float offset = chroma_offset(picture().chroma_location).x;
    const bool even = column % 2 == 0;
    const Number middle = blended(to, loads, component, row, column / 2);
    if (even && offset == 0) return middle;
    const Number other = blended(to, loads, component, row, even ? column / 2 - 1 : column / 2 + 1);
    const float weight = even ? offset / 2 : (1 - offset) / 2;
    return multiply_add(Number(weight), other - middle, middle);
}

Number WholeInputEmitter::code(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                               int row, int column) {
    if (is_subsampled(component)) return chroma_code(to, loads, component, row, column);
    return sample(to, loads, component, row, column).value;
}

}  // namespace tonelift::cuda
