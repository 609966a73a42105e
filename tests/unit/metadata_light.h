// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>

#include "core/metadata/bezier_fit.h"
#include "core/metadata/preset_curve.h"
#include "tests/oracle/color_reference.h"

namespace tonelift {

inline ScreenIntent rolled_off(double peak, double source) {
    ScreenIntent screen{peak, {}};
    for (int i = 0; i < curve_tones; ++i) {
        const double x = reference::pq_decode(i / (curve_tones - 1.0)) / peak;
        const double most = source / peak;
        screen.light.push_back(std::min(peak * x * (1 + x / (most * most)) / (1 + x), peak));
    }
    return screen;
}

inline ShotLight evenly_lit(double peak) {
    ShotLight light;
    light.largest = {peak, peak, peak};
    light.width = light.height = 1;
    for (size_t i = 0; i < source_light_count; ++i) {
        const double share = source_light_shares[i] + source_luminance_shares[i];
        if (share > 0) light.code[i] = share * reference::pq_encode(peak);
    }
    light.code[static_cast<size_t>(SourceLight::p99_98)] = reference::pq_encode(peak);
    return light;
}

}  // namespace tonelift
