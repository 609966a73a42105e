// SPDX-License-Identifier: BSD-2-Clause
// Maps colors for plot_gamut.py. Reads colors in linear BT.709 from standard input, three numbers
// per color, and prints the mapped colors.
#include <cstdio>
#include <cstdlib>

#include "kernels/math/plain.h"

int main(int count, char** arguments) {
    const float softness = count > 1 ? std::strtof(arguments[1], nullptr) : 0;
    float r, g, b;
    while (std::scanf("%f %f %f", &r, &g, &b) == 3) {
        const auto c = tonelift::math::gamut_map(r, g, b, 1.0f, softness);
        std::printf("%.9g %.9g %.9g\n", double{c.x}, double{c.y}, double{c.z});
    }
}
