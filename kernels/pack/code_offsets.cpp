// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/pack/code_offsets.h"

#include <algorithm>

#include "kernels/code_range.h"
#include "kernels/pack/pack.h"

namespace tonelift {

std::vector<float> code_offsets(const Plan& plan) {
    std::vector<float> noise(4 * dither_period * dither_period);
    for (int c = 0; c < 4; ++c) {
        for (int y = 0; y < dither_period; ++y) {
            std::copy_n(dither_row(dither_of(*plan.output.format, plan.dither), c, y),
                        dither_period, noise.data() + (c * dither_period + y) * dither_period);
        }
        const float zero = code_range(plan.output, c).zero;
        float* of_component = noise.data() + c * dither_period * dither_period;
        for (int i = 0; i < dither_period * dither_period; ++i) of_component[i] += zero;
    }
    return noise;
}

}  // namespace tonelift
