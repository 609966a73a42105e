// SPDX-License-Identifier: BSD-2-Clause
// Composes the base layer and the enhancement layer of Dolby Vision profile 7
// (tonelift/enhancement_layer.h), in fixed-point arithmetic as in ETSI GS CCM 001.
#pragma once

#include <tonelift/enhancement_layer.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/threads/workers.h"

namespace tonelift {

// Returns nullptr for valid metadata, else a message that describes the error.
const char* fault_of(const tonelift_enhancement& metadata);

// The planes of a 4:2:0 picture, with 16 bits per sample. Chroma planes have half the width and
// half the height of luma, rounded up.
template <typename Sample>
struct LayerPlanes {
    std::array<Sample*, 3> data{};
    std::array<ptrdiff_t, 3> pitch{};
    int width = 0;
    int height = 0;

    int width_of(size_t component) const { return component == 0 ? width : (width + 1) / 2; }
    int height_of(size_t component) const { return component == 0 ? height : (height + 1) / 2; }
    Sample* row(size_t component, int y) const {
        using Byte = std::conditional_t<std::is_const_v<Sample>, const std::byte, std::byte>;
        return reinterpret_cast<Sample*>(reinterpret_cast<Byte*>(data[component]) +
                                         y * pitch[component]);
    }
};
using InputLayer = LayerPlanes<const uint16_t>;
using OutputLayer = LayerPlanes<uint16_t>;

// Composes `base` and the enhancement layer `layer` into `out`. Reads `layer` only if the metadata
// has a residual. If `is_half` is true, `layer` has half the width and half the height of `base`.
void compose(const tonelift_enhancement& metadata, const InputLayer& base, const InputLayer& layer,
             bool is_half, const OutputLayer& out, Workers& workers);

}  // namespace tonelift
