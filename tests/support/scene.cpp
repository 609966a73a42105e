// SPDX-License-Identifier: BSD-2-Clause
#include "tests/support/scene.h"

#include <algorithm>
#include <cmath>

#include "kernels/code_range.h"

namespace tonelift {
namespace {

struct Place {
    double x;
    double y;
    int frame;

    bool on_disc() const { return std::hypot(x - 0.3 - 0.02 * frame, y - 0.4) < 0.18; }
    bool on_bar() const { return x > 0.7 && x < 0.78; }
};

double light_at(const Place& at) {
    const double wave = 0.03 * std::sin(40 * at.x) * std::sin(33 * at.y);
    const double plain = 0.1 + 0.5 * at.x * (0.4 + 0.6 * at.y) + wave;
    const double light = at.on_disc() ? 0.75 + 0.1 * at.y : at.on_bar() ? 0.05 : plain;
    return light * (1 - 0.02 * at.frame);
}

double color_at(const Place& at, int component) {
    if (at.on_disc()) return component == 1 ? -0.3 : 0.35;
    return 0.4 * std::sin(3 * at.x + 2 * component) * std::cos(4 * at.y + component) + 0.1;
}

double number_at(const Place& at, const Format& format, int component) {
    if (component == 3) return at.x;
    if (format.family == Family::RGB)
        return std::min(light_at(at) * (0.7 + 0.7 * color_at(at, component)), 1.0);
    if (component > 0) return 0.5 * color_at(at, component);
    return light_at(at) * (format.depth > 8 ? 0.8 : 1.0);
}

}  // namespace

void draw_scene(TestPicture& picture, int frame) {
    const Format& format = picture.format();
    for (int c = 0; c < 4; ++c) {
        const int width = picture.width(c), height = picture.height(c);
        if (width == 0) continue;
        const CodeRange range = code_range(picture.picture(), c);
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                const Place at{(x + 0.5) / width, (y + 0.5) / height, frame};
                picture.set_code(c, x, y, range.zero + range.scale * number_at(at, format, c));
            }
        }
    }
}

std::vector<TestPicture> scene_frames(const Picture& picture, int count) {
    std::vector<TestPicture> frames;
    for (int i = 0; i < count; ++i) {
        frames.emplace_back(picture, Pitch::aligned);
        draw_scene(frames.back(), i);
    }
    return frames;
}

}  // namespace tonelift
