// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cstdlib>

#include "tests/bench/patterns/patterns.h"

namespace tonelift::patterns {
namespace {

constexpr Deband parameters = {16, 2};

uint32_t word_at(const Values& values, const Size& size, int x, int y) {
    return static_cast<uint32_t>(
        values(std::clamp(x, 0, size.width - 1), std::clamp(y, 0, size.height - 1)));
}

Values banded(const Size& size) {
    const Values picture = picture_of(size, 1);
    return [picture](int x, int y) {
        uint32_t word = 0;
        for (int c = 0; c < 4; ++c) {
            const auto code = static_cast<uint32_t>(picture(x, y) * (60 + 40 * c));
            word |= code << (8 * c);
        }
        return static_cast<double>(word);
    };
}

struct Place {
    int x;
    int y;
};

// Returns the offset of a random neighbor. The hash is the same as in deband.cu.
Place random_place(int x, int y) {
    uint32_t hash = static_cast<uint32_t>(y) * 65536u + static_cast<uint32_t>(x);
    hash = (hash ^ (hash >> 16)) * 0x7FEB352Du;
    hash = (hash ^ (hash >> 15)) * 0x846CA68Bu;
    hash ^= hash >> 16;
    constexpr uint32_t places = 2 * parameters.radius + 1;
    return {static_cast<int>((hash & 0xFFFFu) * places >> 16) - parameters.radius,
            static_cast<int>((hash >> 16) * places >> 16) - parameters.radius};
}

uint32_t debanded(const Values& values, const Size& size, int x, int y) {
    const Place to = random_place(x, y);
    const uint32_t own = word_at(values, size, x, y);
    const uint32_t around[] = {
        word_at(values, size, x + to.x, y + to.y), word_at(values, size, x - to.y, y + to.x),
        word_at(values, size, x - to.x, y - to.y), word_at(values, size, x + to.y, y - to.x)};
    uint32_t result = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        const int code = static_cast<int>(own >> shift & 255);
        int sum = 0, farthest = 0;
        for (const uint32_t word : around) {
            const int other = static_cast<int>(word >> shift & 255);
            sum += other;
            farthest = std::max(farthest, std::abs(other - code));
        }
        const int flat = farthest <= parameters.threshold ? (sum + 2) / 4 : code;
        result |= static_cast<uint32_t>(flat) << shift;
    }
    return result;
}

}  // namespace

void deband(Lab& lab) {
    const Size& size = lab.size();
    const Values values = banded(size);
    const Planes in = lab.planes(Pixel::word), out = lab.planes(Pixel::word);
    in.fill(values);
    const Samples copied = samples_of(size, values);
    const Samples expected = samples_of(
        size, [&](int x, int y) { return static_cast<double>(debanded(values, size, x, y)); });
    const Shape shape = {ceil_divide(size.width, 32), ceil_divide(size.height, 8),
                         static_cast<unsigned>(size.frames), 32, 8};
    const auto variant = [&](const char* name, const char* kernel) {
        return variant_of(name, out, expected, 0, [=, &lab] {
            lab.kernels("deband").launch(kernel, shape, in.frames(), out.frames(), parameters);
        });
    };
    lab.compare("deband", 0,
                {variant_of("copy", out, copied, 0, [&] { out.copy(in); }),
                 variant("bytes", "deband_bytes"), variant("packed", "deband_packed")});
}

}  // namespace tonelift::patterns
