// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/input_emitter.h"

#include "kernels/code_range.h"
#include "kernels/device/frame_entries.h"

namespace tonelift::cuda {
namespace {

using ptx::Number;

std::string text(int n) { return std::to_string(n); }

// The bits of a word that carry codes: the low bits of formats like P010 may be anything.
uint32_t code_mask(const Format& format) {
    if (format.shift == 0) return ~0u;
    const uint32_t sample = 0xffffu << format.shift & 0xffffu;
    return sample << 16 | sample;
}

}  // namespace

InputEmitter::InputEmitter(const FrameAccess& frame, int columns, std::string x,
                           std::vector<std::string> rows, bool goes_down)
    : frame_(frame),
      columns_(columns),
      x_(std::move(x)),
      rows_(std::move(rows)),
      goes_down_(goes_down) {}

bool InputEmitter::is_subsampled(int component) const {
    return picture().format->subsampled() && (component == 1 || component == 2);
}

// The first component that is loaded together with this one: of the same plane and step.
size_t InputEmitter::load_index(int component) const {
    const std::array<Component, 4>& all = picture().format->components;
    const Component& own = all[static_cast<size_t>(component)];
    size_t first = 0;
    while (all[first].plane != own.plane || all[first].step != own.step) ++first;
    return first;
}

void InputEmitter::want(int component) {
    const auto c = static_cast<size_t>(component);
    if (picture().format->components[c].plane < 0) return;
    wanted_[c] = true;
    reads_neighbors_ |= is_subsampled(component) && picture().format->chroma_w > 0;
}

void InputEmitter::add_loads(PtxWriter& to, std::vector<RowLoad>& loads) {
    for (int c = 0; c < 4; ++c) {
        if (!wanted_[static_cast<size_t>(c)]) continue;
        PlaneLoads& plane = planes_[load_index(c)];
        if (plane.added) continue;
        plane.added = true;
        plane.first = loads.size();
        if (is_subsampled(c)) {
            add_chroma(to, c, loads);
        } else {
            add_full(to, c, loads);
        }
    }
}

RowLoad InputEmitter::load_of(int component, const std::string& row) const {
    const Format& format = *picture().format;
    const Component& place = format.components[component];
    RowLoad load;
    load.base = frame_.base(entry_input + place.plane);
    load.pitch = frame_.pitch(entry_input + place.plane);
    load.y = row;
    load.columns_first = goes_down_;
    load.in_words = format.sample == Sample::U10X3;
    load.sample_bytes = load.in_words ? 2 : format.sample_bytes();
    load.samples = place.step;
    load.mask = code_mask(format);
    return load;
}

void InputEmitter::add_full(PtxWriter& to, int component, std::vector<RowLoad>& loads) {
    for (size_t row = 0; row < rows_.size(); ++row) {
        RowLoad load = load_of(component, frame_.input_row(to, rows_[row]));
        load.chunk_row = static_cast<int>(row);
        load.x = x_;
        load.last = frame_.last_column();
        load.count = columns_;
        loads.push_back(std::move(load));
    }
}

// The rows of chroma around the rows of the chunk, see kernels/unpack/chroma_tap.h.
void InputEmitter::add_chroma(PtxWriter& to, int component, std::vector<RowLoad>& loads) {
    const Format& format = *picture().format;
    PlaneLoads& plane = planes_[load_index(component)];
    std::vector<std::string> rows = rows_;
    if (format.chroma_h > 0) {
        rows.clear();
        if (rows_.size() == 1) blend_any_row(to, plane, rows);
        if (rows_.size() == 2) blend_two_rows(to, plane, rows);
        const std::string last =
            text(format.plane_height(format.components[component].plane, picture().height) - 1);
        for (std::string& y : rows) y = to.word("min.s32", {to.word("max.s32", {y, "0"}), last});
    } else {
        for (int row = 0; row < static_cast<int>(rows_.size()); ++row)
            plane.blends.push_back({row, row});
    }
    for (size_t row = 0; row < rows.size(); ++row) {
        const size_t begin = loads.size();
        add_chroma_row(to, component, rows[row], loads);
        plane.of_row = loads.size() - begin;
        const bool later = static_cast<int>(row) > plane.blends[0].second;
        for (size_t i = begin; i < loads.size(); ++i) loads[i].chunk_row = later ? 1 : 0;
    }
}

void InputEmitter::blend_any_row(PtxWriter& to, PlaneLoads& plane,
                                 std::vector<std::string>& rows) const {
    const float offset = chroma_offset(picture().chroma_location).y;
    const std::string doubled = to.word("shl.b32", {rows_[0], "1"});
    const std::string quarters = to.word("sub.s32", {doubled, text(static_cast<int>(2 * offset))});
    const std::string first = to.word("shr.s32", {quarters, "2"});
    const std::string part = to.word("and.b32", {quarters, "3"});
    const Number weight = Number(to.number("cvt.rn.f32.s32", {part})) * Number(0.25f);
    plane.blends = {{0, 1, weight}};
    rows = {first, to.word("add.s32", {first, "1"})};
}

// An even row and the next read rows of samples that are known when this is written: two each, of
// which they share one.
void InputEmitter::blend_two_rows(PtxWriter& to, PlaneLoads& plane,
                                  std::vector<std::string>& rows) const {
    const int offset = static_cast<int>(2 * chroma_offset(picture().chroma_location).y);
    const std::string middle = to.word("shr.s32", {rows_[0], "1"});
    if (offset > 0) rows.push_back(to.word("sub.s32", {middle, "1"}));
    const int shared = static_cast<int>(rows.size());
    rows.push_back(middle);
    if (offset < 2) rows.push_back(to.word("add.s32", {middle, "1"}));
    const auto quarters = [](int n) { return Number(0.25f * static_cast<float>(n)); };
    plane.blends = {{0, shared, offset > 0 ? quarters(4 - offset) : Number(0.0f)},
                    {shared, static_cast<int>(rows.size()) - 1, quarters(2 - offset)}};
}

void InputEmitter::add_chroma_row(PtxWriter& to, int component, const std::string& row,
                                  std::vector<RowLoad>& loads) {
    const Format& format = *picture().format;
    RowLoad load = load_of(component, row);
    load.last = text(format.component_width(component, picture().width) - 1);
    load.x = to.word("shr.s32", {x_, text(format.chroma_w)});
    const int half = columns_ >> format.chroma_w;
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

// row, column: place among the samples.
Number InputEmitter::loaded(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                            int row, int column) {
    const Format& format = *picture().format;
    const PlaneLoads& plane = planes_[load_index(component)];
    size_t at = plane.first + static_cast<size_t>(row) * plane.of_row;
    while (!loads[at].holds(column)) ++at;
    const int sample = format.components[component].offset;
    if (format.sample == Sample::F32) return Number(float_sample(to, loads[at], column, sample));
    const auto most = static_cast<float>((1 << (8 * loads[at].sample_bytes)) - 1);
    return Number(biased_code(to, loads[at], column, sample), {code_base, code_base + most});
}

float InputEmitter::loaded_zero(int component) const {
    const Format& format = *picture().format;
    if (format.sample == Sample::F32) return 0;
    return code_base +
           code_range(picture(), component).zero * static_cast<float>(1 << format.shift);
}

const InputEmitter::LoadedSample& InputEmitter::sample(PtxWriter& to,
                                                       const std::vector<RowLoad>& loads,
                                                       int component, int row, int column) {
    const auto [place, fresh] = samples_[static_cast<size_t>(component)].try_emplace({row, column});
    if (fresh) {
        const Number found = loaded(to, loads, component, row, column);
        place->second = {found, found - Number(loaded_zero(component))};
    }
    return place->second;
}

Number InputEmitter::blended(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                             int row, int column) {
    const auto [place, fresh] = blended_[static_cast<size_t>(component)].try_emplace({row, column});
    if (!fresh) return place->second;
    const PlaneLoads& plane = planes_[load_index(component)];
    const Blend& blend = plane.blends[static_cast<size_t>(row)];
    const LoadedSample& first = sample(to, loads, component, blend.first, column);
    if (blend.weight.known() && blend.weight.value() == 0) return place->second = first.value;
    const LoadedSample& second = sample(to, loads, component, blend.second, column);
    // Two rows share samples, so that the values are there; more would take registers.
    const bool shared = rows_.size() > 1;
    const Number apart = shared ? second.value - first.value : second.loaded - first.loaded;
    return place->second = multiply_add(blend.weight, apart, first.value);
}

// See kernels/unpack/unpack_cpu.cpp, interpolate_line().
Number InputEmitter::chroma_value(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                                  int row, int column) {
    if (picture().format->chroma_w == 0) return blended(to, loads, component, row, column);
    const float offset = chroma_offset(picture().chroma_location).x;
    const bool even = column % 2 == 0;
    const Number middle = blended(to, loads, component, row, column / 2);
    if (even && offset == 0) return middle;
    const Number other = blended(to, loads, component, row, even ? column / 2 - 1 : column / 2 + 1);
    const float weight = even ? offset / 2 : (1 - offset) / 2;
    return multiply_add(Number(weight), other - middle, middle);
}

Number InputEmitter::value(PtxWriter& to, const std::vector<RowLoad>& loads, int component, int row,
                           int column) {
    const Format& format = *picture().format;
    const int plane = format.components[component].plane;
    if (plane < 0) return Number(component == 3 ? 1.0f : 0.0f);
    const Number code = is_subsampled(component) ? chroma_value(to, loads, component, row, column)
                                                 : sample(to, loads, component, row, column).value;
    if (format.sample == Sample::F32) return code;
    const float scale = 1.0f / code_range(picture(), component).scale;
    return code * Number(scale / static_cast<float>(1 << format.shift));
}

}  // namespace tonelift::cuda
