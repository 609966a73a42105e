// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/emit/plan_facts.h"

#include <bit>

#include "kernels/code_range.h"
#include "kernels/input_grid.h"

namespace tonelift::vulkan {
namespace {

uint32_t bits_of(float value) { return std::bit_cast<uint32_t>(value); }
uint32_t bits_of(int value) { return static_cast<uint32_t>(value); }

// Returns a mask of the bits of a sample that contain its code. In formats like P010, the other
// bits can have any value.
uint32_t code_mask(const Format& format) {
    switch (format.sample) {
        case Sample::U8:
            return 0xff;
        case Sample::U16:
            return 0xffffu << format.shift & 0xffffu;
        case Sample::U10X3:
            return 0x3ff;
        default:
            return ~0u;
    }
}

void add_places(Facts& facts, const std::string& prefix, const Picture& picture) {
    const Format& format = *picture.format;
    for (int c = 0; c < 4; ++c) {
        const Component& place = format.components[static_cast<size_t>(c)];
        const std::string suffix = "_" + std::to_string(c);
        facts[prefix + "plane" + suffix] = bits_of(place.plane);
        facts[prefix + "step" + suffix] = bits_of(place.step);
        facts[prefix + "offset" + suffix] = bits_of(place.offset);
    }
    const ChromaOffset offset = chroma_offset(picture.chroma_location);
    facts[prefix + "sample"] = static_cast<uint32_t>(format.sample);
    facts[prefix + "chroma_w"] = bits_of(format.chroma_w);
    facts[prefix + "chroma_h"] = bits_of(format.chroma_h);
    facts[prefix + "chroma_x"] = bits_of(static_cast<int>(2 * offset.x));
    facts[prefix + "chroma_y"] = bits_of(static_cast<int>(2 * offset.y));
}

}  // namespace

Facts input_facts(const Picture& input, int width, int rows) {
    const Format& format = *input.format;
    Facts facts;
    add_places(facts, "input_", input);
    for (int c = 0; c < 4; ++c) {
        const int plane = format.components[static_cast<size_t>(c)].plane;
        if (plane < 0) continue;
        const std::string suffix = "_" + std::to_string(c);
        const CodeRange range = code_range(input, c);
        const auto unit = static_cast<float>(1 << format.shift);
        facts["input_columns" + suffix] = bits_of(format.component_width(c, input.width));
        facts["input_rows" + suffix] = bits_of(format.plane_height(plane, input.height));
        facts["input_zero" + suffix] = bits_of(range.zero * unit);
        facts["input_scale" + suffix] = bits_of(1.0f / (range.scale * unit));
    }
    facts["input_mask"] = code_mask(format);
    const int reduction = input_reduction(input, width, rows);
    facts["input_reduction"] = bits_of(reduction);
    facts["input_apart"] = bits_of(reduction > 1 || rows == 0 ? 1 : input.height / rows);
    return facts;
}

Facts output_facts(const Picture& output) {
    Facts facts;
    add_places(facts, "output_", output);
    for (int c = 0; c < 4; ++c) {
        const std::string suffix = "_" + std::to_string(c);
        const CodeRange range = code_range(output, c);
        facts["output_scale" + suffix] = bits_of(range.scale);
        facts["output_lowest" + suffix] = bits_of(range.lowest);
        facts["output_highest" + suffix] = bits_of(range.highest);
    }
    facts["output_woven"] = output.format->interleaves_chroma() ? 1 : 0;
    facts["output_shift"] = bits_of(output.format->shift);
    return facts;
}

}  // namespace tonelift::vulkan
