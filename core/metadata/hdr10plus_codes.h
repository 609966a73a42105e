// SPDX-License-Identifier: BSD-2-Clause
// The codes of HDR10+ metadata (SMPTE ST 2094-40, application 4), as stored in the bit stream.
#pragma once

#include <array>

#include "core/metadata/bezier_fit.h"
#include "core/metadata/bezier_light.h"
#include "core/metadata/shot_light.h"

namespace tonelift {

struct Hdr10PlusCodes {
    static constexpr std::array<int, 9> percentages = {1, 5, 10, 25, 50, 75, 90, 95, 99};

    std::array<int, 3> max_scl{};  // in units of 0.1 cd/m2
    int average = 0;
    std::array<int, percentages.size()> distribution{};
    int target = 0;                           // 0 means no curve (profile A)
    int knee_x = 0, knee_y = 0;               // in units of 1 / knee_codes
    std::array<int, most_anchors> anchors{};  // in units of 1 / anchor_codes
};

Hdr10PlusCodes hdr10plus_codes(const ShotLight& light, const FittedBezier* fit);

}  // namespace tonelift
