// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>

#include "tests/bench/patterns/ours.h"
#include "tests/bench/patterns/patterns.h"

namespace tonelift::patterns {
namespace {

constexpr double tolerance = 2e-5;

Stencil stencil_of(int radius) {
    Stencil stencil;
    stencil.kind = StencilKind::bilateral;
    stencil.radius_x = stencil.radius_y = radius;
    stencil.sigma = 0.5f * static_cast<float>(radius);
    stencil.threshold = 0.05f;
    return stencil;
}

double factor(double deviation) { return 0.5 / (deviation * deviation); }

double filtered(const Values& values, const Size& size, const Stencil& stencil, int x, int y) {
    const int radius = stencil.radius_x;
    const double own = values(x, y);
    double sum = 0, weights = 0;
    for (int dy = -radius; dy <= radius; ++dy) {
        for (int dx = -radius; dx <= radius; ++dx) {
            const double value = values(std::clamp(x + dx, 0, size.width - 1),
                                        std::clamp(y + dy, 0, size.height - 1));
            const double weight =
                std::exp(-(dx * dx + dy * dy) * factor(double{stencil.sigma}) -
                         (value - own) * (value - own) * factor(double{stencil.threshold}));
            sum += weight * value;
            weights += weight;
        }
    }
    return sum / weights;
}

void compare(Lab& lab, const Source& source, const Target& target, int radius) {
    const Size& size = lab.size();
    const Stencil stencil = stencil_of(radius);
    const Samples expected = samples_of(
        size, [&](int x, int y) { return filtered(source.values, size, stencil, x, y); });
    const Bilateral parameters = {radius, static_cast<float>(factor(double{stencil.sigma})),
                                  static_cast<float>(factor(double{stencil.threshold}))};
    const unsigned side = 2 * static_cast<unsigned>(radius);
    const Shape shape = {ceil_divide(size.width, 32),
                         ceil_divide(size.height, 8),
                         static_cast<unsigned>(size.frames),
                         32,
                         8,
                         unsigned{sizeof(float)} * (32 + side) * (8 + side)};
    std::vector<Variant> variants = target.copies(source);
    const auto add = [&](const char* name, const char* kernel) {
        variants.push_back(
            variant_of(name, target.float32, expected, tolerance, [=, &lab, &source, &target] {
                lab.kernels("bilateral")
                    .launch(kernel, shape, source.float32.frames(), target.float32.frames(),
                            parameters);
            }));
    };
    add("exact exponential", "bilateral_exact");
    add("approximate exponential", "bilateral_approximate");
    add_ours(lab, stencil, {source}, {0, 0}, expected, tolerance, variants);
    lab.compare("bilateral", radius, variants);
}

}  // namespace

void bilateral(Lab& lab) {
    const Source source(lab, 1);
    const Target target(lab);
    for (const int radius : {2, 5, 8}) compare(lab, source, target, radius);
}

}  // namespace tonelift::patterns
