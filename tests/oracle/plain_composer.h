// SPDX-License-Identifier: BSD-2-Clause
// Merges the two layers of Dolby Vision profile 7 as ETSI GS CCM 001 defines.
#pragma once

#include <tonelift/enhancement_layer.h>

#include <array>
#include <vector>

namespace tonelift::plain {

struct Layer {
    int width = 0, height = 0;
    std::array<std::vector<int>, 3> code{};

    Layer(int width, int height);
    int width_of(int component) const { return component == 0 ? width : (width + 1) / 2; }
    int height_of(int component) const { return component == 0 ? height : (height + 1) / 2; }
    int at(int component, int x, int y) const;
    int& place(int component, int x, int y);
};

// Returns the composed 12-bit code at position (x, y) of the base layer.
int composed(const tonelift_enhancement& metadata, const Layer& base, const Layer& layer,
             int component, int x, int y);

}  // namespace tonelift::plain
