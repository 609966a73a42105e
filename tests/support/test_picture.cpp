// SPDX-License-Identifier: BSD-2-Clause
#include "tests/support/test_picture.h"

#include <tonelift/frame.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>

#include "kernels/code_range.h"

namespace tonelift {
namespace {

// Returns the guard byte at a position. Neighboring guard bytes differ, so that a shifted copy is
// detected.
std::byte canary(size_t position) { return static_cast<std::byte>(0xA5 ^ (position * 29 & 0xFF)); }

constexpr size_t guard = 64;

const char* component_name(const Format& format, int component) {
    constexpr const char* yuv[] = {"Y", "Cb", "Cr", "A"};
    constexpr const char* rgb[] = {"R", "G", "B", "A"};
    return format.family == Family::RGB ? rgb[component] : yuv[component];
}

float hostile_float(std::mt19937& random) {
    using Limits = std::numeric_limits<float>;
    const float special[] = {Limits::quiet_NaN(),
                             Limits::infinity(),
                             -Limits::infinity(),
                             Limits::denorm_min(),
                             Limits::max(),
                             Limits::lowest(),
                             -0.0f,
                             65504.0f};
    const auto pick = random() % 16;
    return pick < 8 ? special[pick]
                    : static_cast<float>(random()) / static_cast<float>(1u << 31) - 0.5f;
}

// Position of a sample in a row of v210: the byte offset of the sample's 32-bit word, and the
// sample's lowest bit in this word. A word has three samples, the first of them in its lowest bits.
struct InWord {
    ptrdiff_t byte;
    int bit;
};
InWord in_word(int sample) { return {sample / 3 * 4, sample % 3 * 10}; }

template <class Use>
void for_samples(const TestPicture& picture, Use use) {
    for (int c = 0; c < 4; ++c) {
        for (int y = 0; y < picture.height(c); ++y) {
            for (int x = 0; x < picture.width(c); ++x) use(c, x, y);
        }
    }
}

}  // namespace

Picture make_picture(const char* format, int width, int height, bool full_range,
                     int chroma_location) {
    const Format* found = find_format(format);
    if (found == nullptr) throw std::invalid_argument(std::string("no format called ") + format);
    return {found, width, height, full_range, chroma_location};
}

std::vector<const Format*> all_formats() {
    std::vector<const Format*> formats;
#define TONELIFT_FORMAT(id, number, ffmpeg, gstreamer, family, sample, depth, shift, chroma_w, \
                        chroma_h, list)                                                        \
    formats.push_back(find_format(number));
#include <tonelift/formats.def>
    return formats;
}

