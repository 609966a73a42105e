// SPDX-License-Identifier: BSD-2-Clause
//
// Frames for tests, in any format, size and pitch, filled from a seed. Guard bytes around the
// samples detect wrong writes.
//
//   TestPicture in(make_picture("p010", 1919, 5), Pitch::padded);
//   in.fill_legal(seed);
//   ... process(in.planes(), out.planes()) ...
//   EXPECT_TRUE(out.padding_untouched());
//   EXPECT_TRUE(equal(in, out)) << "seed " << seed;
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

// Returns the description of a picture. `format` is the format's name in this library or in a host.
// Throws std::invalid_argument for an unknown name.
Picture make_picture(const char* format, int width, int height, bool full_range = false,
                     int chroma_location = 1);

std::vector<const Format*> all_formats();

// Distance between rows in memory. `negative` stores the last row first, and `aligned` aligns rows
// to 256 bytes.
enum class Pitch { tight, padded, negative, aligned };

class TestPicture {
  public:
    explicit TestPicture(const Picture& picture, Pitch pitch = Pitch::padded);

    const Picture& picture() const { return picture_; }
    const Format& format() const { return *picture_.format; }
    FramePlanes planes() const;
    std::span<const std::byte> memory() const { return memory_; }
    std::span<std::byte> memory() { return memory_; }

    void fill_legal(uint32_t seed);
    // Fills the picture with random bits, including NaN and infinities in float formats. If the
    // format does not fill words, the highest bit is 0 (see InputCodes::fills_words).
    void fill_hostile(uint32_t seed);
    void fill_constant(int component, double code);
    void fill_smooth();

    double code(int component, int x, int y) const;
    void set_code(int component, int x, int y, double code);
    int width(int component) const;
    int height(int component) const;

    testing::AssertionResult padding_untouched() const;

  private:
    std::byte* at(int component, int x, int y) const;
    int shift(int component, int x) const;
    void fill_words(uint32_t seed);

    Picture picture_;
    std::vector<std::byte> memory_;
    std::array<size_t, 4> first_{};
    std::array<ptrdiff_t, 4> pitch_{};
};

// Returns whether all samples differ by at most `tolerance` codes. NaN equals NaN.
testing::AssertionResult equal(const TestPicture& expected, const TestPicture& actual,
                               double tolerance = 0);

}  // namespace tonelift
