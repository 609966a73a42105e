// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/input_emitter.h"

#include "kernels/code_range.h"
#include "kernels/cuda/frame_entries.h"

namespace tonelift::cuda {
namespace {

using ptx::Number;

std::string text(int n) { return std::to_string(n); }

// The low bits of formats like P010 carry nothing, whatever they are.
uint32_t code_mask(const Format& format) {
    if (format.shift == 0) return ~0u;
    const uint32_t sample = 0xffffu << format.shift & 0xffffu;
    return sample << 16 | sample;
}

}  // namespace

InputEmitter::InputEmitter(const FrameAccess& frame, int pixels, std::string x, std::string y)
    : frame_(frame), pixels_(pixels), x_(std::move(x)), y_(std::move(y)) {}

bool InputEmitter::is_subsampled(int component) const {
    return picture().format->subsampled() && (component == 1 || component == 2);
}

void InputEmitter::want(int component) {
    const auto c = static_cast<size_t>(component);
    if (picture().format->components[c].plane < 0) return;
    wanted_[c] = true;
    reads_neighbors_ |= is_subsampled(component) && picture().format->chroma_w > 0;
}

void InputEmitter::add_runs(PtxWriter& to, std::vector<Run>& runs) {
    for (int c = 0; c < 4; ++c) {
        if (!wanted_[static_cast<size_t>(c)]) continue;
        PlaneRuns& plane = planes_[static_cast<size_t>(picture().format->components[c].plane)];
        if (plane.added) continue;
        plane.added = true;
        plane.first = runs.size();
        if (is_subsampled(c)) {
            add_chroma(to, c, runs);
        } else {
            add_full(to, c, runs);
        }
    }
}

std::string InputEmitter::row_address(PtxWriter& to, int plane, const std::string& row) const {
    return to.address("mad.wide.s32",
                      {row, frame_.pitch(entry_input + plane), frame_.base(entry_input + plane)});
}

void InputEmitter::add_full(PtxWriter& to, int component, std::vector<Run>& runs) {
    const Format& format = *picture().format;
    const Component& place = format.components[component];
    Run run;
    run.row = row_address(to, place.plane, y_);
    run.x = x_;
    run.last = frame_.last_column();
    run.count = pixels_;
    run.sample_bytes = format.sample_bytes();
    run.samples = place.step;
    run.mask = code_mask(format);
    runs.push_back(std::move(run));
}

// The two rows of chroma around row y, see kernels/unpack/chroma_tap.h.
void InputEmitter::add_chroma(PtxWriter& to, int component, std::vector<Run>& runs) {
    const Format& format = *picture().format;
    PlaneRuns& plane = planes_[static_cast<size_t>(format.components[component].plane)];
    if (format.chroma_h == 0) {
        add_chroma_row(to, component, y_, runs);
        plane.of_row = runs.size() - plane.first;
        plane.weight = Number(0.0f);
        return;
    }
    const float offset = chroma_offset(picture().chroma_location).y;
    const std::string doubled = to.word("shl.b32", {y_, "1"});
    const std::string quarters = to.word("sub.s32", {doubled, text(static_cast<int>(2 * offset))});
    const std::string first = to.word("shr.s32", {quarters, "2"});
    const std::string part = to.word("and.b32", {quarters, "3"});
    plane.weight = Number(to.number("cvt.rn.f32.s32", {part})) * Number(0.25f);
    const std::string last =
        text(format.plane_height(format.components[component].plane, picture().height) - 1);
    const auto row = [&](const std::string& y) {
        return to.word("min.s32", {to.word("max.s32", {y, "0"}), last});
    };
    add_chroma_row(to, component, row(first), runs);
    plane.of_row = runs.size() - plane.first;
    add_chroma_row(to, component, row(to.word("add.s32", {first, "1"})), runs);
}

void InputEmitter::add_chroma_row(PtxWriter& to, int component, const std::string& row,
                                  std::vector<Run>& runs) {
    const Format& format = *picture().format;
    const Component& place = format.components[component];
    Run run;
    run.row = row_address(to, place.plane, row);
    run.last = text(format.plane_width(place.plane, picture().width) - 1);
    run.sample_bytes = format.sample_bytes();
    run.samples = place.step;
    run.mask = code_mask(format);
    run.x = to.word("shr.s32", {x_, text(format.chroma_w)});
    const int half = pixels_ >> format.chroma_w;
    const auto add = [&](int first, int count) {
        run.first = first;
        run.count = count;
        runs.push_back(run);
    };
    add(0, half);
    if (format.chroma_w == 0) return;
    add(half, 1);
    if (chroma_offset(picture().chroma_location).x > 0) add(-1, 1);
}

// Code less the code of 0, times 2^shift.
Number InputEmitter::unbiased(PtxWriter& to, const std::vector<Run>& runs, size_t first,
                              int component, int pixel) {
    const Format& format = *picture().format;
    size_t at = first;
    while (!runs[at].holds(pixel)) ++at;
    const int sample = format.components[component].offset;
    if (format.sample == Sample::F32) return Number(float_sample(to, runs[at], pixel, sample));
    const float zero =
        code_range(picture(), component).zero * static_cast<float>(1 << format.shift);
    return Number(biased_code(to, runs[at], pixel, sample)) - Number(code_base + zero);
}

Number InputEmitter::chroma_sample(PtxWriter& to, const std::vector<Run>& runs, int component,
                                   int pixel) {
    std::vector<Number>& samples = chroma_[static_cast<size_t>(component)];
    if (samples.empty()) samples.resize(static_cast<size_t>(pixels_) + 2, Number(-1.0f));
    Number& sample = samples[static_cast<size_t>(pixel + 1)];
    if (!sample.known()) return sample;
    const PlaneRuns& plane =
        planes_[static_cast<size_t>(picture().format->components[component].plane)];
    sample = unbiased(to, runs, plane.first, component, pixel);
    if (picture().format->chroma_h > 0) {
        const Number below = unbiased(to, runs, plane.first + plane.of_row, component, pixel);
        sample = multiply_add(plane.weight, below - sample, sample);
    }
    return sample;
}

// See kernels/unpack/unpack_cpu.cpp, interpolate_line().
Number InputEmitter::chroma_value(PtxWriter& to, const std::vector<Run>& runs, int component,
                                  int i) {
    if (picture().format->chroma_w == 0) return chroma_sample(to, runs, component, i);
    const float offset = chroma_offset(picture().chroma_location).x;
    const Number middle = chroma_sample(to, runs, component, i / 2);
    if (i % 2 == 0 && offset == 0) return middle;
    const Number other = chroma_sample(to, runs, component, i % 2 == 0 ? i / 2 - 1 : i / 2 + 1);
    const float weight = i % 2 == 0 ? offset / 2 : (1 - offset) / 2;
    return multiply_add(Number(weight), other - middle, middle);
}

Number InputEmitter::value(PtxWriter& to, const std::vector<Run>& runs, int component, int i) {
    const Format& format = *picture().format;
    const int plane = format.components[component].plane;
    if (plane < 0) return Number(component == 3 ? 1.0f : 0.0f);
    const Number code =
        is_subsampled(component)
            ? chroma_value(to, runs, component, i)
            : unbiased(to, runs, planes_[static_cast<size_t>(plane)].first, component, i);
    if (format.sample == Sample::F32) return code;
    const float scale = 1.0f / code_range(picture(), component).scale;
    return code * Number(scale / static_cast<float>(1 << format.shift));
}

}  // namespace tonelift::cuda