namespace {

size_t round_up(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

}  // namespace

TestPicture::TestPicture(const Picture& picture, Pitch pitch) : picture_(picture) {
    const size_t unit = pitch == Pitch::aligned ? 256 : 1;
    size_t size = round_up(guard, unit);
    for (int plane = 0; plane < format().planes(); ++plane) {
        const int row = format().row_bytes(plane, picture.width);
        const int rows = format().plane_height(plane, picture.height);
        const int loose = pitch == Pitch::tight ? row : row + 13 * format().alignment();
        const auto stride = static_cast<int>(round_up(static_cast<size_t>(loose), unit));
        first_[plane] =
            pitch == Pitch::negative ? size + static_cast<size_t>(stride) * (rows - 1) : size;
        pitch_[plane] = pitch == Pitch::negative ? -stride : stride;
        size += round_up(static_cast<size_t>(stride) * rows + guard, unit);
    }
    memory_.resize(size);
    for (size_t i = 0; i < size; ++i) memory_[i] = canary(i);
}

FramePlanes TestPicture::planes() const {
    FramePlanes planes;
    planes.pitch = pitch_;
    for (int plane = 0; plane < format().planes(); ++plane)
        planes.data[plane] = const_cast<std::byte*>(memory_.data()) + first_[plane];
    return planes;
}

void TestPicture::fill_legal(uint32_t seed) {
    std::mt19937 random(seed);
    for_samples(*this, [&](int c, int x, int y) {
        const CodeRange range = code_range(picture_, c);
        const auto codes = static_cast<uint32_t>(range.highest - range.lowest) + 1;
        const double unit = static_cast<double>(random()) / 4294967296.0;
        set_code(c, x, y,
                 format().sample == Sample::F32 ? unit : range.lowest + std::floor(unit * codes));
    });
}

void TestPicture::fill_hostile(uint32_t seed) {
    std::mt19937 random(seed);
    if (format().sample == Sample::U10X3) return fill_words(random());
    const bool signed_words = format().sample == Sample::U16 && !format().fills_words();
    const uint32_t random_bits = signed_words ? 0x7fffu : 0xffffffffu;
    for_samples(*this, [&](int c, int x, int y) {
        const float number = hostile_float(random);
        const uint32_t bits = random() & random_bits;
        const void* from =
            format().sample == Sample::F32 ? static_cast<const void*>(&number) : &bits;
        std::memcpy(at(c, x, y), from, format().sample_bytes());
    });
}

void TestPicture::fill_words(uint32_t seed) {
    std::mt19937 random(seed);
    for (int y = 0; y < picture_.height; ++y) {
        std::byte* row = memory_.data() + first_[0] + y * pitch_[0];
        for (int at = 0; at < format().row_bytes(0, picture_.width); at += 4) {
            const uint32_t bits = random();
            std::memcpy(row + at, &bits, sizeof bits);
        }
    }
}

void TestPicture::fill_constant(int component, double code) {
    for (int y = 0; y < height(component); ++y) {
        for (int x = 0; x < width(component); ++x) set_code(component, x, y, code);
    }
}

void TestPicture::fill_smooth() {
    for (int c = 0; c < 3; ++c) {
        const double middle = c == 0 ? 420 : 512, swing = c == 0 ? 260 : 30;
        for (int y = 0; y < height(c); ++y) {
            for (int x = 0; x < width(c); ++x) {
                const double wave = std::sin(x * 0.004 + c) * std::cos(y * 0.006);
                const double code = std::floor(middle + swing * wave + (x * 7 + y * 3) % 5);
                set_code(c, x, y, std::ldexp(code, format().depth - 10));
            }
        }
    }
}

std::byte* TestPicture::at(int component, int x, int y) const {
    const Component& place = format().components[component];
    const int sample = x * place.step + place.offset;
    const ptrdiff_t byte = format().sample == Sample::U10X3
                               ? in_word(sample).byte
                               : static_cast<ptrdiff_t>(sample) * format().sample_bytes();
    return const_cast<std::byte*>(memory_.data()) + first_[place.plane] + y * pitch_[place.plane] +
           byte;
}

int TestPicture::shift(int component, int x) const {
    const Component& place = format().components[component];
    return format().sample == Sample::U10X3 ? in_word(x * place.step + place.offset).bit
                                            : format().shift;
}

double TestPicture::code(int component, int x, int y) const {
    const std::byte* from = at(component, x, y);
    if (format().sample == Sample::F32) {
        float number;
        std::memcpy(&number, from, sizeof number);
        return number;
    }
    uint32_t sample = 0;  // works because all formats are little-endian
    std::memcpy(&sample, from, format().sample_bytes());
    sample >>= shift(component, x);
    return format().sample == Sample::U10X3 ? sample & 0x3ff : sample;
}

void TestPicture::set_code(int component, int x, int y, double code) {
    if (format().sample == Sample::F32) {
        const auto number = static_cast<float>(code);
        std::memcpy(at(component, x, y), &number, sizeof number);
        return;
    }
    auto sample = static_cast<uint32_t>(std::lround(code)) << shift(component, x);
    if (format().sample == Sample::U10X3) {
        uint32_t others;
        std::memcpy(&others, at(component, x, y), sizeof others);
        sample |= others & ~(uint32_t{0x3ff} << shift(component, x));
    }
    std::memcpy(at(component, x, y), &sample, format().sample_bytes());
}

int TestPicture::width(int component) const {
    const int plane = format().components[component].plane;
    return plane < 0 ? 0 : format().component_width(component, picture_.width);
}

int TestPicture::height(int component) const {
    const int plane = format().components[component].plane;
    return plane < 0 ? 0 : format().plane_height(plane, picture_.height);
}

testing::AssertionResult TestPicture::padding_untouched() const {
    std::vector<bool> pixel(memory_.size());
    for (int plane = 0; plane < format().planes(); ++plane) {
        const int bytes = format().row_bytes(plane, picture_.width);
        for (int y = 0; y < format().plane_height(plane, picture_.height); ++y) {
            const auto row = static_cast<ptrdiff_t>(first_[plane]) + y * pitch_[plane];
            std::fill_n(pixel.begin() + row, bytes, true);
        }
    }
    for (size_t i = 0; i < memory_.size(); ++i) {
        if (pixel[i] || memory_[i] == canary(i)) continue;
        return testing::AssertionFailure()
               << format().ffmpeg << " " << picture_.width << "x" << picture_.height << ": byte "
               << i << " of " << memory_.size() << " holds no pixel and was written";
    }
    return testing::AssertionSuccess();
}

testing::AssertionResult equal(const TestPicture& expected, const TestPicture& actual,
                               double tolerance) {
    if (&expected.format() != &actual.format() || expected.width(0) != actual.width(0) ||
        expected.height(0) != actual.height(0)) {
        return testing::AssertionFailure() << "pictures of different format or size";
    }
    int64_t samples = 0;
    int64_t wrong = 0;
    double worst = -1;
    std::string where;
    for_samples(expected, [&](int c, int x, int y) {
        const double a = expected.code(c, x, y);
        const double b = actual.code(c, x, y);
        ++samples;
        double distance = a == b || (std::isnan(a) && std::isnan(b)) ? 0 : std::abs(a - b);
        if (std::isnan(distance)) distance = std::numeric_limits<double>::infinity();
        if (distance <= tolerance) return;
        ++wrong;
        if (distance <= worst) return;
        worst = distance;
        where = std::string(component_name(expected.format(), c)) + " at (" + std::to_string(x) +
                ", " + std::to_string(y) + "): expected " + std::to_string(a) + ", got " +
                std::to_string(b);
    });
    if (wrong == 0) return testing::AssertionSuccess();
    return testing::AssertionFailure()
           << expected.format().ffmpeg << " " << expected.width(0) << "x" << expected.height(0)
           << ": " << wrong << " of " << samples << " samples differ by more than " << tolerance
           << ", worst " << where;
}

}  // namespace tonelift
