// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/emit/input_emitter.h"

#include "kernels/code_range.h"
#include "kernels/cuda/emit/reduced_input_emitter.h"
#include "kernels/cuda/emit/whole_input_emitter.h"
#include "kernels/device/frame_entries.h"

namespace tonelift::cuda {
namespace {

using ptx::Number;

// Returns a mask of the bits that contain codes, for two adjacent 16-bit samples. In formats like
// P010, the other bits can have any value.
uint32_t code_mask(const Format& format) {
    if (format.shift == 0) return ~0u;
    const uint32_t sample = 0xffffu << format.shift & 0xffffu;
    return sample << 16 | sample;
}

}  // namespace

bool InputEmitter::is_subsampled(int component) const {
    return picture().format->subsampled() && (component == 1 || component == 2);
}

// Returns the first component that shares its loads with `component`. Interleaved components share
// their loads. If no other component shares the loads of `component`, returns `component`.
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
    reads_neighbors_ |= spreads(component);
}

void InputEmitter::add_loads(PtxWriter& to, std::vector<RowLoad>& loads) {
    for (int c = 0; c < 4; ++c) {
        if (!wanted_[static_cast<size_t>(c)]) continue;
        PlaneLoads& plane = plane_of(c);
        if (plane.added) continue;
        plane.added = true;
        plane.first = loads.size();
        add_component(to, c, loads);
    }
}

RowLoad InputEmitter::load_of(int component, const std::string& row) const {
    const Format& format = *picture().format;
    const Component& place = format.components[component];
    RowLoad load;
    load.base = frame_.base(entry_input + place.plane);
    load.pitch = frame_.pitch(entry_input + place.plane);
    load.y = row;
    load.columns_first = chunk_.goes_down;
    load.in_words = format.sample == Sample::U10X3;
    load.sample_bytes = load.in_words ? 2 : format.sample_bytes();
    load.samples = place.step;
    load.mask = code_mask(format);
    return load;
}

std::string InputEmitter::chroma_row(PtxWriter& to, int component, const std::string& y) const {
    const Format& format = *picture().format;
    const int rows = format.plane_height(format.components[component].plane, picture().height);
    return to.word("min.s32", {to.word("max.s32", {y, "0"}), frame_.last_row_of(to, rows)});
}

InputEmitter::SamplePosition InputEmitter::place_of(const std::vector<RowLoad>& loads,
                                                    int component, int row, int column) const {
    const Component& own = picture().format->components[component];
    const PlaneLoads& plane = planes_[load_index(component)];
    const RowLoad* load = &loads[plane.first + static_cast<size_t>(row) * plane.of_row];
    const int columns = load->samples / own.step;
    while (!load->holds(column / columns)) ++load;
    return {load, column / columns, own.offset + column % columns * own.step};
}

Number InputEmitter::loaded(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                            int row, int column) const {
    const auto [load, pixel, sample] = place_of(loads, component, row, column);
    if (picture().format->sample == Sample::F32)
        return Number(float_sample(to, *load, pixel, sample));
    const auto most = static_cast<float>((1 << (8 * load->sample_bytes)) - 1);
    return Number(biased_code(to, *load, pixel, sample), {code_base, code_base + most});
}

float InputEmitter::zero_of(int component) const {
    const Format& format = *picture().format;
    return code_range(picture(), component).zero * static_cast<float>(1 << format.shift);
}

const InputEmitter::LoadedSample& InputEmitter::sample(PtxWriter& to,
                                                       const std::vector<RowLoad>& loads,
                                                       int component, int row, int column) {
    const auto [place, fresh] = samples_[static_cast<size_t>(component)].try_emplace({row, column});
    if (fresh) {
        const Number found = loaded(to, loads, component, row, column);
        const bool is_float = picture().format->sample == Sample::F32;
        const float zero = is_float ? 0 : code_base + zero_of(component);
        place->second = {found, found - Number(zero)};
    }
    return place->second;
}

Number InputEmitter::value(PtxWriter& to, const std::vector<RowLoad>& loads, int component, int row,
                           int column) {
    const Format& format = *picture().format;
    if (format.components[component].plane < 0) return Number(component == 3 ? 1.0f : 0.0f);
    const Number found = code(to, loads, component, row, column);
    if (format.sample == Sample::F32) return found;
    const float scale = 1.0f / code_range(picture(), component).scale;
    return found * Number(scale / static_cast<float>(1 << format.shift));
}

std::unique_ptr<InputEmitter> make_input_emitter(const FrameAccess& frame, ChunkPosition chunk) {
    if (frame.input_reduction() > 1)
        return std::make_unique<ReducedInputEmitter>(frame, std::move(chunk));
    return std::make_unique<WholeInputEmitter>(frame, std::move(chunk));
}

}  // namespace tonelift::cuda
